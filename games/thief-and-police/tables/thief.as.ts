/**
 * The thief table: for every set of static policemen and every square of the thief, the fewest moves to an exit around them. The squares of a set are contiguous:
 * one breadth-first search from the exits fills them.
 */
import { stopped } from "../../../engine/kernel/stop.as";
import { choose } from "../combinations.as";
import { DIRECTIONS, MOST_MOVES, NO_SQUARE, THIEF_PORTION, UNREACHABLE } from "../layout";
import { isExit, neighbourOf, scratch, squares } from "../maze.as";
import { isIn, nextSet, squareAt, unrank } from "./sets.as";

/** Solves portions of sets, taken from the counter at `next`, that are not marked as done. */
export function solveThief(table: usize, done: usize, next: usize, policemen: i32): void {
  const sets = <u32>choose(squares, policemen);
  const set = scratch;
  while (!stopped()) {
    const portion = atomic.add<u32>(next, 1);
    const start = portion * THIEF_PORTION;
    if (start >= sets) break;
    if (load<u8>(done + portion)) continue;
    const end = min(start + THIEF_PORTION, sets);
    unrank(start, policemen, squares, set);
    for (let rank = start; rank < end; rank++) {
      breadthFirst(table + <usize>rank * squares, set, policemen);
      nextSet(set, policemen, squares);
    }
    store<u8>(done + portion, 1);
  }
}

function breadthFirst(row: usize, set: usize, policemen: i32): void {
  const queue = scratch + 64;
  memory.fill(row, <u8>UNREACHABLE, squares);
  let tail = 0;
  for (let square = 0; square < squares; square++) {
    if (!isExit(square) || isIn(set, policemen, square)) continue;
    store<u8>(row + square, 0);
    store<u16>(queue + (<usize>tail << 1), square);
    tail++;
  }
  // During the search, the policemen's squares count as reached.
  for (let i = 0; i < policemen; i++) store<u8>(row + squareAt(set, i), MOST_MOVES);
  for (let head = 0; head < tail; head++) {
    const square = <i32>load<u16>(queue + (<usize>head << 1));
    const distance = min(<i32>load<u8>(row + square) + 1, MOST_MOVES);
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(square, direction);
      if (target == NO_SQUARE || load<u8>(row + target) != UNREACHABLE) continue;
      store<u8>(row + target, distance);
      store<u16>(queue + (<usize>tail << 1), target);
      tail++;
    }
  }
  for (let i = 0; i < policemen; i++) store<u8>(row + squareAt(set, i), <u8>UNREACHABLE);
}
