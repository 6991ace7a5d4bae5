/**
 * Decoupled UCT (DUCT): Monte Carlo tree search for simultaneous moves. Each player selects by the statistics of its own moves; the joint move
 * leads to a child. Points of player 0 are from 0 to 1, those of player 1 the complement. The record is described in simultaneous.layout.ts.
 */
import { DuctRecord, StrategyMove } from "../../../build/layouts/engine/search/simultaneous/simultaneous.as";
import { DRAW, FIRST_WINS, ONGOING, rulesOf } from "../../contracts/rules.as";
import { ANY_MOVE, SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { stopped } from "../../kernel/stop.as";
import { copyWords } from "../copy-state.as";
import { countExpansion, exhausted, expanded, startExpansions } from "../expansions.as";
import { ENDED_BY_NODES, ENDED_BY_PLAYOUTS, ENDED_BY_STOP } from "../constants";
import { randomBelow } from "../../random/xorshift.as";
import {
  addNode, addVisit, firstMove, linkChild, linkOf, linkVisits, moveCount, moveOf, moveRecord, moveSize, nodeVisits, nodesUsed,
  pointsOf, rootNode, setLinkChild, startTree, strategyOf, visitsOf,
} from "./duct-tree.as";
import { SELECT_BY_REGRET } from "./constants";
import { selectByRegret, selectByUcb, updateRegrets } from "./selection.as";
export { ductNodeSize } from "./duct-tree.as";

/** Maximum length of a simulation's path in the tree. */
const MAX_PATH: usize = 1024;
// A step of the path: u32 node, u32 link, i32 number of each player's move.
const STEP_BYTES: usize = 16;
/** Expansions between two updates of the record for progress reports. */
const PUBLISH_INTERVAL: u64 = 65_536;
/** Instead of points: the limit on expansions aborted the playout. */
const CUT_OFF: f64 = -1;

let c: f64 = 0;
let epsilon: f64 = 0;
let weight: f64 = 0;
let threshold: u32 = 0;
let usesRegret: bool = false;
let maxRounds: i32 = 0;
let evaluatesCutoff: bool = false;
let random: usize = 0;
// This thread's scratch: the current state, the path, a list of moves.
let current: usize = 0;
let path: usize = 0;
let list: usize = 0;

export function ductRecordSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return DuctRecord.BYTES + StrategyMove.BYTES * <usize>(rules.maxMoves(0) + rules.maxMoves(1));
}

export function ductScratchSize<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return <usize>rules.stateBytes() + STEP_BYTES * MAX_PATH + 4 * <usize>max(rules.maxMoves(0), rules.maxMoves(1));
}

@inline
function limitOf(given: f64): u64 {
  return given > 0 && given < 1e15 ? <u64>given : u64.MAX_VALUE;
}

/** Searches the record's state, which must not be terminal, and writes the result into the record. */
export function searchByDuct<R extends SimultaneousRules>(address: usize): void {
  const record = DuctRecord.at(address);
  start<R>(record);
  const state = record.state;
  const maxPlayouts = limitOf(record.maxPlayouts);
  addNode<R>(state, list);
  let playouts: u64 = 0;
  let publishAt: u64 = 0;
  let why = -1;
  while (why < 0) {
    if (playouts >= maxPlayouts) why = ENDED_BY_PLAYOUTS;
    else if (stopped()) why = ENDED_BY_STOP;
    else if (!simulate<R>(state)) why = ENDED_BY_NODES;
    else playouts++;
    if (expanded < publishAt) continue;
    publishAt = expanded + PUBLISH_INTERVAL;
    publish(record, playouts);
  }
  publish(record, playouts);
  record.ended = why;
}

function start<R extends SimultaneousRules>(record: DuctRecord): void {
  current = record.scratch;
  path = current + rulesOf<R>().stateBytes();
  list = path + STEP_BYTES * MAX_PATH;
  c = record.c;
  epsilon = record.epsilon;
  weight = record.weight;
  threshold = record.threshold;
  usesRegret = record.selection == SELECT_BY_REGRET;
  maxRounds = record.rounds;
  evaluatesCutoff = record.cutoff != 0;
  random = record.randomAddress;
  startExpansions(limitOf(record.maxExpansions));
  startTree(
    record.pool, record.poolBytes, record.links, record.linkBits, usesRegret,
  );
}

/** One simulation: selection, expansion, playout, backpropagation. False if the limit on expansions aborted it. */
function simulate<R extends SimultaneousRules>(state: usize): bool {
  const rules = rulesOf<R>();
  copyWords(current, state, rules.stateBytes());
  let node = rootNode();
  let length: usize = 0;
  let points: f64 = CUT_OFF;
  while (true) {
    if (exhausted()) return false;
    countExpansion();
    // Step 1. Selection by each player
    const first = select<R>(node, 0);
    const second = select<R>(node, 1);
    const link = linkOf(node, first, second, true);
    const step = path + length * STEP_BYTES;
    store<u32>(step, <u32>node);
    store<u32>(step, <u32>link, 4);
    store<i32>(step, first, 8);
    store<i32>(step, second, 12);
    length++;
    rules.playBoth(current, moveOf(moveRecord(node, 0, first)), moveOf(moveRecord(node, 1, second)));
    const result = rules.result(current);
    if (result != ONGOING) {
      points = pointsOfEnd(result);
      break;
    }
    node = link ? linkChild(link) : 0;
    // Steps 2 and 3. Expansion and playout
    if (node == 0 || length == MAX_PATH) {
      if (node == 0 && link && linkVisits(link) + 1 >= threshold) setLinkChild(link, addNode<R>(current, list));
      points = playout<R>();
      if (points == CUT_OFF) return false;
      break;
    }
  }
  // Step 4. Backpropagation
  backpropagate(length, points);
  return true;
}

@inline
function select<R extends SimultaneousRules>(node: usize, player: i32): i32 {
  if (usesRegret) return selectByRegret(node, player, epsilon, random);
  return selectByUcb<R>(node, player, current, c, random);
}

@inline
function pointsOfEnd(result: i32): f64 {
  return result == DRAW ? 0.5 : result == FIRST_WINS ? 1 : 0;
}

/** Points of a playout from the current state, which is not terminal. */
function playout<R extends SimultaneousRules>(): f64 {
  const rules = rulesOf<R>();
  for (let round = 0; round < maxRounds; round++) {
    if (exhausted()) return CUT_OFF;
    countExpansion();
    const first = playoutMove<R>(0);
    rules.playBoth(current, first, playoutMove<R>(1));
    const result = rules.result(current);
    if (result != ONGOING) return pointsOfEnd(result);
  }
  return pointsOfCutoff<R>();
}

@inline
function playoutMove<R extends SimultaneousRules>(player: i32): i32 {
  const rules = rulesOf<R>();
  const move = rules.playoutMove(current, player, list, random);
  if (move != ANY_MOVE) return move;
  const count = rules.movesOf(current, player, list);
  return load<i32>(list + (<usize>randomBelow(random, count) << 2));
}

function pointsOfCutoff<R extends SimultaneousRules>(): f64 {
  const value = <f64>rulesOf<R>().evaluate(current);
  if (evaluatesCutoff) return max(0, min(1, 0.5 + weight * value));
  return value > 0 ? 1 : value < 0 ? 0 : 0.5;
}

function backpropagate(length: usize, points: f64): void {
  for (let at = path + length * STEP_BYTES; at > path;) {
    at -= STEP_BYTES;
    const node = <usize>load<u32>(at);
    const first = load<i32>(at, 8);
    const second = load<i32>(at, 12);
    if (usesRegret) updateRegrets(node, first, second, points);
    addVisit(node, first, second, <usize>load<u32>(at, 4), points);
  }
}

/** Writes the statistics of the root. */
function publish(record: DuctRecord, playouts: u64): void {
  const root = rootNode();
  const visits = <f64>nodeVisits(root);
  let before = 0;
  for (let player = 0; player < 2; player++) {
    const count = moveCount(root, player);
    const total = totalShare(root, player);
    let entry = firstMove(root, player);
    for (let i = 0; i < count; i++, entry += moveSize()) {
      const at = record.moves[before + i];
      const tried = visitsOf(entry);
      at.probability = total > 0 ? shareOf(entry) / total : 1 / <f64>count;
      at.value = tried > 0 ? pointsOf(entry) / <f64>tried : 0.5;
      at.move = moveOf(entry);
      at.boundOrVisits = tried;
    }
    record.counts[player] = count;
    before += count;
  }
  record.mean = meanOfRoot(root, visits);
  record.treeNodes = nodesUsed;
  record.playouts = <f64>playouts;
  record.expansions = <f64>expanded;
}

/** Unnormalized probability of a root move. */
@inline
function shareOf(entry: usize): f64 {
  return usesRegret ? strategyOf(entry) : <f64>visitsOf(entry);
}

function totalShare(node: usize, player: i32): f64 {
  let sum: f64 = 0;
  let entry = firstMove(node, player);
  for (let i = 0; i < moveCount(node, player); i++, entry += moveSize()) sum += shareOf(entry);
  return sum;
}

function meanOfRoot(root: usize, visits: f64): f64 {
  if (visits == 0) return 0.5;
  let sum: f64 = 0;
  let entry = firstMove(root, 0);
  for (let i = 0; i < moveCount(root, 0); i++, entry += moveSize()) sum += pointsOf(entry);
  return sum / visits;
}
