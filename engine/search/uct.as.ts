/**
 * UCT: Monte Carlo tree search with UCB1 selection and proven values (MCTS-Solver): terminal states inside the tree are
 * backed up as proofs, with 1 point for a win, 0.5 for a draw, 0 for a loss. Without proofs (plain UCT) a terminal state in the
 * tree only gives the points that a playout ending there would. Points of playouts are in playout.as.ts. The
 * sides alternate, except with `ChanceRules` (path.as.ts); `instanceof` below is resolved when a kernel is compiled. The
 * record is described in uct.layout.ts.
 */
import { UctNode, UctRecord } from "../../build/layouts/engine/search/uct.as";
import { ChanceRules, DRAW, FIRST_WINS, ONGOING, SearchRules, UNKNOWN, rulesOf } from "../contracts/rules.as";
import { stopped } from "../kernel/stop.as";
import { sampleOutcome, exactFor, orderByTables } from "./chance.as";
import { copyState } from "./copy-state.as";
import { countExpansion, exhausted, expanded, startExpansions } from "./expansions.as";
import {
  ENDED_BY_NODES, ENDED_BY_PLAYOUTS, ENDED_BY_PROOF, ENDED_BY_STOP, MAX_DEPTH, PROOF_DRAWN, PROOF_LOST, PROOF_OPEN, PROOF_WON,
} from "./constants";
import { ln } from "./logarithm.as";
import { childOfOutcome, isByChance, isSameView, markOf, nodeOf, proveMarked } from "./path.as";
import { CUT_OFF, playout, playoutBytes, pointsOfEnd, startPlayouts } from "./playout.as";
import { randomBelow } from "../random/xorshift.as";
import {
  addChildren, addVisit, bestChild, childCount, endOfChildren, firstChild, meanOf, moveOf, nodeAt, nodesUsed, pointsOf,
  pointsOfProof, proofOf, prove, proveFromChildren, startTree, visitsOf,
} from "./tree.as";

/** Maximum length of a simulation's path in the tree. */
const MAX_PATH: usize = 1024;
/** Expansions between two updates of the record for progress reports. */
const PUBLISH_INTERVAL: u64 = 65_536;

let exploration: f64 = 0;
let threshold: u32 = 0;
/** Whether proofs are backed up. */
let solving: bool = true;
let random: usize = 0;
// This thread's scratch: the current state, a second state, the path, a list of moves.
let current: usize = 0;
let scratchState: usize = 0;
let path: usize = 0;
let list: usize = 0;

export function uctScratchSize<R extends SearchRules>(): usize {
  const rules = rulesOf<R>();
  return <usize>(2 * rules.stateBytes()) + 4 * MAX_PATH + playoutBytes<R>();
}

function start<R extends SearchRules>(record: UctRecord): void {
  const bytes = rulesOf<R>().stateBytes();
  current = record.scratch;
  scratchState = current + bytes;
  path = scratchState + bytes;
  list = path + 4 * MAX_PATH;
  exploration = record.c;
  threshold = record.threshold;
  random = record.randomAddress;
  startPlayouts(record);
  startExpansions(limitOf(record.maxExpansions));
  solving = record.proofs != 0;
  startTree(record.pool, record.poolNodes, solving);
}

function limitOf(given: f64): u64 {
  return given > 0 && given < 1e15 ? <u64>given : u64.MAX_VALUE;
}

/** Searches the record's state, which must not be terminal, writes the result into the record and returns the move. */
export function searchByUct<R extends SearchRules>(address: usize): i32 {
  const record = UctRecord.at(address);
  start<R>(record);
  const state = record.state;
  const maxPlayouts = limitOf(record.maxPlayouts);
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
  record.ended = why;
  return record.move;
}

/** One simulation: selection, expansion, playout, backpropagation. False if the limit on expansions aborted it. */
function simulate<R extends SearchRules>(state: usize): bool {
  copyState<R>(current, state);
  let mark = <u32>nodeAt(0);
  let node = nodeAt(0);
  let length: usize = 1;
  store<u32>(path, mark);
  while (proofOf(node) == PROOF_OPEN && length < MAX_PATH) {
    // Step 2. Expansion
    if (childCount(node) == 0) {
      if (visitsOf(node) < threshold || exhausted() || !expand<R>(mark)) break;
      if (proofOf(node) != PROOF_OPEN) break;
    }
    // Step 1. Selection
    mark = descend<R>(mark);
    node = nodeOf(mark);
    store<u32>(path + (length << 2), mark);
    length++;
  }
  // Step 3. Playout
  const points = proofOf(node) != PROOF_OPEN ? visitProven<R>(node, length) : playoutFrom<R>(mark, length);
  if (points == CUT_OFF) return false;
  // Step 4. Backpropagation
  backpropagate<R>(length, points);
  return true;
}

/** Selects or samples a child, plays its move on the current state and returns the marked child. */
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

/** Points of a playout from the current state for the side that its node's points are for. `length` is that of the path. */
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

/** Adds the children of the current state's node, and proves terminal ones. False if the pool is full. */
function expand<R extends SearchRules>(mark: u32): bool {
  const rules = rulesOf<R>();
  const node = nodeOf(mark);
  if (!addChildren(node, list, listMoves<R>(mark))) return false;
  countExpansion();
  const turn = rules.turn(current);
  const end = endOfChildren(node);
  for (let child = firstChild(node); child < end; child += UctNode.BYTES) {
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
  if (!solving) return true;
  if (rules instanceof ChanceRules) proveMarked(mark);
  else proveFromChildren(node);
  return true;
}

/** Lists the moves or outcomes of the current state; returns their number. */
@inline
function listMoves<R extends SearchRules>(mark: u32): u32 {
  const rules = rulesOf<R>();
  if (rules instanceof ChanceRules) {
    if (isByChance(mark)) return rules.moves(current, list);
    const count = rules.searchMoves(current, list);
    // The first of the proven moves is played: at the root the shortest win or the longest loss by tables.
    if (nodeOf(mark) == nodeAt(0)) orderByTables<R>(current, list, count, list + 4 * <usize>rules.maxMoves(), scratchState);
    return count;
  }
  return rules.searchMoves(current, list);
}

/** UCB1 among the children that are not proven losses (without proofs: among all); a random unvisited child comes first. */
function select(node: usize): usize {
  const explore = exploration * Math.sqrt(ln(<f64>max(visitsOf(node), 1)));
  const end = endOfChildren(node);
  let best: usize = 0;
  let bestScore = -Infinity;
  let fresh: usize = 0;
  let freshCount: u32 = 0;
  for (let child = firstChild(node); child < end; child += UctNode.BYTES) {
    if (solving && proofOf(child) == PROOF_LOST) continue;
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

/** Points of a proven node. Counts as an expansion, so that every simulation uses up some of the limit. `length` is that of the path. */
function visitProven<R extends SearchRules>(node: usize, length: usize): f64 {
  if (exhausted()) return CUT_OFF;
  countExpansion();
  const proof = proofOf(node);
  // With chance, a table may be the reason, and the path's length is not the number of plies.
  if (rulesOf<R>() instanceof ChanceRules) return pointsOfProof(proof);
  return solving || proof == PROOF_DRAWN ? pointsOfProof(proof) : pointsOfEnd(proof == PROOF_WON, <i32>length - 1);
}

/** Backpropagates points and proofs along the path. */
function backpropagate<R extends SearchRules>(length: usize, points: f64): void {
  let provenBelow = false;
  for (let at = path + ((length - 1) << 2); at >= path; at -= 4) {
    const mark = load<u32>(at);
    const node = nodeOf(mark);
    if (provenBelow && solving) {
      if (rulesOf<R>() instanceof ChanceRules) proveMarked(mark);
      else proveFromChildren(node);
    }
    provenBelow = proofOf(node) != PROOF_OPEN;
    if (provenBelow && solving) points = pointsOfProof(proofOf(node));
    addVisit(node, points);
    if (rulesOf<R>() instanceof ChanceRules) {
      if (at == path || isSameView(load<u32>(at - 4))) continue;
    }
    points = 1 - points;
  }
}

/** Writes the result. The PV follows the most visited children and ends at a chance node. */
function publish<R extends SearchRules>(record: UctRecord, state: usize, playouts: u64): void {
  const rules = rulesOf<R>();
  record.playouts = <f64>playouts;
  record.expansions = <f64>expanded;
  let node = bestChild(nodeAt(0));
  record.move = moveOf(node);
  record.visits = visitsOf(node);
  record.mean = meanOf(node);
  record.treeNodes = nodesUsed;
  record.rootCount = childCount(nodeAt(0));
  copyState<R>(current, state);
  let length = 0;
  while (true) {
    record.pv[length] = moveOf(node);
    length++;
    if (length == MAX_DEPTH || childCount(node) == 0) break;
    if (rules instanceof ChanceRules) {
      rules.play(current, moveOf(node));
      if (rules.chanceMoves(current)) break;
    }
    node = bestChild(node);
    if (visitsOf(node) == 0 && proofOf(node) == PROOF_OPEN) break;
  }
  record.pvLength = length;
}
