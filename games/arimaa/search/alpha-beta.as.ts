/**
 * Alpha-beta (principal variation search) over steps. A node is a placement, the side to move and its steps left; depth counts steps, and ending a
 * turn early costs the steps left. Full width gives the exact value of its depth. Selective adds null-move pruning, futility pruning, late move
 * reductions and a beam near the leaves.
 */
import { stopped } from "../../../engine/kernel/stop.as";
import { copyBoard, hashOf, NO_WINNER, winnerAfter } from "../board.as";
import { MAX_STEPS } from "../constants";
import { ACTION_BYTES, ACTION_KEY, listActions, makeAction, MAX_ACTIONS, stepsOfAction } from "./actions.as";
import { evaluate, threatsOfMover, valueOfSteps } from "./evaluate.as";
import { canReachGoal } from "./goal.as";
import { actionOf, LOWER_BOUND, UPPER_BOUND, boundOf, depthOf, EXACT, probe, storeEntry, valueOf } from "./transposition-table.as";
import { LEAST_WIN, WIN } from "./terms";

/** A level of the stack: its board and its actions. */
const LIST: usize = 80;
export const LEVEL_BYTES: usize = LIST + MAX_ACTIONS * ACTION_BYTES;
export const MAX_LEVELS: usize = 160;
const INFINITE: i32 = 2 * WIN;
/**
 * The futility margin: the last steps of a line rarely gain more than this over ending the turn. On 20 recorded positions a search of three turns
 * takes 0.29 of the nodes it takes without this for single steps, and values rise by 0.08 rabbits; with a margin a quarter larger, 0.42 and 0.01.
 */
@inline
function futilityMargin(steps: i32): i32 {
  return steps == 1 ? 800 : steps == 2 ? 1300 : 1600;
}

const BEAM_SALT: u64 = 0x5bf0363546d1aa11;

/** Actions after these are reduced (late move reduction), by steps left: together 60 turns. */
@inline
function fullDepthActions(left: i32): i32 {
  return left == 4 ? 5 : left == 3 ? 3 : 2;
}

/**
 * A reduced action is searched to its full depth unless it falls short of alpha by this much: the reduced search ends with the other side to move, and values of searches
 * that differ by a turn are 0.5 rabbits apart (root mean square).
 */
const LMR_MARGIN: i32 = 400;

/** Per thread: the history table of both sides (by action key), killers (two by turn and steps left), and a cache of evaluations. */
const HISTORY_BYTES: usize = 2 << 18;
const KILLERS: usize = HISTORY_BYTES;
const MAX_TURNS_DEEP: usize = 64;
const EVALUATIONS: usize = KILLERS + MAX_TURNS_DEEP * 4 * 8;
const EVALUATION_BITS: u64 = 14;
export const TREE_BYTES: usize = EVALUATIONS + (<usize>16 << <usize>EVALUATION_BITS);

let workspace: usize = 0;
let selective: bool = false;
let goalSearch: bool = true;
let nodes: u64 = 0;
let nodeLimit: u64 = 0;
let aborted: bool = false;
let uninterrupted: bool = false;
/** Where the node count (u64) is published during the search. */
let nodesOut: usize = 0;
/** Of the last evaluation: see threatsOfMover. */
let threats: i32 = 0;

/** Must be zeroed before the first use. */
export function useTreeWorkspace(region: usize): void {
  workspace = region;
}

export function beginTree(isSelective: bool, searchesGoals: bool, limit: u64, count: usize): void {
  nodesOut = count;
  selective = isSelective;
  goalSearch = searchesGoals;
  nodes = 0;
  nodeLimit = limit;
  aborted = false;
  // Age the history table.
  for (let at = workspace; at < workspace + HISTORY_BYTES; at += 4) store<i32>(at, load<i32>(at) >> 3);
  memory.fill(workspace + KILLERS, 0, EVALUATIONS - KILLERS);
}

function mustStop(): bool {
  store<u64>(nodesOut, nodes);
  return !uninterrupted && stopped();
}

/** Whether the search ignores a request to stop; node limits still count. */
export function setUninterrupted(on: bool): void {
  uninterrupted = on;
}

@inline export function isAborted(): bool { return aborted; }
@inline export function nodeCount(): u64 { return nodes; }

@inline
function keyOf(board: usize, side: i32, left: i32, start: u64): u64 {
  const salt = <u64>(2 * left + side + 1) * 0x9e3779b97f4a7c15;
  // Within a turn the placement at its start matters: the turn may not end with it.
  const key = left == MAX_STEPS ? hashOf(board) ^ salt : hashOf(board) ^ salt ^ (start * 0xd6e8feb86659fd93);
  return (key ^ (key >> 29)) * 0xbf58476d1ce4e5b9;
}

/** The value for `mover`, which has just ended its turn, number `turns` from the root. */
export function afterTurn(board: usize, mover: i32, depth: i32, alpha: i32, beta: i32, turns: i32, afterNullMove: bool): i32 {
  const winner = winnerAfter(board, mover);
  if (winner != NO_WINNER) return winner == mover ? WIN - turns : turns - WIN;
  return -search(board, 1 - mover, MAX_STEPS, depth, -beta, -alpha, 0, turns, afterNullMove);
}

/** The static evaluation, cached: several orders of steps reach the same leaf. */
@inline
function cachedEvaluation(board: usize, side: i32, left: i32): i32 {
  const key = hashOf(board) ^ (<u64>(2 * left + side + 1) * 0x9e3779b97f4a7c15);
  const slot = workspace + EVALUATIONS + (<usize>(key >> (64 - EVALUATION_BITS)) << 4);
  if (load<u64>(slot) == key) {
    threats = load<i32>(slot, 12);
    return load<i32>(slot, 8);
  }
  const value = evaluate(board, side, left);
  threats = threatsOfMover();
  store<u64>(slot, key);
  store<i32>(slot, value, 8);
  store<i32>(slot, threats, 12);
  return value;
}

/**
 * The value for `side`. The board is at the start of a level's region, the levels below follow it. `start`: hash of the placement at the start of
 * the turn. `afterNullMove`: the previous turn was a null move, so no other is tried here.
 */
function search(
  board: usize,
  side: i32,
  left: i32,
  depth: i32,
  alpha: i32,
  beta: i32,
  start: u64,
  turns: i32,
  afterNullMove: bool,
): i32 {
  if (((nodes & 255) == 0 && mustStop()) || (nodeLimit != 0 && nodes >= nodeLimit)) aborted = true;
  if (aborted) return 0;
  nodes++;
  const atStart = left == MAX_STEPS;
  if (atStart) {
    if (goalSearch && canReachGoal(board, side, MAX_STEPS)) return WIN - turns - 1;
    start = hashOf(board);
  }
  if (depth <= 0) return cachedEvaluation(board, side, left);

  const narrow = selective && turns >= 2 && depth <= MAX_STEPS;
  // Values of a beam search are kept apart from those of a full-width search.
  const key = narrow ? keyOf(board, side, left, start) ^ BEAM_SALT : keyOf(board, side, left, start);
  const data = probe(key);
  let tableAction: u32 = 0;
  let hasTableAction = false;
  if (data) {
    tableAction = actionOf(data);
    hasTableAction = true;
    const tableDepth = depthOf(data);
    if (tableDepth == depth || (selective && tableDepth > depth)) {
      const value = valueOf(data, turns);
      const bound = boundOf(data);
      if (bound == EXACT || (bound == LOWER_BOUND ? value >= beta : value <= alpha)) return value;
    }
  }

  const below = board + LEVEL_BYTES;
  if (selective && (atStart || depth <= left) && beta - alpha == 1 && beta < LEAST_WIN && alpha > -LEAST_WIN) {
    const value = cachedEvaluation(board, side, left);
    if (depth <= left) {
      // Futility pruning in the last turn of a line: standing pat is enough for a cutoff, or no remaining step can raise alpha.
      const ended = value - valueOfSteps(left + MAX_STEPS);
      if (atStart && ended - threats >= beta) return ended - threats;
      const upperBound = ended + futilityMargin(left) + (threats >> 1);
      if (upperBound <= alpha) return upperBound;
    } else if (!afterNullMove && value - threats >= beta) {
      // Null-move pruning.
      copyBoard(below, board);
      const nullValue = -search(below, 1 - side, MAX_STEPS, depth - MAX_STEPS, -beta, -beta + 1, 0, turns + 1, true);
      if (aborted) return 0;
      if (nullValue >= beta && nullValue < LEAST_WIN) return nullValue;
    }
  }

  let best = -INFINITE;
  let bestAction: u32 = 0;
  let lower = alpha;
  const canPass = !atStart && hashOf(board) != start;
  // Action 0 is the end of the turn.
  if (canPass) {
    copyBoard(below, board);
    best = afterTurn(below, side, depth - left, lower, beta, turns + 1, false);
    if (aborted) return 0;
    if (best > lower) lower = best;
  }
  if (best < beta) {
    const list = board + LIST;
    const history = workspace + (<usize>side << 18);
    const count = listActions(board, side, left, history, list);
    // Beam: beyond the reply to the first turn, only the actions with the best evaluations are searched.
    const beam = narrow && left >= 2;
    if (beam) scoreByEvaluation(board, side, left, list, count);
    promoteTableActionAndKillers(list, count, hasTableAction ? tableAction : 0, beam ? 0 : killersAt(turns, left));
    const tried = beam ? min(count, left == 4 ? 7 : left == 3 ? 5 : 4) : count;
    for (let i = 0; i < tried; i++) {
      const action = pickBest(list, i, count);
      copyBoard(below, board);
      makeAction(below, side, action);
      // Back at the start of the turn: the same continuations exist with more steps left.
      if (hashOf(below) == start) continue;
      const steps = stepsOfAction(action);
      let value: i32 = 0;
      const rest = depth - steps;
      if (i == 0 && !canPass) value = searchAfterAction(below, side, left - steps, rest, lower, beta, start, turns);
      else {
        // Late move reduction by a whole turn, never by part of the last: captures need all four steps, whatever the first looks like.
        const isReduced = selective && i >= fullDepthActions(left) && depth > MAX_STEPS;
        const bound = lower - LMR_MARGIN;
        if (isReduced) value = searchAfterAction(below, side, left - steps, rest - MAX_STEPS, bound, bound + 1, start, turns);
        if (!isReduced || (value > bound && !aborted)) {
          value = searchAfterAction(below, side, left - steps, rest, lower, lower + 1, start, turns);
          if (value > lower && value < beta && !aborted) {
            value = searchAfterAction(below, side, left - steps, rest, lower, beta, start, turns);
          }
        }
      }
      if (aborted) return 0;
      if (value > best) {
        best = value;
        bestAction = action & ACTION_KEY;
        if (value > lower) {
          lower = value;
          if (value >= beta) {
            updateHistory(history, bestAction, depth, turns, left);
            break;
          }
        }
      }
    }
  }
  storeEntry(key, best, bestAction, depth, best >= beta ? LOWER_BOUND : best > alpha ? EXACT : UPPER_BOUND, turns);
  return best;
}

/** The value, for the side that made it, of an action just made on `board`. */
@inline
function searchAfterAction(board: usize, side: i32, left: i32, depth: i32, alpha: i32, beta: i32, start: u64, turns: i32): i32 {
  return left == 0
    ? afterTurn(board, side, depth, alpha, beta, turns + 1, false)
    : search(board, side, left, depth, alpha, beta, start, turns, false);
}

@inline
function killersAt(turns: i32, left: i32): usize {
  return workspace + KILLERS + ((<usize>turns * 4 + <usize>(left - 1)) << 3);
}

/** Orders actions by the evaluation after them. */
function scoreByEvaluation(board: usize, side: i32, left: i32, list: usize, count: i32): void {
  const below = board + LEVEL_BYTES;
  for (let at = list; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    const action = load<u32>(at);
    copyBoard(below, board);
    makeAction(below, side, action);
    nodes++;
    store<i32>(at, cachedEvaluation(below, side, left - stepsOfAction(action)), 4);
  }
}

/** Move ordering: the action from the transposition table first, then killers. */
@inline
function promoteTableActionAndKillers(list: usize, count: i32, tableAction: u32, killers: usize): void {
  const first = killers ? load<u32>(killers) : 0;
  const second = killers ? load<u32>(killers, 4) : 0;
  for (let at = list; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    const key = load<u32>(at) & ACTION_KEY;
    if (key == tableAction) store<i32>(at, i32.MAX_VALUE, 4);
    else if (key == first) store<i32>(at, 1 << 27, 4);
    else if (key == second) store<i32>(at, (1 << 27) - 1, 4);
  }
}

/** One step of a selection sort: brings the best remaining action to index i. */
@inline
function pickBest(list: usize, i: i32, count: i32): u32 {
  const here = list + <usize>i * ACTION_BYTES;
  let best = here;
  let orderScore = load<i32>(here, 4);
  for (let at = here + ACTION_BYTES; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    if (load<i32>(at, 4) > orderScore) {
      orderScore = load<i32>(at, 4);
      best = at;
    }
  }
  const chosen = load<u64>(best);
  store<u64>(best, load<u64>(here));
  store<u64>(here, chosen);
  return <u32>chosen;
}

/** History heuristic and killers, after a cutoff. */
function updateHistory(history: usize, action: u32, depth: i32, turns: i32, left: i32): void {
  const at = history + (<usize>action << 2);
  store<i32>(at, min(1 << 26, load<i32>(at) + depth * depth));
  const killers = killersAt(turns, left);
  if (load<u32>(killers) != action) {
    store<u32>(killers, load<u32>(killers), 4);
    store<u32>(killers, action);
  }
}
