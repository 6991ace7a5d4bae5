/**
 * Joint moves of the policemen around a static thief, for tables: ranks of all sets one move away. Moves are reversible, so these are both successors and
 * predecessors.
 */
import { choose } from "../combinations.as";
import { DIRECTIONS, NO_SQUARE } from "../layout";
import { mayStay, neighbourOf, squares } from "../maze.as";
import { squareAt } from "./sets.as";

/** Targets chosen so far, in the order of the policemen and in ascending order. */
let chosen: usize = 0;
let sorted: usize = 0;
/** Per square, the ordered targets of a step: u16 count, then u16 each. */
let targets: usize = 0;
let size: i32 = 0;
const TARGET_BYTES: usize = 16;

export function stepsBytes(squareCount: i32): usize {
  return 32 + TARGET_BYTES * <usize>squareCount;
}

/** Lists the targets of every square; if `distances` (bytes by square) is not 0, those nearer to a goal first. */
export function useSteps(memory: usize, policemen: i32, thief: i32, distances: usize): void {
  chosen = memory;
  sorted = memory + 16;
  targets = memory + 32;
  size = policemen;
  for (let square = 0; square < squares; square++) {
    const list = targets + TARGET_BYTES * square;
    let count = 0;
    for (let direction = mayStay ? 0 : 1; direction <= DIRECTIONS; direction++) {
      const target = direction == 0 ? square : neighbourOf(square, direction);
      if (target == NO_SQUARE || target == thief) continue;
      let at = count;
      while (at > 0 && distances != 0 && load<u8>(distances + target) < load<u8>(distances + <usize>load<u16>(list + (<usize>at << 1)))) {
        store<u16>(list + (<usize>at << 1), load<u16>(list + (<usize>at << 1)), 2);
        at--;
      }
      store<u16>(list + (<usize>at << 1), target, 2);
      count++;
    }
    store<u16>(list, count);
  }
}

function rankOfChosen(): u32 {
  let rank: usize = 0;
  for (let i = 0; i < size; i++) {
    const square = load<u16>(chosen + (<usize>i << 1));
    let at = i;
    while (at > 0 && load<u16>(sorted + (<usize>(at - 1) << 1)) > square) {
      store<u16>(sorted + (<usize>at << 1), load<u16>(sorted + (<usize>(at - 1) << 1)));
      at--;
    }
    store<u16>(sorted + (<usize>at << 1), square);
  }
  for (let i = 0; i < size; i++) rank += choose(<i32>load<u16>(sorted + (<usize>i << 1)), i + 1);
  return <u32>rank;
}

/** Whether no earlier policeman has the same target or swaps places with this one. */
@inline
function fits(set: usize, number: i32, square: i32, target: i32): bool {
  for (let other = 0; other < number; other++) {
    const taken = <i32>load<u16>(chosen + (<usize>other << 1));
    if (taken == target || (taken == square && squareAt(set, other) == target)) return false;
  }
  return true;
}

/** Writes the ranks of all sets one move away as u32 to `out`, possibly with duplicates; returns their number. */
export function setsOneMoveAway(set: usize, out: usize): i32 {
  return <i32>((writeFrom(set, 0, out) - out) >> 2);
}

function writeFrom(set: usize, number: i32, out: usize): usize {
  if (number == size) {
    store<u32>(out, rankOfChosen());
    return out + 4;
  }
  const square = squareAt(set, number);
  const list = targets + TARGET_BYTES * square;
  const end = list + (<usize>load<u16>(list) << 1);
  let at = out;
  for (let next = list; next < end; next += 2) {
    const target = <i32>load<u16>(next, 2);
    if (!fits(set, number, square, target)) continue;
    store<u16>(chosen + (<usize>number << 1), target);
    at = writeFrom(set, number + 1, at);
  }
  return at;
}

/** The minimum over the sets one move away; stops early at a value of at most `enough`. */
export function leastOneMoveAway(set: usize, values: usize, enough: i32): i32 {
  return leastFrom(set, 0, values, enough, 255);
}

function leastFrom(set: usize, number: i32, values: usize, enough: i32, best: i32): i32 {
  if (number == size) return min(best, <i32>load<u8>(values + rankOfChosen()));
  const square = squareAt(set, number);
  const list = targets + TARGET_BYTES * square;
  const end = list + (<usize>load<u16>(list) << 1);
  let least = best;
  for (let next = list; next < end && least > enough; next += 2) {
    const target = <i32>load<u16>(next, 2);
    if (!fits(set, number, square, target)) continue;
    store<u16>(chosen + (<usize>number << 1), target);
    least = leastFrom(set, number + 1, values, enough, least);
  }
  return least;
}
