/**
 * UCT: a tree grown by playouts, each child chosen by UCB1. What a playout gives is in playout.as.ts. Ends of the game
 * inside the tree are exact and are carried upwards as far as they decide: 1 point for a win, 0.5 for a draw, 0 for a
 * loss. The two sides are taken to move in turn, unless the rules have chance (path.as.ts). Whether they have
 * is known when a kernel is compiled: `instanceof` below costs nothing. The record's layout is in layout.ts.
 */
import { ChanceRules, DRAW, FIRST_WINS, ONGOING, SearchRules, UNKNOWN, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { sampleOutcome, exactFor, orderByTables } from "./chance.as";
import { copyState } from "./copy-state.as";
import { countExpansion, exhausted, expanded, startExpansions } from "./expansions.as";
import {
  ENDED_BY_NODES, ENDED_BY_PLAYOUTS, ENDED_BY_PROOF, ENDED_BY_STOP, MAX_DEPTH, NODE_BYTES, PROOF_DRAWN, PROOF_LOST,
  PROOF_OPEN, PROOF_WON, UCT_C, UCT_ENDED, UCT_EXPANDED, UCT_EXPANSIONS, UCT_PV, UCT_PV_LENGTH, UCT_MEAN, UCT_MOVE,
  UCT_NODES, UCT_PLAYED, UCT_PLAYOUTS, UCT_POOL, UCT_POOL_NODES, UCT_RANDOM, UCT_ROOT_COUNT, UCT_SCRATCH, UCT_STATE,
  UCT_THRESHOLD, UCT_VISITS,
} from "./layout";
import { ln } from "./logarithm.as";
import { childOfOutcome, isByChance, isSameView, markOf, nodeOf, proveMarked } from "./path.as";
import { CUT_OFF, playout, playoutBytes, startPlayouts } from "./playout.as";
import { randomBelow } from "../random/xorshift.as";
import {
  addChildren, addVisit, bestChild, childCount, endOfChildren, firstChild, meanOf, moveOf, nodeAt, nodesUsed, pointsOf,
  pointsOfProof, proofOf, prove, proveFromChildren, startTree, visitsOf,
} from "./tree.as";

/** A simulate through the tree goes no deeper than this. */
const MAX_PATH: usize = 1024;
/** Expansions between two times that the record is brought up to date for who looks on. */
const PUBLISH_INTERVAL: u64 = 65_536;

let exploration: f64 = 0;
let threshold: u32 = 0;
let random: usize = 0;
// This thread's scratch: the position walked to, one child it, the nodes walked through, a list of moves.
let current: usize = 0;
let scratchState: usize = 0;
let path: usize = 0;
let list: usize = 0;

export function uctScratchSize<R extends SearchRules>(): usize {
  const rules = rulesOf<R>();
  return <usize>(2 * rules.stateBytes()) + 4 * MAX_PATH + playoutBytes<R>();
}

function start<R extends SearchRules>(record: usize): void {
  const bytes = rulesOf<R>().stateBytes();
  current = <usize>load<u32>(record, UCT_SCRATCH);
  scratchState = current + bytes;
  path = scratchState + bytes;
  list = path + 4 * MAX_PATH;
  exploration = load<f64>(record, UCT_C);
  threshold = load<u32>(record, UCT_THRESHOLD);
  random = record + UCT_RANDOM;
  startPlayouts(record);
  startExpansions(limitOf(load<f64>(record, UCT_EXPANSIONS)));
  startTree(load<u32>(record, UCT_POOL), load<u32>(record, UCT_POOL_NODES));
}

function limitOf(given: f64): u64 {
  return given > 0 && given < 1e15 ? <u64>given : u64.MAX_VALUE;
}

/** Searches the record's state, which must not be an ended game, writes the answer into the record and returns the move. */
export function searchByUct<R extends SearchRules>(record: usize): i32 {
  start<R>(record);
  const state = <usize>load<u32>(record, UCT_STATE);
  const maxPlayouts = limitOf(load<f64>(record, UCT_PLAYOUTS));
  let playouts: u64 = 0;
  let publishAt: u64 = 0;
  let why = -1;
  copyState<R>(current, state);
  expand<R>(<u32>nodeAt(0));
  while (why < 0) {
    if (proofOf(nodeAt(0)) != PROOF_OPEN) why = ENDED_BY_PROOF;
    else if (playouts >= maxPlayouts) why = ENDED_BY_PLAYOUTS;
    else if (stopped()) why = ENDED_BY_STOP;
    else if (!simulate<R>(state)) why = ENDED_BY_NODES;
    else playouts++;
    if (expanded < publishAt) continue;
    publishAt = expanded + PUBLISH_INTERVAL;
    publish<R>(record, state, playouts);
  }
  publish<R>(record, state, playouts);
  store<i32>(record, why, UCT_ENDED);
  return load<i32>(record, UCT_MOVE);
}

/** One simulate down the tree, a playout from where it ends, and the way back. False where the limit on expansions cut it off. */
function simulate<R extends SearchRules>(state: usize): bool {
  copyState<R>(current, state);
  let mark = <u32>nodeAt(0);
  let node = nodeAt(0);
  let length: usize = 1;
  store<u32>(path, mark);
  while (proofOf(node) == PROOF_OPEN && length < MAX_PATH) {
    if (childCount(node) == 0) {
      if (visitsOf(node) < threshold || exhausted() || !expand<R>(mark)) break;
      if (proofOf(node) != PROOF_OPEN) break;
    }
    mark = descend<R>(mark);
    node = nodeOf(mark);
    store<u32>(path + (length << 2), mark);
    length++;
  }
  const points = proofOf(node) != PROOF_OPEN ? visitProven(node) : playoutFrom<R>(mark, length);
  if (points == CUT_OFF) return false;
  backpropagate<R>(length, points);
  return true;
}

/** Takes the current on to a child of its node, which is returned with its mark. */
@inline
function descend<R extends SearchRules>(mark: u32): u32 {
  const rules = rulesOf<R>();
  if (rules instanceof ChanceRules) {
    const turn = rules.turn(current);
    const parent = nodeOf(mark);
    const node = isByChance(mark) ? childOfOutcome(parent, sampleOutcome<R>(current, list, random)) : select(parent);
    rules.play(current, moveOf(node));
    return markOf<R>(node, current, turn);
  } else {
    const node = select(<usize>mark);
    rules.play(current, moveOf(node));
    return <u32>node;
  }
}

/** Points of a playout from the current's position, for the side whose view its node has. The simulate was through so many nodes. */
@inline
function playoutFrom<R extends SearchRules>(mark: u32, length: usize): f64 {
  const rules = rulesOf<R>();
  let viewer = rules.turn(current) ^ 1;
  let plies = <i32>length - 1;
  if (rules instanceof ChanceRules) {
    viewer ^= <i32>isSameView(mark);
    for (let i: usize = 0; i < length - 1; i++) plies -= <i32>isByChance(load<u32>(path + (i << 2)));
  }
  return playout<R>(current, viewer, plies, list, random);
}

/** Children for the node of the current's position, each marked where the outcome is certain there. False if the pool is full. */
function expand<R extends SearchRules>(mark: u32): bool {
  const rules = rulesOf<R>();
  const node = nodeOf(mark);
  if (!addChildren(node, list, listMoves<R>(mark))) return false;
  countExpansion();
  const turn = rules.turn(current);
  const end = endOfChildren(node);
  for (let child = firstChild(node); child < end; child += NODE_BYTES) {
    copyState<R>(scratchState, current);
    rules.play(scratchState, moveOf(child));
    const result = rules.result(scratchState);
    if (result != ONGOING) {
      prove(child, result == DRAW ? PROOF_DRAWN : (result == FIRST_WINS) == (turn == 0) ? PROOF_WON : PROOF_LOST);
    } else if (rules instanceof ChanceRules) {
      const value = exactFor<R>(scratchState, turn);
      if (value != UNKNOWN) prove(child, value == 0 ? PROOF_DRAWN : value > 0 ? PROOF_WON : PROOF_LOST);
    }
  }
  if (rules instanceof ChanceRules) proveMarked(mark);
  else proveFromChildren(node);
  return true;
}

/** Writes what the current's node gets as children; returns how many. */
@inline
function listMoves<R extends SearchRules>(mark: u32): u32 {
  const rules = rulesOf<R>();
  if (rules instanceof ChanceRules) {
    if (isByChance(mark)) return rules.moves(current, list);
    const count = rules.searchMoves(current, list);
    // Of proven moves the first is played: at the root the nearest win, or the farthest loss, where tables tell.
    if (nodeOf(mark) == nodeAt(0)) orderByTables<R>(current, list, count, list + 4 * <usize>rules.maxMoves(), scratchState);
    return count;
  }
  return rules.searchMoves(current, list);
}

/** UCB1 among the children that are not lost; any unvisited one, at random, comes before the visited. */
function select(node: usize): usize {
  const explore = exploration * Math.sqrt(ln(<f64>max(visitsOf(node), 1)));
  const end = endOfChildren(node);
  let best: usize = 0;
  let bestScore = -Infinity;
  let fresh: usize = 0;
  let freshCount: u32 = 0;
  for (let child = firstChild(node); child < end; child += NODE_BYTES) {
    if (proofOf(child) == PROOF_LOST) continue;
    const visits = visitsOf(child);
    if (visits == 0) {
      freshCount++;
      if (freshCount == 1 || randomBelow(random, freshCount) == 0) fresh = child;
    } else if (freshCount == 0) {
      const score = pointsOf(child) / <f64>visits + explore / Math.sqrt(<f64>visits);
      if (score > bestScore) {
        bestScore = score;
        best = child;
      }
    }
  }
  return freshCount > 0 ? fresh : best;
}

/** Points of a proven node. Coming here counts like a state of a playout, so that every simulate takes its share of the limit. */
function visitProven(node: usize): f64 {
  if (exhausted()) return CUT_OFF;
  countExpansion();
  return pointsOfProof(proofOf(node));
}

/** Points and proofs from the end of the simulate to the root. */
function backpropagate<R extends SearchRules>(length: usize, points: f64): void {
  let provenBelow = false;
  for (let at = path + ((length - 1) << 2); at >= path; at -= 4) {
    const mark = load<u32>(at);
    const node = nodeOf(mark);
    if (provenBelow) {
      if (rulesOf<R>() instanceof ChanceRules) proveMarked(mark);
      else proveFromChildren(node);
    }
    provenBelow = proofOf(node) != PROOF_OPEN;
    if (provenBelow) points = pointsOfProof(proofOf(node));
    addVisit(node, points);
    if (rulesOf<R>() instanceof ChanceRules) {
      if (at == path || isSameView(load<u32>(at - 4))) continue;
    }
    points = 1 - points;
  }
}

/** The line is that of the most visits, as far as the players make it: it ends where chance moves. */
function publish<R extends SearchRules>(record: usize, state: usize, playouts: u64): void {
  const rules = rulesOf<R>();
  store<f64>(record, <f64>playouts, UCT_PLAYED);
  store<f64>(record, <f64>expanded, UCT_EXPANDED);
  let node = bestChild(nodeAt(0));
  store<i32>(record, moveOf(node), UCT_MOVE);
  store<u32>(record, visitsOf(node), UCT_VISITS);
  store<f64>(record, meanOf(node), UCT_MEAN);
  store<u32>(record, nodesUsed, UCT_NODES);
  store<u32>(record, childCount(nodeAt(0)), UCT_ROOT_COUNT);
  copyState<R>(current, state);
  let length = 0;
  while (true) {
    store<i32>(record + UCT_PV + (<usize>length << 2), moveOf(node));
    length++;
    if (length == MAX_DEPTH || childCount(node) == 0) break;
    if (rules instanceof ChanceRules) {
      rules.play(current, moveOf(node));
      if (rules.chanceMoves(current)) break;
    }
    node = bestChild(node);
    if (visitsOf(node) == 0 && proofOf(node) == PROOF_OPEN) break;
  }
  store<i32>(record, length, UCT_PV_LENGTH);
}
