/** The root search: iterative deepening over the list of distinct turns, best first. Threads search the list in different orders and share the transposition table. */
import { TurnSearchRecord } from "../../../build/layouts/games/arimaa/search/request.as";
import { copyBoard, ofKind, piecesOf } from "../board.as";
import { makeTurn } from "../digest.as";
import { canForceGoal, FORCED_WIN_BYTES } from "../forced-win.as";
import { MAX_STEPS, MAX_TURNS } from "../constants";
import { turnList } from "../turn-set.as";
import { listTurns, TURNS_WORKSPACE_BYTES } from "../turns.as";
import { CAPTURES_BYTES, useCaptureWorkspace } from "./captures.as";
import { useGoalWorkspace, GOAL_BYTES } from "./goal.as";
import { MAX_CANDIDATES } from "./constants";
import { listContinuations, CONTINUATIONS_BYTES } from "./turn-continuations.as";
import { LEAST_WIN, WIN } from "./terms";
import { afterTurn, beginTree, isAborted, LEVEL_BYTES, MAX_LEVELS, nodeCount, setUninterrupted, TREE_BYTES, useTreeWorkspace } from "./alpha-beta.as";
import { sideOf, stepCount } from "../state.as";

/** A root turn: hash after it (u64), the turn (u32), its value (i32), which is its move-ordering score for the next iteration. */
const ENTRY: usize = 16;
const VALUE: usize = 12;
const INFINITE: i32 = 2 * WIN;
/** The bonus of a hinted turn in the first ordering. */
const HINT_BONUS: i32 = 1500;
/** Root turns after these are reduced (late move reduction). */
const FULL_DEPTH_TURNS: i32 = 24;
/** A first turn that loses more than this with depth is refuted: others are compared with its new value. */
const MAX_LOSS: i32 = 300;

const GOALS: usize = 0;
const CAPTURES: usize = GOALS + GOAL_BYTES;
const TREE: usize = CAPTURES + CAPTURES_BYTES;
export const EVALUATION_BYTES: usize = TREE;
const LEVELS: usize = TREE + TREE_BYTES;
const LIST: usize = LEVELS + LEVEL_BYTES * MAX_LEVELS;
/** Twice the known maximum; further turns are dropped. */
const MAX_ROOT: i32 = MAX_TURNS >> 2;
const SORTED: usize = LIST + <usize>MAX_ROOT * ENTRY;
const TURNS: usize = SORTED + <usize>MAX_ROOT * ENTRY;
const FORCED: usize = TURNS + TURNS_WORKSPACE_BYTES + CONTINUATIONS_BYTES;
/** Hashes after root turns that were checked for a forced goal of the opponent; the lowest bit is the result. */
const CHECKED: usize = FORCED + FORCED_WIN_BYTES;
const MAX_CHECKED: i32 = 256;
export const SEARCH_BYTES: usize = CHECKED + (<usize>MAX_CHECKED << 3);
/** Rows from which an enemy rabbit may force a goal in two turns: those at most this far from goal. */
const RUNNING_ROWS: i32 = 5;

let workspace: usize = 0;
let request: TurnSearchRecord = TurnSearchRecord.at(0);
let count: i32 = 0;
let side: i32 = 0;
let checked: i32 = 0;

/** Sets this thread's workspace: SEARCH_BYTES, zeroed before the first use. */
export function useSearchWorkspace(region: usize): void {
  workspace = region;
  useEvaluationWorkspace(region);
  useTreeWorkspace(region + TREE);
}

/** The same for evaluation and goal detection alone: EVALUATION_BYTES. */
export function useEvaluationWorkspace(region: usize): void {
  useGoalWorkspace(region + GOALS);
  useCaptureWorkspace(region + CAPTURES);
}

@inline function entryAt(i: i32): usize { return workspace + LIST + <usize>i * ENTRY; }

/** Searches as requested; `thread` is the index of this thread. The result is written into the request. */
export function searchTurns(at: usize, thread: i32): void {
  request = TurnSearchRecord.at(at);
  const state = request.state;
  side = sideOf(state);
  const selective = request.selective != 0;
  beginTree(selective, request.goalSearch != 0, request.maxNodes, request.nodesAddress);
  checked = 0;
  listRoot(state);
  request.rootCount = count;
  request.depth = 0;
  request.turn = count > 0 ? load<u32>(entryAt(0), 8) : 0;
  request.value = 0;
  const left = MAX_STEPS - stepCount(state);
  // Deepen by whole turns: a partial turn of the opponent is not informative.
  const deepest = max(request.maxDepth, left);
  for (let depth = left; depth <= deepest && count > 0; depth += MAX_STEPS) {
    if (selective) count = min(count, widthAt(depth - left));
    // The first iteration, an evaluation of each turn, takes milliseconds; without it there is no good answer to a request to stop.
    setUninterrupted(depth == left);
    const finished = searchIteration(state, depth - left, thread, selective);
    if (!finished) break;
    request.depth = depth;
    const value = request.value;
    if (value > LEAST_WIN || (value < -LEAST_WIN && selective) || count == 1) break;
  }
  request.nodes = nodeCount();
}

/** Lists all turns that are not excluded. */
function listRoot(state: usize): void {
  const region = workspace + TURNS;
  const found = stepCount(state) == 0
    ? listTurns(state, side, MAX_STEPS, region)
    : listContinuations(state, region, region + TURNS_WORKSPACE_BYTES);
  const turns = turnList();
  count = 0;
  for (let i = 0; i < found && count < MAX_ROOT; i++) {
    const from = turns[i];
    if (isExcluded(from.hash)) continue;
    const to = entryAt(count);
    store<u64>(to, from.hash);
    store<u32>(to, from.turn, 8);
    store<i32>(to, 0, VALUE);
    count++;
  }
}

function isExcluded(hash: u64): bool {
  for (let i = 0; i < request.excludedCount; i++) {
    if (request.excluded[i] == hash) return true;
  }
  return false;
}

/** Whether the turn to this placement was hinted. */
function isHint(hash: u64): bool {
  for (let i = 0; i < request.hintCount; i++) {
    if (request.hints[i] == hash) return true;
  }
  return false;
}

/** One iteration: every root turn with `depth` steps after it. False if it was stopped. */
function searchIteration(state: usize, depth: i32, thread: i32, selective: bool): bool {
  const board = workspace + LEVELS;
  const threads = request.threads;
  let alpha = -INFINITE;
  let best = -1;
  // The value of the first turn in the previous iteration, one turn less deep; what it loses in this one.
  const before = load<i32>(entryAt(0), VALUE);
  let loss = 0;
  for (let round = 0; round < threads; round++) {
    // First this thread's share, then the others', which are in the transposition table by then. All threads search the first turns.
    const share = (thread + round) % threads;
    for (let i = 0; i < count; i++) {
      const shared = i < 2;
      if (shared ? round > 0 : i % threads != share) continue;
      const entry = entryAt(i);
      remake(board, state, entry);
      let value: i32;
      if (depth == 0 || best < 0) value = afterTurn(board, side, depth, -INFINITE, INFINITE, 1, false);
      else {
        const less = selective ? lateMoveReduction(i, depth) : 0;
        // A reduced turn is compared with the first turn at the same depth.
        const bound = less > 0 ? alpha + loss : alpha;
        value = afterTurn(board, side, depth - less, bound, bound + 1, 1, false);
        if (value <= bound) value = min(value, alpha);
        else if (less > 0 && !isAborted()) {
          remake(board, state, entry);
          value = afterTurn(board, side, depth, alpha, alpha + 1, 1, false);
        }
        if (value > alpha && !isAborted()) {
          remake(board, state, entry);
          value = afterTurn(board, side, depth, alpha, INFINITE, 1, false);
        }
      }
      if (isAborted()) {
        return false;
      }
      // A turn that would become the best is checked for a forced goal in two turns, which reductions hide.
      if (request.checkGoals && value > alpha && depth >= MAX_STEPS && value < LEAST_WIN && value > -LEAST_WIN && allowsForcedGoal(state, entry)) {
        value = 3 - WIN;
      }
      store<i32>(entry, value, VALUE);
      if (best < 0 && depth > MAX_STEPS) loss = max(0, min(MAX_LOSS, before - value));
      if (value > alpha) {
        alpha = value;
        best = i;
        request.turn = load<u32>(entry, 8);
        request.value = value;
      }
    }
  }
  sortRoot(depth == 0, load<u64>(entryAt(best)));
  if (thread == 0) writeCandidates();
  return true;
}

/**
 * The number of root turns, best first, that are searched at a depth. In 66 recorded positions the best turn by one reply was among the first 113
 * by evaluation in 95 % of cases, and always among the first 1,143.
 */
@inline
function widthAt(depth: i32): i32 {
  return depth == 0 ? MAX_ROOT : depth <= 4 ? 400 : depth <= 8 ? 120 : depth <= 12 ? 40 : 20;
}

/** Late turns are first searched one turn less deep, but at least to one reply. */
@inline
function lateMoveReduction(i: i32, depth: i32): i32 {
  return i >= FULL_DEPTH_TURNS && depth > MAX_STEPS ? MAX_STEPS : 0;
}

/** Whether the opponent can force a goal after a root turn. */
function allowsForcedGoal(state: usize, entry: usize): bool {
  const hash = load<u64>(entry) & ~(<u64>1);
  for (let i = 0; i < checked; i++) {
    const known = load<u64>(workspace + CHECKED + (<usize>i << 3));
    if ((known & ~(<u64>1)) == hash) return (known & 1) != 0;
  }
  const board = workspace + LEVELS;
  copyBoard(board, state);
  makeRemainingSteps(board, state, load<u32>(entry, 8));
  const running: u64 = side == 0 ? ~(<u64>0) >> <u64>(8 * (7 - RUNNING_ROWS)) : ~(<u64>0) << <u64>(8 * (7 - RUNNING_ROWS));
  const found =
    (piecesOf(board, 1 - side) & ofKind(board, 0) & running) != 0 && canForceGoal(board, 1 - side, workspace + FORCED);
  if (checked < MAX_CHECKED) {
    store<u64>(workspace + CHECKED + (<usize>checked << 3), hash | <u64>found);
    checked++;
  }
  return found;
}

/** The board after a root turn. */
@inline
function remake(board: usize, state: usize, entry: usize): void {
  copyBoard(board, state);
  makeRemainingSteps(board, state, load<u32>(entry, 8));
}

/** Makes the steps of a turn that are not made yet. */
@inline
function makeRemainingSteps(board: usize, state: usize, turn: u32): void {
  makeTurn(board, turn >> (<u32>stepCount(state) << 3));
}

/** Stable sort by value, best first. The best turn is moved to the front, since the values of others may be bounds. */
function sortRoot(hintsFirst: bool, best: u64): void {
  if (hintsFirst) addHintBonus(HINT_BONUS);
  let from = workspace + LIST;
  let to = workspace + SORTED;
  for (let run = 1; run < count; run <<= 1) {
    for (let low = 0; low < count; low += 2 * run) merge(from, to, low, min(low + run, count), min(low + 2 * run, count));
    const other = from;
    from = to;
    to = other;
  }
  if (from != workspace + LIST) memory.copy(workspace + LIST, from, <usize>count * ENTRY);
  if (hintsFirst) return addHintBonus(-HINT_BONUS);
  for (let i = 1; i < count; i++) {
    const entry = entryAt(i);
    if (load<u64>(entry) != best) continue;
    const kept = v128.load(entry);
    memory.copy(entryAt(1), entryAt(0), <usize>i * ENTRY);
    v128.store(entryAt(0), kept);
    return;
  }
}

function addHintBonus(by: i32): void {
  if (request.hintCount == 0) return;
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

/** Writes the best few turns with their values. */
function writeCandidates(): void {
  for (let i = 0; i < MAX_CANDIDATES; i++) {
    const exists = i < count;
    const candidate = request.candidates[i];
    candidate.turn = exists ? load<u32>(entryAt(i), 8) : 0;
    candidate.value = exists ? load<i32>(entryAt(i), VALUE) : 0;
  }
}
