/**
 * An admissible lower bound of the police's moves: the bottleneck assignment of policemen to goal squares, ignoring that they block each other. The bound is the
 * minimum over all assignments of the longest distance, computed for all sets of squares by dynamic programming over subsets of goals. Within a row of the table only
 * the smallest square changes, so a row is computed sixteen entries at a time (SIMD).
 */
import { choose } from "../combinations.as";
import { DIRECTIONS, MOST_MOVES, NO_SQUARE, UNREACHABLE } from "../layout";
import { neighbourOf, squares } from "../maze.as";

/** Number of goal squares, the thief's neighbours; a subset of them is a mask. */
export let goals: i32 = 0;
/** Number of goals that must be occupied. */
export let needed: i32 = 0;
/** A row of bytes per goal: distances to it around the thief. */
let goalDistances: usize = 0;
let stride: usize = 0;
/** 16 bytes per policeman, from the highest on: for every subset of goals, the least bound of an assignment so far. */
let reached: usize = 0;
/** End of the entries of the thief's square; vector stores must not pass it. */
let end: usize = 0;

export function boundBytes(squareCount: i32): usize {
  return 4 * strideOf(squareCount) + 8 * 16 + 2 * <usize>squareCount + 64;
}

function strideOf(squareCount: i32): usize {
  return (<usize>squareCount + 31) & ~15;
}

@inline
export function goalDistance(goal: i32, square: i32): i32 {
  return load<u8>(goalDistances + <usize>goal * stride + square);
}

/** Finds the goals of a thief's square and their distances. With `surround` all goals must be occupied, otherwise at most one per policeman. */
export function measureGoals(memory: usize, thief: i32, policemen: i32, surround: bool): void {
  goalDistances = memory;
  stride = strideOf(squares);
  reached = goalDistances + 4 * stride;
  const queue = reached + 8 * 16;
  goals = 0;
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const goal = neighbourOf(thief, direction);
    if (goal == NO_SQUARE) continue;
    breadthFirst(goalDistances + <usize>goals * stride, goal, thief, queue);
    goals++;
  }
  needed = surround ? goals : min(goals, policemen);
}

/** Breadth-first search: distances from a goal, with the thief's square as a wall. */
function breadthFirst(row: usize, goal: i32, thief: i32, queue: usize): void {
  memory.fill(row, <u8>UNREACHABLE, stride);
  store<u8>(row + goal, 0);
  store<u16>(queue, goal);
  let tail = 1;
  for (let head = 0; head < tail; head++) {
    const square = <i32>load<u16>(queue + (<usize>head << 1));
    const next = min(<i32>load<u8>(row + square) + 1, MOST_MOVES);
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(square, direction);
      if (target == NO_SQUARE || target == thief || load<u8>(row + target) != UNREACHABLE) continue;
      store<u8>(row + target, next);
      store<u16>(queue + (<usize>tail << 1), target);
      tail++;
    }
  }
}

/** Whether two goals are connected around the thief: only then can policemen block each other. */
export function shareComponent(): bool {
  for (let a = 0; a < goals; a++) {
    for (let b = 0; b < goals; b++) if (a != b && isSameComponent(a, b)) return true;
  }
  return false;
}

function isSameComponent(a: i32, b: i32): bool {
  for (let square = 0; square < squares; square++) {
    if (goalDistance(a, square) != UNREACHABLE && goalDistance(b, square) != UNREACHABLE) return true;
  }
  return false;
}

/** Writes the bounds of all sets of policemen for a thief's square. */
export function writeBounds(values: usize, valuesEnd: usize, policemen: i32, thief: i32): void {
  end = valuesEnd;
  const first = reached;
  store<u64>(first, u64.MAX_VALUE);
  store<u64>(first, u64.MAX_VALUE, 8);
  store<u8>(first, 0);
  writeRows(values, policemen, squares, thief, first, false);
}

/** DP step: adds a policeman, for every subset of goals with or without a goal assigned to him. */
@inline
function addPoliceman(from: usize, to: usize, square: i32): void {
  const masks = 1 << goals;
  for (let mask = 0; mask < masks; mask++) {
    let least = <i32>load<u8>(from + mask);
    for (let rest = mask; rest; rest &= rest - 1) {
      const goal = ctz(rest);
      least = min(least, max(<i32>load<u8>(from + (mask ^ (1 << goal))), goalDistance(goal, square)));
    }
    store<u8>(to + mask, least);
  }
}

/** Recursion over the policemen up to `place`, whose squares are below `above`; their entries begin at `values`. */
function writeRows(values: usize, place: i32, above: i32, thief: i32, from: usize, overThief: bool): void {
  if (place == 1) {
    writeRow(values, above, thief, from, overThief);
    return;
  }
  for (let square = place - 1; square < above; square++) {
    addPoliceman(from, from + 16, square);
    writeRows(values + choose(square, place), place - 1, square, thief, from + 16, overThief || square == thief);
  }
}

/** A row: the smallest square takes all values below `above`. */
function writeRow(values: usize, above: i32, thief: i32, from: usize, overThief: bool): void {
  if (overThief) {
    memory.fill(values, <u8>UNREACHABLE, above);
    return;
  }
  let without = <i32>UNREACHABLE;
  let with0 = <i32>UNREACHABLE;
  let with1 = <i32>UNREACHABLE;
  let with2 = <i32>UNREACHABLE;
  let with3 = <i32>UNREACHABLE;
  const masks = 1 << goals;
  for (let mask = 0; mask < masks; mask++) {
    if (popcnt(mask) == needed) without = min(without, <i32>load<u8>(from + mask));
    if (popcnt(mask) != needed - 1) continue;
    const bound = <i32>load<u8>(from + mask);
    if (!(mask & 1)) with0 = min(with0, bound);
    if (!(mask & 2)) with1 = min(with1, bound);
    if (!(mask & 4)) with2 = min(with2, bound);
    if (!(mask & 8)) with3 = min(with3, bound);
  }
  const all = i8x16.splat(<i8>without);
  const all0 = i8x16.splat(<i8>with0);
  const all1 = i8x16.splat(<i8>with1);
  const all2 = i8x16.splat(<i8>with2);
  const all3 = i8x16.splat(<i8>with3);
  for (let square = 0; square < above; square += 16) {
    const distance = goalDistances + square;
    let bound = i8x16.min_u(all, i8x16.max_u(all0, v128.load(distance)));
    if (goals > 1) bound = i8x16.min_u(bound, i8x16.max_u(all1, v128.load(distance + stride)));
    if (goals > 2) bound = i8x16.min_u(bound, i8x16.max_u(all2, v128.load(distance + 2 * stride)));
    if (goals > 3) bound = i8x16.min_u(bound, i8x16.max_u(all3, v128.load(distance + 3 * stride)));
    // Writes beyond the row's end are overwritten by the next row.
    if (values + square + 16 <= end) v128.store(values + square, bound);
    else writeTail(values + square, bound);
  }
  if (thief < above) store<u8>(values + thief, UNREACHABLE);
}

function writeTail(at: usize, bound: v128): void {
  let low = i64x2.extract_lane(bound, 0);
  let high = i64x2.extract_lane(bound, 1);
  for (let to = at; to < end; to++) {
    store<u8>(to, <u8>low);
    low = (low >>> 8) | (high << 56);
    high >>>= 8;
  }
}

/** Distance of every square to the nearest goal; in the memory of the queue. */
export function nearestGoalDistances(): usize {
  const nearest = reached + 8 * 16;
  for (let square = 0; square < squares; square++) {
    let least = <i32>UNREACHABLE;
    for (let goal = 0; goal < goals; goal++) least = min(least, goalDistance(goal, square));
    store<u8>(nearest + square, least);
  }
  return nearest;
}
