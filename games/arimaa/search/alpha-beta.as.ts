/**
 * Alpha-beta over steps. A node is a placement, the side to move and how many steps it has left; depth counts steps, and to end a turn early costs
 * the steps that are left. Plain, it gives the exact value of its depth; selective, it looks less deep at what seems to matter less.
 */
import { stopped } from "../../../engine/kernel/stop.as";
import { copyBoard, hashOf, NOBODY, winnerAfter } from "../board.as";
import { MAX_STEPS } from "../layout";
import { ACTION_BYTES, ACTION_KEY, listActions, makeAction, MAX_ACTIONS, stepsOfAction } from "./actions.as";
import { evaluate, threatsOfMover, valueOfSteps } from "./evaluate.as";
import { canReachGoal } from "./goal.as";
import { actionOf, AT_LEAST, AT_MOST, boundOf, depthOf, EXACT, findData, keep, valueOf } from "./transposition-table.as";
import { LEAST_WIN, WIN } from "./terms";

/** A level: its board, and its actions. */
const LIST: usize = 80;
export const LEVEL_BYTES: usize = LIST + MAX_ACTIONS * ACTION_BYTES;
export const MAX_LEVELS: usize = 160;
const INFINITE: i32 = 2 * WIN;
/**
 * What so many last steps of a line gain over ending the turn, rarely more. On 20 recorded positions the search of three turns takes 0.29 of the nodes
 * it takes without this for single steps, and values rise by 0.08 rabbits; with a quarter more, 0.42 and 0.01.
 */
@inline
function gainOf(steps: i32): i32 {
  return steps == 1 ? 800 : steps == 2 ? 1300 : 1600;
}

const NARROW: u64 = 0x5bf0363546d1aa11;

/** How many actions are looked at in full depth at once, by steps left: together 60 turns. */
@inline
function earlyActions(left: i32): i32 {
  return left == 4 ? 5 : left == 3 ? 3 : 2;
}

/** Of this thread: history of both sides (by key of action), killers (two by turn and steps left), and values of leaves. */
const HISTORY_BYTES: usize = 2 << 18;
const KILLERS: usize = HISTORY_BYTES;
const MAX_TURNS_DEEP: usize = 64;
const LEAVES: usize = KILLERS + MAX_TURNS_DEEP * 4 * 8;
const LEAF_BITS: u64 = 14;
export const TREE_BYTES: usize = LEAVES + (<usize>16 << <usize>LEAF_BITS);

let workspace: usize = 0;
let selective: bool = false;
let nodes: u64 = 0;
let nodeLimit: u64 = 0;
let aborted: bool = false;
/** Where the nodes so far are written (u64) for who looks on. */
let told: usize = 0;
/** Of the last leaf: see threatsOfMover. */
let threats: i32 = 0;

/** Zeros, before the first use. */
export function useTreeWorkspace(region: usize): void {
  workspace = region;
}

export function beginTree(isSelective: bool, limit: u64, count: usize): void {
  told = count;
  selective = isSelective;
  nodes = 0;
  nodeLimit = limit;
  aborted = false;
  // What was good in the last turn is still a guess for this one, but must be able to change.
  for (let at = workspace; at < workspace + HISTORY_BYTES; at += 4) store<i32>(at, load<i32>(at) >> 3);
  memory.fill(workspace + KILLERS, 0, LEAVES - KILLERS);
}

function mustStop(): bool {
  store<u64>(told, nodes);
  return stopped();
}

@inline export function isAborted(): bool { return aborted; }
@inline export function nodeCount(): u64 { return nodes; }

@inline
function keyOf(board: usize, side: i32, left: i32, start: u64): u64 {
  const salt = <u64>(2 * left + side + 1) * 0x9e3779b97f4a7c15;
  // Within a turn it matters which placement it began with: that one it may not end with.
  const key = left == MAX_STEPS ? hashOf(board) ^ salt : hashOf(board) ^ salt ^ (start * 0xd6e8feb86659fd93);
  return (key ^ (key >> 29)) * 0xbf58476d1ce4e5b9;
}

/** `mover` has ended its turn, the so-many-th from the root: the value for it. */
export function afterTurn(board: usize, mover: i32, depth: i32, alpha: i32, beta: i32, turns: i32, quiet: bool): i32 {
  const winner = winnerAfter(board, mover);
  if (winner != NOBODY) return winner == mover ? WIN - turns : turns - WIN;
  return -search(board, 1 - mover, MAX_STEPS, depth, -beta, -alpha, 0, turns, quiet);
}

/** The evaluation, remembered: the same leaf is reached by several orders of steps. */
@inline
function leafValue(board: usize, side: i32, left: i32): i32 {
  const key = hashOf(board) ^ (<u64>(2 * left + side + 1) * 0x9e3779b97f4a7c15);
  const slot = workspace + LEAVES + (<usize>(key >> (64 - LEAF_BITS)) << 4);
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
 * the turn. `quiet`: no turn is passed here for a trial, since one was just before.
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
  quiet: bool,
): i32 {
  if (((nodes & 255) == 0 && mustStop()) || (nodeLimit != 0 && nodes >= nodeLimit)) aborted = true;
  if (aborted) return 0;
  nodes++;
  const atStart = left == MAX_STEPS;
  if (atStart) {
    if (canReachGoal(board, side, MAX_STEPS)) return WIN - turns - 1;
    start = hashOf(board);
  }
  if (depth <= 0) return leafValue(board, side, left);

  const narrow = selective && turns >= 2 && depth <= MAX_STEPS;
  // What a beam has found is not to be taken for what all turns would show.
  const key = narrow ? keyOf(board, side, left, start) ^ NARROW : keyOf(board, side, left, start);
  const data = findData(key);
  let hint: u32 = 0;
  let hasHint = false;
  if (data) {
    hint = actionOf(data);
    hasHint = true;
    const known = depthOf(data);
    if (known == depth || (selective && known > depth)) {
      const value = valueOf(data, turns);
      const bound = boundOf(data);
      if (bound == EXACT || (bound == AT_LEAST ? value >= beta : value <= alpha)) return value;
    }
  }

  const below = board + LEVEL_BYTES;
  if (selective && (atStart || depth <= left) && beta - alpha == 1 && beta < LEAST_WIN && alpha > -LEAST_WIN) {
    const value = leafValue(board, side, left);
    if (depth <= left) {
      // The last turn of a line, where the outcome is clear beforehand: some harmless turn is enough, or no rest of it can be.
      const ended = value - valueOfSteps(left + MAX_STEPS);
      if (atStart && ended - threats >= beta) return ended - threats;
      const most = ended + gainOf(left) + (threats >> 1);
      if (most <= alpha) return most;
    } else if (!quiet && value - threats >= beta) {
      // Who is well off even without a turn will be with one.
      copyBoard(below, board);
      const passed = -search(below, 1 - side, MAX_STEPS, depth - MAX_STEPS, -beta, -beta + 1, 0, turns + 1, true);
      if (aborted) return 0;
      if (passed >= beta && passed < LEAST_WIN) return passed;
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
    // Beyond the reply to the first turn only what the evaluation likes best is followed to the end of a line.
    const beam = narrow && left >= 2;
    if (beam) scoreByEvaluation(board, side, left, list, count);
    promote(list, count, hasHint ? hint : 0, beam ? 0 : killersAt(turns, left));
    const tried = beam ? min(count, left == 4 ? 7 : left == 3 ? 5 : 4) : count;
    for (let i = 0; i < tried; i++) {
      const action = takeBest(list, i, count);
      copyBoard(below, board);
      makeAction(below, side, action);
      // Back where the turn began: whatever follows can be had with more steps left.
      if (hashOf(below) == start) continue;
      const steps = stepsOfAction(action);
      let value: i32;
      let rest = depth - steps;
      if (i == 0 && !canPass) value = follow(below, side, left - steps, rest, lower, beta, start, turns);
      else {
        // A turn less, never a part of the last one: captures take all four steps of a turn, whatever the first looks like.
        if (selective && i >= earlyActions(left) && depth > MAX_STEPS) rest -= MAX_STEPS;
        value = follow(below, side, left - steps, rest, lower, lower + 1, start, turns);
        if (value > lower && !aborted && (value < beta || rest != depth - steps)) {
          value = follow(below, side, left - steps, depth - steps, lower, beta, start, turns);
        }
      }
      if (aborted) return 0;
      if (value > best) {
        best = value;
        bestAction = action & ACTION_KEY;
        if (value > lower) {
          lower = value;
          if (value >= beta) {
            reward(history, bestAction, depth, turns, left);
            break;
          }
        }
      }
    }
  }
  keep(key, best, bestAction, depth, best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST, turns);
  return best;
}

/** The value of an action that has just been made on `board`, for the side that made it. */
@inline
function follow(board: usize, side: i32, left: i32, depth: i32, alpha: i32, beta: i32, start: u64, turns: i32): i32 {
  return left == 0
    ? afterTurn(board, side, depth, alpha, beta, turns + 1, false)
    : search(board, side, left, depth, alpha, beta, start, turns, false);
}

@inline
function killersAt(turns: i32, left: i32): usize {
  return workspace + KILLERS + ((<usize>turns * 4 + <usize>(left - 1)) << 3);
}

/** Actions in the order of the evaluation after them, with the rest of the turn to come. */
function scoreByEvaluation(board: usize, side: i32, left: i32, list: usize, count: i32): void {
  const below = board + LEVEL_BYTES;
  for (let at = list; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    const action = load<u32>(at);
    copyBoard(below, board);
    makeAction(below, side, action);
    nodes++;
    store<i32>(at, leafValue(below, side, left - stepsOfAction(action)), 4);
  }
}

/** The action that the table knows comes first, then killers, where there are such. */
@inline
function promote(list: usize, count: i32, hint: u32, killers: usize): void {
  const first = killers ? load<u32>(killers) : 0;
  const second = killers ? load<u32>(killers, 4) : 0;
  for (let at = list; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    const key = load<u32>(at) & ACTION_KEY;
    if (key == hint) store<i32>(at, i32.MAX_VALUE, 4);
    else if (key == first) store<i32>(at, 1 << 27, 4);
    else if (key == second) store<i32>(at, (1 << 27) - 1, 4);
  }
}

/** Brings the most promising of the actions that are left to number i. */
@inline
function takeBest(list: usize, i: i32, count: i32): u32 {
  const here = list + <usize>i * ACTION_BYTES;
  let best = here;
  let score = load<i32>(here, 4);
  for (let at = here + ACTION_BYTES; at < list + <usize>count * ACTION_BYTES; at += ACTION_BYTES) {
    if (load<i32>(at, 4) > score) {
      score = load<i32>(at, 4);
      best = at;
    }
  }
  const chosen = load<u64>(best);
  store<u64>(best, load<u64>(here));
  store<u64>(here, chosen);
  return <u32>chosen;
}

function reward(history: usize, action: u32, depth: i32, turns: i32, left: i32): void {
  const at = history + (<usize>action << 2);
  store<i32>(at, min(1 << 26, load<i32>(at) + depth * depth));
  const killers = killersAt(turns, left);
  if (load<u32>(killers) != action) {
    store<u32>(killers, load<u32>(killers), 4);
    store<u32>(killers, action);
  }
}
