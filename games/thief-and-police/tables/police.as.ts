/**
 * The police table: for every square of a static thief and every set of squares of the policemen, the fewest moves to surround him.
 *
 * If policemen may stay, the lower bound of police-bound.as.ts is nearly always exact: policemen are interchangeable, so one who blocks another can take over his goal.
 * The bound fails if two policemen at the same distance need the same square at the same time. Every violation that is not a consequence of another one has two policemen at
 * most two steps apart. These sets are checked against the values one move away (Bellman equation) and raised if too low; then the sets that depended on a raised value are
 * checked, with a work list, until a fixpoint (a label-correcting algorithm). At the fixpoint all values are distances: from any value a path leads down to 0, one per move.
 *
 * With stay=no, breadth-first search finds the distances level by level.
 */
import { choose } from "../combinations.as";
import { stopped } from "../../../engine/kernel/stop.as";
import { MOST_MOVES, UNREACHABLE } from "../layout";
import { distanceBetween, mayStay, squares } from "../maze.as";
import { boundBytes, goals, measureGoals, needed, shareComponent, goalDistance, nearestGoalDistances, writeBounds } from "./police-bound.as";
import { leastOneMoveAway, setsOneMoveAway, stepsBytes, useSteps } from "./police-steps.as";
import { isIn, nextSet, rankOf, setSquareAt, squareAt, unrank } from "./sets.as";

const SET_BYTES: usize = 16;
/** Policemen at most this far apart may compete for a square. */
const CLOSE: i32 = 2;
/** Per square: the number of smaller close squares, then these, u16 each. */
const CLOSE_BYTES: usize = 32;

/** Memory of this thread: bounds, steps, lists of close squares, a mark per square, a set, a list of ranks, the work list. */
let bounds: usize = 0;
let steps: usize = 0;
let close: usize = 0;
/** Marks of squares connected to at least two goals: only there can policemen compete. */
let contested: usize = 0;
let set: usize = 0;
let ranks: usize = 0;
let work: usize = 0;
let workCapacity: i32 = 0;
let workCount: i32 = 0;
let overflowed: bool = false;

let size: i32 = 0;
let surround: bool = false;
let breadthFirstOnly: bool = false;
let values: usize = 0;
let raised: f64 = 0;

function listBytes(policemen: i32): usize {
  let most: usize = 4;
  for (let i = 0; i < policemen; i++) most *= 5;
  return (most + 15) & ~15;
}

function aligned(bytes: usize): usize {
  return (bytes + 63) & ~63;
}

export function policeThreadBytes(squareCount: i32, policemen: i32, workEntries: i32): usize {
  return aligned(boundBytes(squareCount)) + aligned(stepsBytes(squareCount)) + aligned(CLOSE_BYTES * <usize>squareCount) + aligned(squareCount) + 64
    + aligned(listBytes(policemen)) + SET_BYTES * <usize>workEntries;
}

/** `flags`: 1 requires all goals to be occupied, 2 forces breadth-first search. */
export function usePolice(memory: usize, policemen: i32, flags: i32, workEntries: i32): void {
  size = policemen;
  surround = (flags & 1) != 0;
  breadthFirstOnly = (flags & 2) != 0 || !mayStay;
  bounds = memory;
  steps = bounds + aligned(boundBytes(squares));
  close = steps + aligned(stepsBytes(squares));
  contested = close + aligned(CLOSE_BYTES * <usize>squares);
  set = contested + aligned(squares);
  ranks = set + 64;
  work = ranks + aligned(listBytes(policemen));
  workCapacity = workEntries;
  listClose();
}

function listClose(): void {
  for (let square = 0; square < squares; square++) {
    const list = close + CLOSE_BYTES * square;
    let count = 0;
    for (let other = 0; other < square; other++) {
      if (distanceBetween(square, other) > CLOSE) continue;
      count++;
      store<u16>(list + (<usize>count << 1), other);
    }
    store<u16>(list, count);
  }
}

/**
 * Solves the thief's squares, taken from the counter at `next`, that are not marked as done; `table` has C(squares, size) bytes per square. Returns the number of
 * values raised above their bound.
 */
export function solvePolice(table: usize, done: usize, next: usize): f64 {
  const entries = choose(squares, size);
  raised = 0;
  while (!stopped()) {
    const thief = atomic.add<i32>(next, 1);
    if (thief >= squares) break;
    if (load<u8>(done + thief)) continue;
    values = table + <usize>thief * entries;
    measureGoals(bounds, thief, size, surround);
    if (breadthFirstOnly) breadthFirst(thief, <u32>entries);
    else {
      writeBounds(values, values + entries, size, thief);
      if (needed > 1 && shareComponent()) correctBounds(thief);
    }
    if (!stopped()) store<u8>(done + thief, 1);
  }
  return raised;
}

@inline
function isContested(square: i32): bool {
  return load<u8>(contested + square) != 0;
}

function markContested(): void {
  for (let square = 0; square < squares; square++) {
    let reachable = 0;
    for (let goal = 0; goal < goals; goal++) reachable += <i32>(goalDistance(goal, square) != UNREACHABLE);
    store<u8>(contested + square, <u8>(reachable > 1));
  }
}

function correctBounds(thief: i32): void {
  useSteps(steps, size, thief, nearestGoalDistances());
  markContested();
  do {
    overflowed = false;
    workCount = 0;
    for (let square = size - 1; square < squares && !stopped(); square++) if (square != thief) testSets(size, square, thief, false);
  } while (overflowed && !stopped());
}

/** Enumerates and tests the sets with two close policemen; squares above `place` are chosen, `place` gets this square. */
function testSets(place: i32, square: i32, thief: i32, hasClose: bool): void {
  setSquareAt(set, place - 1, square);
  let isClose = hasClose;
  if (!isClose && isContested(square)) {
    for (let i = place; i < size; i++) {
      const other = squareAt(set, i);
      if (distanceBetween(square, other) <= CLOSE && isContested(other)) isClose = true;
    }
  }
  if (place > 2) {
    for (let next = place - 2; next < square; next++) if (next != thief) testSets(place - 1, next, thief, isClose);
    return;
  }
  if (isClose) {
    for (let last = 0; last < square; last++) if (last != thief) testWithLast(last);
    return;
  }
  for (let i = 1; i < size; i++) {
    if (!isContested(squareAt(set, i))) continue;
    const list = close + CLOSE_BYTES * squareAt(set, i);
    for (let k: usize = load<u16>(list); k > 0; k--) {
      const last = <i32>load<u16>(list + (k << 1));
      if (last < square && last != thief && isContested(last)) testWithLast(last);
    }
  }
}

@inline
function testWithLast(last: i32): void {
  setSquareAt(set, 0, last);
  if (!raiseIfTooLow(set)) return;
  // The work list uses `set + 16`; the enumeration in `set` is unchanged.
  while (workCount > 0) {
    workCount--;
    const next = work + SET_BYTES * workCount;
    store<u64>(set, load<u64>(next), 16);
    store<u64>(set, load<u64>(next, 8), 24);
    raiseIfTooLow(set + 16);
  }
}

/** Bellman check of a set: raises its value if too low, and adds the sets that depended on it to the work list. */
function raiseIfTooLow(tested: usize): bool {
  const at = values + rankOf(tested, size);
  const value = <i32>load<u8>(at);
  if (value == 0 || value >= MOST_MOVES) return false;
  const least = leastOneMoveAway(tested, values, value - 1);
  if (least < value) return false;
  store<u8>(at, least == UNREACHABLE ? UNREACHABLE : min(least + 1, MOST_MOVES));
  raised += 1;
  const count = setsOneMoveAway(tested, ranks);
  for (let i = 0; i < count; i++) {
    const rank = load<u32>(ranks + (<usize>i << 2));
    if (<i32>load<u8>(values + rank) != value + 1) continue;
    if (workCount == workCapacity) {
      overflowed = true;
      continue;
    }
    unrank(rank, size, squares, work + SET_BYTES * workCount);
    workCount++;
  }
  return true;
}

/** Level by level; sets that contain the thief's square stay unreachable. Distances saturate at MOST_MOVES. */
function breadthFirst(thief: i32, entries: u32): void {
  memory.fill(values, <u8>UNREACHABLE, entries);
  useSteps(steps, size, thief, 0);
  markGoals(thief, entries);
  for (let level = 0; expandLevel(entries, level); level = min(level + 1, MOST_MOVES)) {}
}

function markGoals(thief: i32, entries: u32): void {
  unrank(0, size, squares, set);
  for (let rank: u32 = 0; rank < entries; rank++) {
    if (!isIn(set, size, thief) && occupiedGoals() >= needed) store<u8>(values + rank, 0);
    nextSet(set, size, squares);
  }
}

function occupiedGoals(): i32 {
  let occupied = 0;
  for (let i = 0; i < size; i++) {
    for (let goal = 0; goal < goals; goal++) occupied += <i32>(goalDistance(goal, squareAt(set, i)) == 0);
  }
  return occupied;
}

/** Expands the sets of a level; returns whether new sets were reached. */
function expandLevel(entries: u32, level: i32): bool {
  let isNew = false;
  const pattern = i8x16.splat(<i8>level);
  for (let rank: u32 = 0; rank < entries; rank += 16) {
    if ((rank & 0xfffff) == 0 && stopped()) return false;
    let hits = entries - rank >= 16 ? i8x16.bitmask(i8x16.eq(v128.load(values + rank), pattern)) : tailHits(entries, rank, level);
    for (; hits; hits &= hits - 1) {
      unrank(rank + ctz(hits), size, squares, set);
      const count = setsOneMoveAway(set, ranks);
      for (let i = 0; i < count; i++) {
        const at = values + load<u32>(ranks + (<usize>i << 2));
        if (load<u8>(at) != UNREACHABLE) continue;
        store<u8>(at, min(level + 1, MOST_MOVES));
        isNew = true;
      }
    }
  }
  return isNew;
}

function tailHits(entries: u32, rank: u32, level: i32): i32 {
  let hits = 0;
  for (let i: u32 = 0; i < entries - rank; i++) if (<i32>load<u8>(values + rank + i) == level) hits |= 1 << i;
  return hits;
}
