/** The search from the root: its distinct turns in a list, deepened step by step, best first; every thread goes through the list in its own order. */
import { copyBoard } from "../board.as";
import { makeTurn } from "../digest.as";
import { MAX_STEPS, MAX_TURNS, SIDE, STEP_COUNT, TURN_BYTES } from "../layout";
import { turnList } from "../turn-set.as";
import { listTurns, TURNS_WORKSPACE_BYTES } from "../turns.as";
import { CAPTURES_BYTES, useCaptureWorkspace } from "./captures.as";
import { useGoalWorkspace, GOAL_BYTES } from "./goal.as";
import {
  BEST_TURN,
  BEST_VALUE,
  CONSIDERED,
  DEPTH_DONE,
  EXCLUDED,
  EXCLUDED_COUNT,
  HINT_COUNT,
  HINTS,
  MAX_DEPTH_WANTED,
  NODES_DONE,
  NODES_WANTED,
  ROOT_TURNS,
  SELECTIVE,
  STATE,
  THREADS,
  MAX_CONSIDERED,
} from "./request";
import { listRests, RESTS_BYTES } from "./turn-continuations.as";
import { LEAST_WIN, WIN } from "./terms";
import { afterTurn, beginTree, isAborted, LEVEL_BYTES, MAX_LEVELS, nodeCount, TREE_BYTES, useTreeWorkspace } from "./alpha-beta.as";

/** A turn at the root: hash after it (u64), the turn (u32), its value (i32). In order of promise. */
const ENTRY: usize = 16;
const VALUE: usize = 12;
const INFINITE: i32 = 2 * WIN;
/** What a suggested turn counts for more in the first order. */
const HINT_LIFT: i32 = 1500;
/** How many turns at the root are looked at in full depth at once. */
const FULL_DEPTH_TURNS: i32 = 24;

const GOALS: usize = 0;
const CAPTURES: usize = GOALS + GOAL_BYTES;
const TREE: usize = CAPTURES + CAPTURES_BYTES;
export const JUDGE_BYTES: usize = TREE;
const LEVELS: usize = TREE + TREE_BYTES;
const LIST: usize = LEVELS + LEVEL_BYTES * MAX_LEVELS;
/** Twice as many as any position is known to have; beyond that turns are left out. */
const MAX_ROOT: i32 = MAX_TURNS >> 2;
const SORTED: usize = LIST + <usize>MAX_ROOT * ENTRY;
const TURNS: usize = SORTED + <usize>MAX_ROOT * ENTRY;
export const SEARCH_BYTES: usize = TURNS + TURNS_WORKSPACE_BYTES + RESTS_BYTES;

let workspace: usize = 0;
let request: usize = 0;
let count: i32 = 0;
let side: i32 = 0;

/** Tells this thread its region: SEARCH_BYTES of zeros before the first use. */
export function useSearchWorkspace(region: usize): void {
  workspace = region;
  useJudgeWorkspace(region);
  useTreeWorkspace(region + TREE);
}

/** The same for the evaluation and the search for goal alone: JUDGE_BYTES. */
export function useJudgeWorkspace(region: usize): void {
  useGoalWorkspace(region + GOALS);
  useCaptureWorkspace(region + CAPTURES);
}

@inline function asked(field: usize): i32 { return load<i32>(request + (field << 2)); }
@inline function answer(field: usize, value: i32): void { store<i32>(request + (field << 2), value); }
@inline function entryAt(i: i32): usize { return workspace + LIST + <usize>i * ENTRY; }

/** Searches as the request says; `thread` is the number of this one among those that share the work. The answer is written into the request. */
export function searchTurns(at: usize, thread: i32): void {
  request = at;
  const state = <usize>asked(STATE);
  side = load<u8>(state + SIDE);
  const selective = asked(SELECTIVE) != 0;
  beginTree(selective, load<u64>(request + (NODES_WANTED << 2)), request + (NODES_DONE << 2));
  listRoot(state);
  answer(ROOT_TURNS, count);
  answer(DEPTH_DONE, 0);
  answer(BEST_TURN, count > 0 ? <i32>load<u32>(entryAt(0), 8) : 0);
  answer(BEST_VALUE, 0);
  const left = MAX_STEPS - <i32>load<u8>(state + STEP_COUNT);
  // By whole turns: half a turn of the other side says little of what it can do.
  const deepest = max(asked(MAX_DEPTH_WANTED), left);
  for (let depth = left; depth <= deepest && count > 0; depth += MAX_STEPS) {
    if (selective) count = min(count, widthAt(depth - left));
    const finished = searchOnce(state, depth - left, thread, selective);
    if (!finished) break;
    answer(DEPTH_DONE, depth);
    const value = load<i32>(request + (BEST_VALUE << 2));
    if (value > LEAST_WIN || (value < -LEAST_WIN && selective) || count == 1) break;
  }
  store<u64>(request + (NODES_DONE << 2), nodeCount());
}

/** All turns that are not excluded, hints first. */
function listRoot(state: usize): void {
  const region = workspace + TURNS;
  const found = load<u8>(state + STEP_COUNT) == 0
    ? listTurns(state, side, MAX_STEPS, region)
    : listRests(state, region, region + TURNS_WORKSPACE_BYTES);
  const turns = turnList();
  count = 0;
  for (let i = 0; i < found && count < MAX_ROOT; i++) {
    const from = turns + <usize>i * TURN_BYTES;
    if (isExcluded(load<u64>(from))) continue;
    const to = entryAt(count);
    store<u64>(to, load<u64>(from));
    store<u32>(to, load<u32>(from, 8), 8);
    store<i32>(to, 0, VALUE);
    count++;
  }
}

function isExcluded(hash: u64): bool {
  for (let i = 0; i < asked(EXCLUDED_COUNT); i++) {
    if (load<u64>(request + (EXCLUDED << 2) + (<usize>i << 3)) == hash) return true;
  }
  return false;
}

/** Whether somebody suggested the turn that leads to this placement. */
function isHint(hash: u64): bool {
  for (let i = 0; i < asked(HINT_COUNT); i++) {
    if (load<u64>(request + (HINTS << 2) + (<usize>i << 3)) == hash) return true;
  }
  return false;
}

/** One pass over the turns with so many steps after each; false where it was stopped. */
function searchOnce(state: usize, depth: i32, thread: i32, selective: bool): bool {
  const board = workspace + LEVELS;
  const threads = asked(THREADS);
  let alpha = -INFINITE;
  let best = -1;
  for (let round = 0; round < threads; round++) {
    // First this thread's share, then the others', which are in the table by then. The first turns all threads look at.
    const share = (thread + round) % threads;
    for (let i = 0; i < count; i++) {
      const shared = i < 2;
      if (shared ? round > 0 : i % threads != share) continue;
      const entry = entryAt(i);
      copyBoard(board, state);
      makeRest(board, state, load<u32>(entry, 8));
      let value: i32;
      if (depth == 0 || best < 0) value = afterTurn(board, side, depth, -INFINITE, INFINITE, 1, false);
      else {
        const less = selective ? reduction(i, depth) : 0;
        value = afterTurn(board, side, depth - less, alpha, alpha + 1, 1, false);
        if (value > alpha && !isAborted()) {
          copyBoard(board, state);
          makeRest(board, state, load<u32>(entry, 8));
          value = afterTurn(board, side, depth, alpha, INFINITE, 1, false);
        }
      }
      if (isAborted()) {
        return false;
      }
      store<i32>(entry, value, VALUE);
      if (value > alpha) {
        alpha = value;
        best = i;
        answer(BEST_TURN, <i32>load<u32>(entry, 8));
        answer(BEST_VALUE, value);
      }
    }
  }
  sortRoot(depth == 0, load<u64>(entryAt(best)));
  if (thread == 0) tellConsidered();
  return true;
}

/**
 * How many of the turns, best first, are looked at with so many steps after them. The best by a reply was among the first 113 without one in 95 % of 66
 * recorded positions, and never beyond the first 1,143.
 */
@inline
function widthAt(depth: i32): i32 {
  return depth == 0 ? MAX_ROOT : depth <= 4 ? 400 : depth <= 8 ? 120 : depth <= 12 ? 40 : 20;
}

/** Late turns are looked at a turn less deep at first, but not without a reply. */
@inline
function reduction(i: i32, depth: i32): i32 {
  return i >= FULL_DEPTH_TURNS && depth > MAX_STEPS ? MAX_STEPS : 0;
}

/** The steps of a turn that are not made yet. */
@inline
function makeRest(board: usize, state: usize, turn: u32): void {
  makeTurn(board, turn >> (<u32>load<u8>(state + STEP_COUNT) << 3));
}

/** By value, best first; those of equal value stay in their order, but the best is first, since values of others may be bounds. */
function sortRoot(hintsFirst: bool, best: u64): void {
  if (hintsFirst) liftHints(HINT_LIFT);
  let from = workspace + LIST;
  let to = workspace + SORTED;
  for (let run = 1; run < count; run <<= 1) {
    for (let low = 0; low < count; low += 2 * run) merge(from, to, low, min(low + run, count), min(low + 2 * run, count));
    const other = from;
    from = to;
    to = other;
  }
  if (from != workspace + LIST) memory.copy(workspace + LIST, from, <usize>count * ENTRY);
  if (hintsFirst) return liftHints(-HINT_LIFT);
  for (let i = 1; i < count; i++) {
    const entry = entryAt(i);
    if (load<u64>(entry) != best) continue;
    const kept = v128.load(entry);
    memory.copy(entryAt(1), entryAt(0), <usize>i * ENTRY);
    v128.store(entryAt(0), kept);
    return;
  }
}

function liftHints(by: i32): void {
  if (asked(HINT_COUNT) == 0) return;
  for (let i = 0; i < count; i++) {
    const entry = entryAt(i);
    if (isHint(load<u64>(entry))) store<i32>(entry, load<i32>(entry, VALUE) + by, VALUE);
  }
}

function merge(from: usize, to: usize, low: i32, middle: i32, high: i32): void {
  let a = low;
  let b = middle;
  for (let i = low; i < high; i++) {
    const first = b >= high || (a < middle && load<i32>(from + <usize>a * ENTRY, VALUE) >= load<i32>(from + <usize>b * ENTRY, VALUE));
    const chosen = from + <usize>(first ? a++ : b++) * ENTRY;
    v128.store(to + <usize>i * ENTRY, v128.load(chosen));
  }
}

/** The best few with their values, turn and value each. */
function tellConsidered(): void {
  for (let i = 0; i < MAX_CONSIDERED; i++) {
    const known = i < count;
    answer(CONSIDERED + 2 * i, known ? <i32>load<u32>(entryAt(i), 8) : 0);
    answer(CONSIDERED + 2 * i + 1, known ? load<i32>(entryAt(i), VALUE) : 0);
  }
}
