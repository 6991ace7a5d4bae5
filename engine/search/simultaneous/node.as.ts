/**
 * A node of equilibrium search: the matrix game of its children's values. It is solved on intervals, so that most children are only
 * bounded, by searches with a narrow window:
 *
 * - A few rows form the restricted game. It is solved with the upper bounds of its children, which gives strategies x and y and a value v,
 *   an upper bound of the restricted game's value. The children in the support of x are then searched until x guarantees v against every
 *   column, or v falls.
 * - Every other row is tested against y. A row that cannot get more than v is pruned: one child suffices if y is pure. A better response
 *   joins the restricted game (double oracle, Bošanský et al. 2016, with the first better response instead of the best response).
 *
 * The windows of both tests follow from the bounds of the other children in a sum, as in Star1; if the bounds do not suffice, the child is
 * searched again with an open window. x and y prove the returned bounds: no row gets more than the upper bound against y, no column
 * less than the lower bound against x.
 */
import { DRAW, FIRST_WINS, ONGOING, rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { copyWords } from "../copy-state.as";
import { RUNNING, countNode, ended } from "../selective/limits.as";
import {
  ROW_ACTIVE, activate, activeCount, activeRow, columnCount, columnOrder, columnProbability, isSearched, lowerAt, moveAt,
  movesAt, narrow, nextFrame, rowCount, rowOrder, rowPlayer, rowProbability, rowStatus, scanStart, setKiller, setScanStart,
  startFrame, stateOf, touchRow, upperAt, upperRow, xAt, yAt,
} from "./frame.as";
import { solveMatrixGame } from "./matrix-game.as";
import { orderMoves } from "./ordering.as";
import { activateLastRows, publishRestricted } from "./root.as";
import { entryMatchesDepth, entryLower, entryMove, entryUpper, hasTable, isSolved, probeEntry, storeEntry } from "./transposition-table.as";

/** Bounds of the node searched last, for player 0. */
export let lower: f64 = 0;
let upper: f64 = 0;
/** Whether the values depend on an evaluation, since this was last set to false. */
export let heuristic: bool = false;

let discount: f64 = 0;
let winUtility: f64 = 0;
/** Maximum value after one round. */
let bound: f64 = 0;
/** Tolerance for equal values. */
let tolerance: f64 = 0;
let prunes: bool = false;
/** Space for the restricted game and its solution. */
let matrix: usize = 0;
let workspace: usize = 0;

export function startNodes<R extends SimultaneousRules>(factor: f64, prune: bool, space: usize): void {
  const rules = rulesOf<R>();
  discount = factor;
  winUtility = <f64>rules.winUtility();
  bound = discount * winUtility;
  tolerance = 1e-9 * winUtility;
  prunes = prune;
  matrix = space;
  workspace = space + 8 * <usize>rules.maxMoves(0) * <usize>rules.maxMoves(1);
}

/**
 * Searches the non-terminal state of a frame to a depth ≥ 1: `lower` and `upper` become equal, or one is outside the window (alpha, beta).
 * Undefined once `ended` is set.
 */
function searchNode<R extends SimultaneousRules>(frame: usize, depth: i32, alpha: f64, beta: f64): void {
  let hash: u64 = 0;
  let entry: usize = 0;
  let least = -winUtility;
  let most = winUtility;
  const before = heuristic;
  heuristic = false;
  // Step 1. Transposition table probe
  if (hasTable()) {
    hash = rulesOf<R>().hash(stateOf(frame));
    entry = probeEntry(hash);
    if (entry && entryMatchesDepth(entry, depth)) {
      least = entryLower(entry);
      most = entryUpper(entry);
      if (!isSolved(entry)) heuristic = true;
      if (least == most || least >= beta || most <= alpha) {
        lower = least;
        upper = most;
        heuristic = heuristic || before;
        return;
      }
    }
  }
  // Step 2. Double oracle within the window
  expandNode<R>(frame, depth, entry);
  solveWithin<R>(frame, depth, max(alpha, least), min(beta, most));
  if (ended != RUNNING) return;
  lower = max(lower, least);
  upper = min(upper, most);
  // Bounds may differ by the tolerance or cross by rounding errors. A search with an open window always returns a value.
  if (upper - lower <= 4 * tolerance || (alpha <= -winUtility && beta >= winUtility)) {
    lower = 0.5 * (lower + upper);
    upper = lower;
  }
  // Step 3. Transposition table store
  storeNode(frame, hash, depth);
  heuristic = heuristic || before;
}

/** Searches the root and leaves its strategies in the frame: no transposition table cutoff. */
export function searchRoot<R extends SimultaneousRules>(frame: usize, depth: i32): void {
  const hash = rulesOf<R>().hash(stateOf(frame));
  heuristic = false;
  expandNode<R>(frame, depth, hasTable() ? probeEntry(hash) : 0);
  solveWithin<R>(frame, depth, -2 * winUtility, 2 * winUtility);
  if (ended != RUNNING) return;
  lower = 0.5 * (lower + upper);
  upper = lower;
  storeNode(frame, hash, depth);
}

/** Bounds of an expanded node for player 0. */
function solveWithin<R extends SimultaneousRules>(frame: usize, depth: i32, alpha: f64, beta: f64): void {
  if (rowPlayer(frame) == 0) {
    solveNode<R>(frame, depth, alpha, beta);
    return;
  }
  solveNode<R>(frame, depth, -beta, -alpha);
  const negated = -upper;
  upper = -lower;
  lower = negated;
}

/** Generates the moves of the frame's state; the player with more moves gets the rows. */
export function expandNode<R extends SimultaneousRules>(frame: usize, depth: i32, entry: usize): void {
  const rules = rulesOf<R>();
  const first = rules.movesOf(stateOf(frame), 0, movesAt(frame, 0));
  const second = rules.movesOf(stateOf(frame), 1, movesAt(frame, 1));
  const player = first >= second ? 0 : 1;
  startFrame(frame, player, max(first, second), min(first, second));
  const row = entry ? entryMove(entry, player) : -1;
  const column = entry ? entryMove(entry, player ^ 1) : -1;
  orderMoves<R>(frame, player, rowCount(frame), rowOrder(frame), row, depth > 1);
  orderMoves<R>(frame, player ^ 1, columnCount(frame), columnOrder(frame), column, true);
}

/** Stores the bounds in the transposition table, and the most likely move of each player as killer move. */
function storeNode(frame: usize, hash: u64, depth: i32): void {
  const player = rowPlayer(frame);
  let row = 0;
  for (let k = 1; k < activeCount(frame); k++) if (rowProbability(frame, k) > rowProbability(frame, row)) row = k;
  row = activeRow(frame, row);
  let column = 0;
  for (let j = 1; j < columnCount(frame); j++) if (columnProbability(frame, j) > columnProbability(frame, column)) column = j;
  setKiller(frame, player, moveAt(frame, player, row));
  setKiller(frame, player ^ 1, moveAt(frame, player ^ 1, column));
  if (hasTable()) storeEntry(hash, depth, lower, upper, !heuristic, player == 0 ? row : column, player == 0 ? column : row);
}

/** The value of the frame's matrix game within (alpha, beta), as `lower` and `upper`, for the row player. */
function solveNode<R extends SimultaneousRules>(frame: usize, depth: i32, alpha: f64, beta: f64): void {
  let guaranteed = -winUtility;
  if (prunes) activateLastRows(frame);
  else searchAll<R>(frame, depth);
  if (activeCount(frame) == 0) addRow<R>(frame, depth, load<i32>(rowOrder(frame)));
  while (ended == RUNNING) {
    const value = solveRestricted(frame);
    const held = value >= beta ? beta : value - tolerance;
    if (value > alpha) {
      const refined = verifyStrategy<R>(frame, depth, value, held, alpha, beta);
      if (ended != RUNNING) return;
      guaranteed = max(guaranteed, guarantee);
      if (guaranteed >= beta) {
        lower = guaranteed;
        upper = winUtility;
        return;
      }
      if (refined) continue;
      publishRestricted(frame);
    }
    if (testRows<R>(frame, depth, max(value + tolerance, alpha))) continue;
    lower = guaranteed;
    upper = max(value, most);
    return;
  }
}

/** Adds a row to the restricted game. At the frontier all its children are evaluated: cheaper than a matrix game for each. */
function addRow<R extends SimultaneousRules>(frame: usize, depth: i32, row: i32): void {
  activate(frame, row);
  if (depth > 1) return;
  for (let j = 0; j < columnCount(frame) && ended == RUNNING; j++) {
    if (!isSearched(frame, row, j)) searchChild<R>(frame, depth, row, j, -winUtility, winUtility);
  }
}

/** Full-width search: searches all children with an open window. */
function searchAll<R extends SimultaneousRules>(frame: usize, depth: i32): void {
  for (let i = 0; i < rowCount(frame); i++) {
    activate(frame, i);
    for (let j = 0; j < columnCount(frame) && ended == RUNNING; j++) searchChild<R>(frame, depth, i, j, -winUtility, winUtility);
  }
}

/** Solves the restricted game by its upper bounds and writes the strategies to the frame. */
function solveRestricted(frame: usize): f64 {
  const bytes = <usize>columnCount(frame) << 3;
  for (let k = 0; k < activeCount(frame); k++) {
    memory.copy(matrix + <usize>k * bytes, upperRow(frame, activeRow(frame, k)), bytes);
  }
  return solveMatrixGame(matrix, activeCount(frame), columnCount(frame), xAt(frame), yAt(frame), workspace);
}

/** The value that x guarantees against every column. */
let guarantee: f64 = 0;

/**
 * Whether x guarantees `held` against every column by the bounds of the children; if not, searches a child that may decide it.
 * Returns whether it searched.
 */
function verifyStrategy<R extends SimultaneousRules>(frame: usize, depth: i32, value: f64, held: f64, alpha: f64, beta: f64): bool {
  const rows = activeCount(frame);
  guarantee = Infinity;
  let column = -1;
  for (let o = 0; o < columnCount(frame); o++) {
    const j = load<i32>(columnOrder(frame) + (<usize>o << 2));
    let sum: f64 = 0;
    for (let k = 0; k < rows; k++) sum += rowProbability(frame, k) * lowerAt(frame, activeRow(frame, k), j);
    if (sum < guarantee) {
      guarantee = sum;
      column = j;
    }
  }
  if (guarantee >= held) return false;
  let row = -1;
  let widest: f64 = 0;
  let sumLower: f64 = 0;
  let sumUpper: f64 = 0;
  let weight: f64 = 0;
  for (let k = 0; k < rows; k++) {
    const probability = rowProbability(frame, k);
    const low = lowerAt(frame, activeRow(frame, k), column);
    const high = upperAt(frame, activeRow(frame, k), column);
    sumLower += probability * low;
    sumUpper += probability * high;
    if (probability * (high - low) <= widest) continue;
    widest = probability * (high - low);
    weight = probability;
    row = activeRow(frame, k);
  }
  if (row < 0) return false;
  let from = -winUtility;
  let to = winUtility;
  // Without upper bounds of children, only the node's window bounds the search.
  const isBlind = value >= bound;
  if (!isSearched(frame, row, column) && !(isBlind && beta >= bound)) {
    const restLower = sumLower - weight * lowerAt(frame, row, column);
    const restUpper = sumUpper - weight * upperAt(frame, row, column);
    to = (held - restLower) / weight;
    from = min(((isBlind ? alpha : held) - restUpper) / weight, to - tolerance);
  }
  const known = guarantee;
  searchChild<R>(frame, depth, row, column, from, to);
  guarantee = known; // nodes below have set their own
  return true;
}

/** Upper bound against y of the rows outside the restricted game, after all have been tested. */
let most: f64 = 0;

/** Tests the rows outside the restricted game against y. True if one gets more than `limit` and has been activated. */
function testRows<R extends SimultaneousRules>(frame: usize, depth: i32, limit: f64): bool {
  const rows = rowCount(frame);
  let position = scanStart(frame);
  let highest = -bound;
  for (let tested = 0; tested < rows; tested++) {
    const row = load<i32>(rowOrder(frame) + (<usize>position << 2));
    position = position + 1 == rows ? 0 : position + 1;
    if (rowStatus(frame, row) == ROW_ACTIVE) continue;
    touchRow(frame, row);
    const gets = testRow<R>(frame, depth, row, limit);
    if (ended != RUNNING) return true;
    highest = max(highest, gets);
    if (gets < Infinity) continue;
    setScanStart(frame, position);
    addRow<R>(frame, depth, row);
    return true;
  }
  most = highest;
  return false;
}

/** Upper bound of a row against y; Infinity if it gets more than `limit`. Searches only as many children as needed. */
function testRow<R extends SimultaneousRules>(frame: usize, depth: i32, row: i32, limit: f64): f64 {
  while (true) {
    let sumLower: f64 = 0;
    let sumUpper: f64 = 0;
    let column = -1;
    let widest: f64 = 0;
    let weight: f64 = 0;
    for (let j = 0; j < columnCount(frame); j++) {
      const probability = columnProbability(frame, j);
      if (probability == 0) continue;
      const low = lowerAt(frame, row, j);
      const high = upperAt(frame, row, j);
      sumLower += probability * low;
      sumUpper += probability * high;
      if (probability * (high - low) <= widest) continue;
      widest = probability * (high - low);
      weight = probability;
      column = j;
    }
    if (sumLower > limit) return Infinity;
    if (sumUpper <= limit || column < 0) return sumUpper;
    let from = -winUtility;
    let to = winUtility;
    if (!isSearched(frame, row, column)) {
      from = (limit - sumUpper) / weight + upperAt(frame, row, column);
      to = max((limit - sumLower) / weight + lowerAt(frame, row, column), from) + tolerance;
    }
    searchChild<R>(frame, depth, row, column, from, to);
    if (ended != RUNNING) return 0;
  }
}

/** Narrows the bounds of a child by a search in the window (from, to), for the row player at the node. */
function searchChild<R extends SimultaneousRules>(frame: usize, depth: i32, row: i32, column: i32, from: f64, to: f64): void {
  if (countNode(0)) return;
  const rules = rulesOf<R>();
  const child = nextFrame(frame);
  const player = rowPlayer(frame);
  copyWords(stateOf(child), stateOf(frame), rules.stateBytes());
  const rowMove = moveAt(frame, player, row);
  const columnMove = moveAt(frame, player ^ 1, column);
  rules.playBoth(stateOf(child), player == 0 ? rowMove : columnMove, player == 0 ? columnMove : rowMove);
  const result = rules.result(stateOf(child));
  if (result != ONGOING) {
    lower = result == DRAW ? 0 : result == FIRST_WINS ? winUtility : -winUtility;
    upper = lower;
  } else if (depth == 1) {
    heuristic = true;
    lower = max(-winUtility, min(winUtility, <f64>rules.evaluate(stateOf(child))));
    upper = lower;
  } else {
    const alpha = (player == 0 ? from : -to) / discount;
    const beta = (player == 0 ? to : -from) / discount;
    searchNode<R>(child, depth - 1, alpha, beta);
    if (ended != RUNNING) return;
  }
  if (player == 0) narrow(frame, row, column, discount * lower, discount * upper);
  else narrow(frame, row, column, -discount * upper, -discount * lower);
}
