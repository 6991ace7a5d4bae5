/** The thief's distance to an exit with the policemen as walls. */
import { DIRECTIONS, NO_SQUARE } from "./layout";
import {
  CACHE_ENTRIES, CACHE_ENTRY_BYTES, aligned, cache, detourListBytes, exitDistance, exitInterval, leadsThrough, neighbourOf, policemen, scratch,
  squares,
} from "./maze.as";
import { policemanOf, thiefOf } from "./state.as";

/** The first eight bytes of a state without the turn. */
const WITHOUT_TURN: u64 = 0xffffffff0000ffff;

/** i32.MAX_VALUE if no exit can be reached. Cached if a policeman is on the thief's path in the exit tree. */
export function detourDistance(state: usize): i32 {
  const thief = thiefOf(state);
  if (isPathFree(state, thief)) return exitDistance(thief);
  const first = load<u64>(state) & WITHOUT_TURN;
  const second = load<u64>(state, 8);
  const mixed = (first * 0x9e3779b97f4a7c15) ^ (second * 0xd6e8feb86659fd93);
  const entry = cache + ((<usize>(mixed >> 40)) & (CACHE_ENTRIES - 1)) * CACHE_ENTRY_BYTES;
  if (load<u64>(entry) == first && load<u64>(entry, 8) == second) return load<i32>(entry, 16);
  const distance = searchDetour(state, thief);
  store<u64>(entry, first);
  store<u64>(entry, second, 8);
  store<i32>(entry, distance, 16);
  return distance;
}

/** Whether no policeman is on the path from a square to the exit in the exit tree. */
@inline
function isPathFree(state: usize, square: i32): bool {
  const from = exitInterval(square);
  for (let i = 0; i < policemen; i++) if (leadsThrough(from, exitInterval(policemanOf(state, i)))) return false;
  return true;
}

/**
 * A* with the distance in the empty maze as heuristic, which is exact where the path in the exit tree is free: the search ends at the first such square.
 * A step changes the estimated length by 0 to 2, so three open lists, used in turn, replace a priority queue.
 */
function searchDetour(state: usize, thief: i32): i32 {
  const closed = scratch + 64;
  memory.fill(closed, 0, squares);
  for (let i = 0; i < policemen; i++) store<u8>(closed + policemanOf(state, i), 1);
  const lists = closed + aligned(squares);
  const listBytes = detourListBytes(squares);
  let now = lists;
  let next = now + listBytes;
  let afterNext = next + listBytes;
  let nowEnd = now;
  let nextEnd = next;
  let afterNextEnd = afterNext;
  store<u16>(nowEnd, thief);
  nowEnd += 2;
  let length = exitDistance(thief);
  do {
    while (nowEnd > now) {
      nowEnd -= 2;
      const square = <i32>load<u16>(nowEnd);
      if (load<u8>(closed + square)) continue;
      if (isPathFree(state, square)) return length;
      store<u8>(closed + square, 1);
      const nearer = exitDistance(square) - 1;
      for (let direction = 1; direction <= DIRECTIONS; direction++) {
        const target = neighbourOf(square, direction);
        if (target == NO_SQUARE || load<u8>(closed + target)) continue;
        const longer = exitDistance(target) - nearer;
        if (longer == 0) {
          store<u16>(nowEnd, target);
          nowEnd += 2;
        } else if (longer == 1) {
          store<u16>(nextEnd, target);
          nextEnd += 2;
        } else {
          store<u16>(afterNextEnd, target);
          afterNextEnd += 2;
        }
      }
    }
    const empty = now;
    now = next;
    nowEnd = nextEnd;
    next = afterNext;
    nextEnd = afterNextEnd;
    afterNext = empty;
    afterNextEnd = empty;
    length++;
  } while (nowEnd > now || nextEnd > next);
  return i32.MAX_VALUE;
}
