/** The definition of distance-table entries by the rules of the game: the expected value, given the entries one move away. */
import { stopped } from "../../../engine/kernel/stop.as";
import { choose } from "../combinations.as";
import { DIRECTIONS, MOST_MOVES, NO_SQUARE, UNREACHABLE } from "../layout";
import { isExit, neighbourOf, policemen, squares } from "../maze.as";
import { playPolice, playThief, policeMoves, thiefMoves } from "../moves.as";
import { hasPoliceman, policeSquares, setThief, thiefOf } from "../state.as";
import { rankOf, unrank } from "./sets.as";

/** A state, its copy, and a list of moves. */
export function checkThreadBytes(mostMoves: i32): usize {
  return 64 + 4 * <usize>mostMoves;
}

@inline
function policeEntryOf(state: usize): usize {
  return <usize>thiefOf(state) * choose(squares, policemen) + rankOf(policeSquares(state), policemen);
}

@inline
function thiefEntryOf(state: usize): usize {
  return <usize>rankOf(policeSquares(state), policemen) * squares + thiefOf(state);
}

/** Whether the thief is surrounded, or all policemen are adjacent to him (unless `surround`). */
function isGoal(state: usize, surround: bool): bool {
  let free = 0;
  let occupied = 0;
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const square = neighbourOf(thiefOf(state), direction);
    if (square == NO_SQUARE) continue;
    if (hasPoliceman(state, square)) occupied++;
    else free++;
  }
  return free == 0 || (!surround && occupied == policemen);
}

function placeState(state: usize, thief: i32, rank: u32): void {
  memory.fill(state, 0xff, 16);
  setThief(state, thief);
  unrank(rank, policemen, squares, policeSquares(state));
}

/** The expected value of an entry of a police table. */
function expectedPolice(table: usize, entry: u32, surround: i32, memory: usize): i32 {
  const sets = <u32>choose(squares, policemen);
  const state = memory;
  const next = memory + 16;
  const list = memory + 64;
  placeState(state, <i32>(entry / sets), entry % sets);
  if (hasPoliceman(state, thiefOf(state))) return UNREACHABLE;
  if (isGoal(state, surround != 0)) return 0;
  let least = <i32>UNREACHABLE;
  const count = policeMoves(state, list);
  for (let i = 0; i < count; i++) {
    copy(next, state);
    playPolice(next, load<i32>(list + (<usize>i << 2)));
    least = min(least, <i32>load<u8>(table + policeEntryOf(next)));
  }
  return least == UNREACHABLE ? UNREACHABLE : min(least + 1, MOST_MOVES);
}

/** The expected value of an entry of a thief table. */
function expectedThief(table: usize, entry: u32, memory: usize): i32 {
  const state = memory;
  const next = memory + 16;
  const list = memory + 64;
  placeState(state, <i32>(entry % <u32>squares), entry / <u32>squares);
  if (hasPoliceman(state, thiefOf(state))) return UNREACHABLE;
  if (isExit(thiefOf(state))) return 0;
  let least = <i32>UNREACHABLE;
  const count = thiefMoves(state, list);
  for (let i = 0; i < count; i++) {
    copy(next, state);
    playThief(next, load<i32>(list + (<usize>i << 2)));
    least = min(least, <i32>load<u8>(table + thiefEntryOf(next)));
  }
  return least == UNREACHABLE ? UNREACHABLE : min(least + 1, MOST_MOVES);
}

@inline
function copy(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Checks the entries from `start` to `end`; returns the number of wrong ones and stores the last at `wrong`. */
export function checkEntries(table: usize, start: u32, end: u32, isPolice: i32, surround: i32, memory: usize, wrong: usize): f64 {
  let count: f64 = 0;
  for (let at = start; at < end && !stopped(); at++) {
    const expected = isPolice ? expectedPolice(table, at, surround, memory) : expectedThief(table, at, memory);
    if (expected == <i32>load<u8>(table + at)) continue;
    count += 1;
    store<u32>(wrong, at);
  }
  return count;
}
