/**
 * Alpha-beta (principal variation search) for games from rulesheets in which two roles take turns. Values are for the first role; the chooser of
 * a state maximizes or minimizes, so that a role may move twice in a row. All children of a state are evaluated together in the lanes.
 */
import { MAX_EVALUATION, WIN_VALUE } from "../../engine/contracts/rules.as";
import { stopped } from "../../engine/kernel/stop.as";
import {
  BOUND_LOWER, BOUND_UPPER, BOUND_EXACT, ENDED_BY_DEPTH, ENDED_BY_NODES, ENDED_BY_PROOF, ENDED_BY_STOP,
} from "../../engine/search/constants";
import {
  entryMatchesDepth, entryBound, entryDepth, entryMove, entryValue, probeEntry, hasTable, storeEntry, useTable,
} from "../../engine/search/transposition-table.as";
import { LANES } from "../propnet/lanes.as";
import { PROPNET_ROLES, ROLE_MOVES } from "../propnet/layout";
import { chooser, hashOf, isBroken, generateMoves, packStart, stride, usePropnet, writeChildren } from "./expand.as";
import {
  CHILD_IS_TERMINAL, CHILD_ORDER, CHILD_MOVE, CHILD_STATE, CHILD_VALUE, ENDED_BY_RULES, PV_BYTES, MOVE_ROLE_BITS, AB_AGE, AB_DEPTH, AB_ENDED,
  AB_EVALUATION, AB_HISTORY, AB_PVS, AB_PV_LENGTH, AB_MOVE, AB_PROPNET, AB_NODES, AB_REACHED, AB_ROLE, AB_ROOTS, AB_ROOT_COUNT, AB_SEED, AB_STACK,
  AB_TABLE, AB_TABLE_BITS, AB_VALUE, AB_VISITED, ROOT_BYTES, ROOT_BOUND, ROOT_MOVE, ROOT_VALUE,
} from "./layout";

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
  const propnet = <usize>load<u32>(search, AB_PROPNET);
  usePropnet(propnet, <usize>load<u32>(search, AB_EVALUATION));
  const age = load<i32>(search, AB_AGE) + 1;
  store<i32>(search, age, AB_AGE);
  useTable(<usize>load<u32>(search, AB_TABLE), load<i32>(search, AB_TABLE_BITS), age);
  const limit = load<f64>(search, AB_NODES);
  maxVisited = limit > 0 ? limit : Infinity;
  const roles = <usize>load<u32>(propnet, PROPNET_ROLES);
  firstMoves = load<u32>(roles, ROLE_MOVES);
  historyCount = firstMoves + load<u32>(roles + 12, ROLE_MOVES);
  history = <usize>load<u32>(search, AB_HISTORY);
  memory.fill(history, 0, <usize>historyCount << 2);
  pvs = <usize>load<u32>(search, AB_PVS);
  stackEnd = <usize>load<u32>(search, AB_STACK + 4);
  ended = ENDED_BY_DEPTH;
  const state = <usize>load<u32>(search, AB_STACK);
  packStart(state);
  const children = state + stride;
  const count = generateMoves(state);
  store<u32>(search, chooser, AB_ROLE);
  store<u32>(search, count, AB_ROOT_COUNT);
  roots = <usize>load<u32>(search, AB_ROOTS);
  memory.fill(roots, 0, <usize>count * ROOT_BYTES);
  if (count == 0) return store<u32>(search, ENDED_BY_RULES, AB_ENDED);
  writeChildren(state, count, children);
  visited = 1 + <f64>count;
  visitedInfo = search + AB_VISITED;
  deepen(search, children, count, chooser);
  store<f64>(search, visited, AB_VISITED);
  store<u32>(search, isBroken ? <u32>ENDED_BY_RULES : ended, AB_ENDED);
}

function deepen(search: usize, children: usize, count: u32, role: u32): void {
  shuffle(children, count, role, load<u64>(search, AB_SEED));
  const most = <i32>load<u32>(search, AB_DEPTH);
  let best = NO_MOVE;
  store<u32>(search, 0, AB_REACHED);
  for (let depth: i32 = 1; depth <= most; depth++) {
    const value = iterate(children, count, role, depth, best);
    // An interrupted iteration counts from its first move on, which was the best move before.
    if (rootBest != NO_MOVE) {
      best = rootBest;
      store<u32>(search, (role << MOVE_ROLE_BITS) | best, AB_MOVE);
      store<i32>(search, role ? -value : value, AB_VALUE);
      store<u32>(search, load<u32>(pvs), AB_PV_LENGTH);
    }
    if (ended != ENDED_BY_DEPTH) return;
    store<u32>(search, <u32>depth, AB_REACHED);
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
    const value = load<i32>(child, CHILD_VALUE);
    store<i32>(child, (role ? -value : value) * ORDER_STEP + <i32>(seed >> 50), CHILD_ORDER);
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
      const key = load<u32>(child, CHILD_MOVE) == before ? <i64>TABLE_MOVE : <i64>load<i32>(child, CHILD_ORDER);
      const place = (key << 16) | <i64>k;
      if (place < last && place > next) next = place;
    }
    last = next;
    const index = <usize>(<u32>next & 0xffff);
    const child = children + index * stride;
    const value = sign * childValue(child, children + childrenBytes(count), 0, depth, sign, best, INFINITE, i == 0);
    if (ended != ENDED_BY_DEPTH) return best;
    if (!isProven) areProven = false;
    const root = roots + index * ROOT_BYTES;
    store<u32>(root, load<u32>(child, CHILD_MOVE), ROOT_MOVE);
    store<i32>(root, value, ROOT_VALUE);
    store<u32>(root, value > best ? 2 : 1, ROOT_BOUND);
    if (value <= best) continue;
    best = value;
    rootBest = load<u32>(child, CHILD_MOVE);
    extendPv(0, role, rootBest);
  }
  isProven = areProven || best > MAX_EVALUATION;
  return best;
}

@inline
function childrenBytes(count: u32): usize {
  return <usize>((count + LANES - 1) & ~(LANES - 1)) * stride;
}

/**
 * Value of a child for the first role. The window from `low` to `high` is from the view of the chooser at `ply`. Children after the first are
 * searched with a null window first.
 */
function childValue(
  child: usize, free: usize, ply: i32, depth: i32, sign: i32, low: i32, high: i32, isFirst: bool,
): i32 {
  if (depth == 1 || load<u32>(child, CHILD_IS_TERMINAL)) {
    endPv(ply + 1);
    isProven = load<u32>(child, CHILD_IS_TERMINAL) != 0;
    return fromRoot(load<i32>(child, CHILD_VALUE), ply + 1);
  }
  if (!isFirst) {
    const value = search(child, free, ply + 1, depth - 1, sign > 0 ? low : -low - 1, sign > 0 ? low + 1 : -low);
    if (ended != ENDED_BY_DEPTH || sign * value <= low || sign * value >= high) return value;
  }
  return search(child, free, ply + 1, depth - 1, sign > 0 ? low : -high, sign > 0 ? high : -low);
}

@inline
function fromRoot(value: i32, ply: i32): i32 {
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Value of a state for the first role; fail-soft. Undefined once `ended` is set. */
function search(node: usize, free: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  const state = node + CHILD_STATE;
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
  const count = generateMoves(state);
  if (isBroken) {
    ended = ENDED_BY_RULES;
    return 0;
  }
  if (visited + <f64>count > maxVisited) {
    ended = ENDED_BY_NODES;
    return 0;
  }
  // A leaf if the stack is full.
  if (free + childrenBytes(count) > stackEnd) {
    isProven = false;
    return load<i32>(node, CHILD_VALUE);
  }
  visited += <f64>count;
  store<f64>(visitedInfo, visited);
  writeChildren(state, count, free);
  return searchChildren(free, count, chooser, ply, depth, alpha, beta, hash, tableMove);
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
  children: usize, count: u32, role: u32, ply: i32, depth: i32, alpha: i32, beta: i32, hash: u64, tableMove: u32,
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
  for (let i: u32 = 0; i < count; i++) {
    const child = pickNext(children, count);
    const value = sign * childValue(child, children + childrenBytes(count), ply, depth, sign, low, high, i == 0);
    if (ended != ENDED_BY_DEPTH) return 0;
    if (!isProven) areProven = false;
    if (value <= best) continue;
    best = value;
    bestMove = load<u32>(child, CHILD_MOVE);
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
    const move = load<u32>(child, CHILD_MOVE);
    const value = load<i32>(child, CHILD_VALUE);
    const key = (role ? -value : value) * ORDER_STEP + load<i32>(historyOf(role, move));
    store<i32>(child, move == tableMove ? TABLE_MOVE : key, CHILD_ORDER);
  }
}

function pickNext(children: usize, count: u32): usize {
  let best = children;
  for (let i: u32 = 1; i < count; i++) {
    const child = children + <usize>i * stride;
    if (load<i32>(child, CHILD_ORDER) > load<i32>(best, CHILD_ORDER)) best = child;
  }
  store<i32>(best, PICKED, CHILD_ORDER);
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
