/**
 * Alpha-beta (principal variation search) for games from rulesheets in which two roles take turns. Values are for the first role; the chooser of
 * a state maximizes or minimizes, so that a role may move twice in a row. All children of a state are evaluated together in the lanes.
 */
import { AlphabetaRecord, Child, RootMoveRecord } from "../../build/layouts/gdl/alphabeta/alphabeta.as";
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { MAX_EVALUATION, WIN_VALUE } from "../../engine/contracts/rules.as";
import { stopped } from "../../engine/kernel/stop.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT, ENDED_BY_DEPTH, ENDED_BY_NODES, ENDED_BY_PROOF, ENDED_BY_STOP } from "../../engine/search/constants";
import {
  entryMatchesDepth, entryBound, entryDepth, entryMove, entryValue, probeEntry, hasTable, storeEntry, useTable,
} from "../../engine/search/transposition-table.as";
import { LANES } from "../propnet/lanes.as";
import {
  breakOff, chooser, expandSiblings, generateMoves, hashOf, isBroken, packStart, stride, usePropnet, writeChildren,
} from "./expand.as";
import { ENDED_BY_RULES, PV_BYTES, MOVE_ROLE_BITS } from "./constants";

const INFINITE: i32 = 32_000;
const NO_MOVE: u32 = u32.MAX_VALUE;
/** Depth of a proven entry. */
const ALL_DEPTHS: i32 = 255;
const TABLE_MOVE: i32 = i32.MAX_VALUE;
const PICKED: i32 = i32.MIN_VALUE;
/** A move-ordering score is the value times this plus the history score. */
const ORDER_STEP: i32 = 16_384;

let stackEnd: usize = 0;
let history: usize = 0;
let historyCount: u32 = 0;
let firstMoves: u32 = 0;
let pvs: usize = 0;
let roots: usize = 0;
let visited: f64 = 0;
/** Address of `visited` in the search info. */
let visitedInfo: usize = 0;
let maxVisited: f64 = 0;
/** Why the search ends; ENDED_BY_DEPTH while it runs. */
let ended: u32 = 0;
/** Whether the last returned value does not depend on the horizon. */
let isProven: bool = false;

/** Searches the start state of the propnet's record, which must not be terminal. */
export function searchAlphabeta(search: usize): void {
  const record = AlphabetaRecord.at(search);
  const propnet = record.propnet;
  usePropnet(propnet, record.evaluation);
  record.age++;
  useTable(record.table, record.tableBits, record.age);
  const limit = record.maxNodes;
  maxVisited = limit > 0 ? limit : Infinity;
  const roles = PropnetRecord.at(propnet).roles;
  firstMoves = PropnetRole.at(roles).moves;
  historyCount = firstMoves + PropnetRole.at(roles + PropnetRole.BYTES).moves;
  history = record.history;
  memory.fill(history, 0, <usize>historyCount << 2);
  pvs = record.pvs;
  stackEnd = record.stackEnd;
  ended = ENDED_BY_DEPTH;
  const state = record.stack;
  packStart(state);
  const children = state + stride;
  const count = generateMoves(state);
  record.role = chooser;
  record.rootCount = count;
  roots = record.rootMoves;
  memory.fill(roots, 0, <usize>count * RootMoveRecord.BYTES);
  if (count == 0) {
    record.ended = ENDED_BY_RULES;
    return;
  }
  writeChildren(state, count, children);
  visited = 1 + <f64>count;
  visitedInfo = record.nodesAddress;
  deepen(search, children, count, chooser);
  record.nodes = visited;
  record.ended = isBroken ? <u32>ENDED_BY_RULES : ended;
}

function deepen(search: usize, children: usize, count: u32, role: u32): void {
  const record = AlphabetaRecord.at(search);
  shuffle(children, count, role, record.seed);
  const most = <i32>record.maxDepth;
  let best = NO_MOVE;
  record.depth = 0;
  for (let depth: i32 = 1; depth <= most; depth++) {
    const value = iterate(children, count, role, depth, best);
    // An interrupted iteration counts from its first move on, which was the best move before.
    if (rootBest != NO_MOVE) {
      best = rootBest;
      record.move = (role << MOVE_ROLE_BITS) | best;
      record.value = role ? -value : value;
      record.pvLength = load<u32>(pvs);
    }
    if (ended != ENDED_BY_DEPTH) return;
    record.depth = <u32>depth;
    if (isProven) {
      ended = ENDED_BY_PROOF;
      return;
    }
  }
}

/** Order by value, with random order of equal values. */
function shuffle(children: usize, count: u32, role: u32, seed: u64): void {
  for (let i: u32 = 0; i < count; i++) {
    const child = children + <usize>i * stride;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    const value = Child.at(child).value;
    Child.at(child).order = (role ? -value : value) * ORDER_STEP + <i32>(seed >> 50);
  }
}

let rootBest: u32 = NO_MOVE;

/** One iteration at the root; the value is for the chooser. Order scores are unchanged. */
function iterate(children: usize, count: u32, role: u32, depth: i32, before: u32): i32 {
  const sign: i32 = role ? -1 : 1;
  let best: i32 = -INFINITE;
  let areProven = true;
  let last: i64 = i64.MAX_VALUE;
  rootBest = NO_MOVE;
  for (let i: u32 = 0; i < count; i++) {
    // By order score, the later of equal ones first; the best move of the previous iteration before all.
    let next: i64 = i64.MIN_VALUE;
    for (let k: u32 = 0; k < count; k++) {
      const child = children + <usize>k * stride;
      const key = Child.at(child).move == before ? <i64>TABLE_MOVE : <i64>Child.at(child).order;
      const place = (key << 16) | <i64>k;
      if (place < last && place > next) next = place;
    }
    last = next;
    const index = <usize>(<u32>next & 0xffff);
    const child = children + index * stride;
    // A queue of one child.
    const queue = openQueue(children + childrenBytes(count), 1);
    store<u32>(queue, <u32>child, QUEUE_LIST);
    Child.at(child).children = 0;
    const value = sign * childValue(queue, 0, 1, 0, depth, sign, best, INFINITE, i == 0);
    if (ended != ENDED_BY_DEPTH) return best;
    if (!isProven) areProven = false;
    const root = roots + index * RootMoveRecord.BYTES;
    RootMoveRecord.at(root).move = Child.at(child).move;
    RootMoveRecord.at(root).value = value;
    RootMoveRecord.at(root).bound = value > best ? 2 : 1;
    if (value <= best) continue;
    best = value;
    rootBest = Child.at(child).move;
    extendPv(0, role, rootBest);
  }
  isProven = areProven || best > MAX_EVALUATION;
  return best;
}

@inline
function childrenBytes(count: u32): usize {
  return <usize>((count + LANES - 1) & ~(LANES - 1)) * stride;
}

// The queue of the children of a node: where free memory begins, then the children in the order in which they are searched.
const QUEUE_FREE: usize = 0; // u32
const QUEUE_LIST: usize = 16;

/** A queue with space for some children. */
@inline
function openQueue(at: usize, count: u32): usize {
  store<u32>(at, <u32>endOfQueue(at, count), QUEUE_FREE);
  return at;
}

@inline
function endOfQueue(queue: usize, count: u32): usize {
  return queue + QUEUE_LIST + ((<usize>count * 4 + 15) & ~15);
}

@inline
function childIn(queue: usize, index: u32): usize {
  return <usize>load<u32>(queue + (<usize>index << 2), QUEUE_LIST);
}

/**
 * Value of a child for the first role: the child at `index` of a queue with space for `count`. The window from `low` to `high` is from the view of
 * the chooser at `ply`. Children after the first are searched with a null window first.
 */
function childValue(queue: usize, index: u32, count: u32, ply: i32, depth: i32, sign: i32, low: i32, high: i32, isFirst: bool): i32 {
  const child = childIn(queue, index);
  if (depth == 1 || Child.at(child).isTerminal) {
    endPv(ply + 1);
    isProven = Child.at(child).isTerminal != 0;
    return fromRoot(Child.at(child).value, ply + 1);
  }
  if (!isFirst) {
    const value = search(queue, index, count, ply + 1, depth - 1, sign > 0 ? low : -low - 1, sign > 0 ? low + 1 : -low);
    if (ended != ENDED_BY_DEPTH || sign * value <= low || sign * value >= high) return value;
  }
  return search(queue, index, count, ply + 1, depth - 1, sign > 0 ? low : -high, sign > 0 ? high : -low);
}

@inline
function fromRoot(value: i32, ply: i32): i32 {
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Value of a state in a queue for the first role; fail-soft. Undefined once `ended` is set. */
function search(queue: usize, index: u32, siblings: u32, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const node = childIn(queue, index);
  const state = node + Child.BYTES;
  const isPvNode = beta - alpha > 1;
  if (isPvNode) endPv(ply);
  let hash: u64 = 0;
  let tableMove = NO_MOVE;
  if (hasTable()) {
    hash = hashOf(state);
    const entry = probeEntry(hash);
    if (entry) {
      tableMove = <u32>entryMove(entry);
      // No table cutoffs in PV nodes, so that the PV is complete.
      if (!isPvNode && isTableCutoff(entry, ply, depth, alpha, beta)) return entryValue(entry, ply);
    }
  }
  if (stopped()) {
    ended = ENDED_BY_STOP;
    return 0;
  }
  if (!Child.at(node).children) expand(queue, index, siblings);
  // A leaf if the stack is full.
  if (!Child.at(node).children) {
    isProven = false;
    return Child.at(node).value;
  }
  const count = Child.at(node).childCount;
  if (count == 0) {
    breakOff();
    ended = ENDED_BY_RULES;
    return 0;
  }
  if (visited + <f64>count > maxVisited) {
    ended = ENDED_BY_NODES;
    return 0;
  }
  visited += <f64>count;
  store<f64>(visitedInfo, visited);
  return searchChildren(<usize>Child.at(node).children, count, Child.at(node).chooser, <usize>load<u32>(queue, QUEUE_FREE), ply, depth, alpha, beta, hash, tableMove);
}

/** Expands a child of a queue and, in the same passes, those after it: all before it have been searched. */
function expand(queue: usize, index: u32, count: u32): void {
  const children = endOfQueue(queue, count);
  if (children + 2 * <usize>LANES * stride > stackEnd) return;
  const list = queue + QUEUE_LIST + (<usize>index << 2);
  let queued: u32 = 1;
  while (index + queued < count && load<u32>(list + (<usize>queued << 2))) queued++;
  const end = expandSiblings(list, queued, children);
  const node = childIn(queue, index);
  if (Child.at(node).children) return store<u32>(queue, <u32>end, QUEUE_FREE);
  // More children than lanes.
  const state = node + Child.BYTES;
  const own = generateMoves(state);
  if (children + childrenBytes(own) + <usize>LANES * stride > stackEnd) return;
  writeChildren(state, own, children);
  Child.at(node).children = children;
  Child.at(node).childCount = own;
  Child.at(node).chooser = chooser;
  store<u32>(queue, <u32>(children + childrenBytes(own)), QUEUE_FREE);
}

function isTableCutoff(entry: usize, ply: i32, depth: i32, alpha: i32, beta: i32): bool {
  isProven = entryDepth(entry) == ALL_DEPTHS;
  if (!isProven && !entryMatchesDepth(entry, depth, WIN_VALUE)) return false;
  const value = entryValue(entry, ply);
  const bound = entryBound(entry);
  if (value > MAX_EVALUATION || value < -MAX_EVALUATION) isProven = true;
  return bound == BOUND_EXACT || (bound == BOUND_LOWER ? value >= beta : value <= alpha);
}

function searchChildren(
  children: usize, count: u32, role: u32, free: usize, ply: i32, depth: i32, alpha: i32, beta: i32, hash: u64, tableMove: u32,
): i32 {
  const sign: i32 = role ? -1 : 1;
  const from = sign > 0 ? alpha : -beta;
  const high = sign > 0 ? beta : -alpha;
  const isPvNode = high - from > 1;
  let low = from;
  let best: i32 = -INFINITE;
  let bestMove = NO_MOVE;
  let isBestProven = false;
  let areProven = true;
  writeOrderScores(children, count, role, tableMove);
  const queue = openQueue(free, count);
  const ahead = depth > 1 ? max<u32>(1, <u32>LANES / count) : 1;
  const most = min(count, ahead);
  let picked: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    for (; picked < count && picked < i + most; picked++) store<u32>(queue + (<usize>picked << 2), <u32>pickNext(children, count), QUEUE_LIST);
    if (picked < count) store<u32>(queue + (<usize>picked << 2), 0, QUEUE_LIST);
    const child = childIn(queue, i);
    const value = sign * childValue(queue, i, count, ply, depth, sign, low, high, i == 0);
    if (ended != ENDED_BY_DEPTH) return 0;
    if (!isProven) areProven = false;
    if (value <= best) continue;
    best = value;
    bestMove = Child.at(child).move;
    isBestProven = isProven;
    if (value <= low) continue;
    low = value;
    if (isPvNode) extendPv(ply, role, bestMove);
    if (value >= high) {
      updateHistory(role, bestMove, depth);
      break;
    }
  }
  isProven = best >= high ? isBestProven : areProven;
  const isWin = best > MAX_EVALUATION || best < -MAX_EVALUATION;
  if (isWin) isProven = true;
  if (hasTable()) {
    const bound = best >= high ? (sign > 0 ? BOUND_LOWER : BOUND_UPPER) : best <= from ? (sign > 0 ? BOUND_UPPER : BOUND_LOWER) : BOUND_EXACT;
    storeEntry(hash, <i32>bestMove, sign * best, isProven && !isWin ? ALL_DEPTHS : depth, bound, ply);
  }
  return sign * best;
}

@inline
function historyOf(role: u32, move: u32): usize {
  return history + (<usize>(role ? firstMoves + move : move) << 2);
}

/** The table move, then by value, then by the history heuristic. */
function writeOrderScores(children: usize, count: u32, role: u32, tableMove: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const child = children + <usize>i * stride;
    const move = Child.at(child).move;
    const value = Child.at(child).value;
    const key = (role ? -value : value) * ORDER_STEP + load<i32>(historyOf(role, move));
    Child.at(child).order = move == tableMove ? TABLE_MOVE : key;
    // Overwritten since the last search of this node.
    Child.at(child).children = 0;
  }
}

function pickNext(children: usize, count: u32): usize {
  let best = children;
  for (let i: u32 = 1; i < count; i++) {
    const child = children + <usize>i * stride;
    if (Child.at(child).order > Child.at(best).order) best = child;
  }
  Child.at(best).order = PICKED;
  return best;
}

/** History heuristic: credits a move that caused a cutoff. */
function updateHistory(role: u32, move: u32, depth: i32): void {
  const place = historyOf(role, move);
  const now = load<i32>(place) + depth * depth;
  store<i32>(place, now);
  if (now < ORDER_STEP) return;
  for (let i: usize = 0; i < <usize>historyCount << 2; i += 4) store<i32>(history + i, load<i32>(history + i) >> 1);
}

@inline
function pvAt(ply: i32): usize {
  return pvs + <usize>ply * PV_BYTES;
}

@inline
function endPv(ply: i32): void {
  store<u32>(pvAt(ply), 0);
}

/** The PV at a ply is the move followed by the PV of the next ply. */
function extendPv(ply: i32, role: u32, move: u32): void {
  const pv = pvAt(ply);
  const rest = pvAt(ply + 1);
  const count = load<u32>(rest);
  store<u32>(pv, count + 1);
  store<u32>(pv, (role << MOVE_ROLE_BITS) | move, 4);
  memory.copy(pv + 8, rest + 4, <usize>count << 2);
}
