/**
 * The sweep solver of placement puzzles (puzzle.as.ts), for three pieces and more.
 *
 * Every move belongs to the set S of resting pieces: one piece moves from p to q while S stays. Entries are ranked so that
 * states that share all but their lowest pieces are adjacent in memory. So a step p–q above the two lowest resting pieces
 * connects two contiguous groups of entries, a step above the lowest connects two contiguous rows, and only moves of the
 * lowest piece itself are done entry by entry. Hops are done as cliques: cells that a piece can reach from each other in one
 * chain. Instead of depth by depth, whole rows are relaxed (relax.as.ts) in ascending order of rank. Nearly all shortest
 * paths lead down the ranks, so a few sweeps reach the fixed point, which is the table of distances regardless of order and
 * races between threads: a sweep without change proves it.
 *
 * Levels: a unit fixes the resting pieces above the two lowest (`s1`, `s0`); then `s1` is fixed, then `s0`.
 */
import { stopped } from "../kernel/stop.as";
import { clearComponents } from "./components.as";
import { choose } from "./puzzle.as";
import { listed, startList } from "./relax.as";
import { locateGroups, takeFromBelow, takeFromBelowUnit } from "./sweep-groups.as";
import { joinHops, relaxGroup } from "./sweep-rows.as";
import { cells, pieces, setTaken, startSweep, unitHops, upper } from "./sweep-thread.as";

/**
 * Units whose highest piece is on one of this many neighbouring cells form a block; a sweep can process each block several
 * times before the next. Errors in a block propagate to all blocks above it: processing blocks twice in the first sweep
 * leaves a sixth of the changes to the second (a block of about one row of the largest board was best).
 */
const BLOCK_CELLS: i32 = 9;
/** Units that a thread takes at once: neighbours write to nearby memory. */
const PORTION: u32 = 16;

/**
 * Takes turns from the shared counter up to `end`: all units are `times` times their number, because each block has so many
 * turns per unit. Returns the number of changes; the first `capacity` of them are on the list.
 */
export function sweepUnits(counter: usize, end: u32, number: i32, times: u32, list: usize, capacity: u32): u32 {
  startSweep(number);
  startList(list, capacity);
  let block = 0;
  while (!stopped()) {
    const start = atomic.add<u32>(counter, PORTION);
    if (start >= end) break;
    const last = min(start + PORTION, end);
    for (let turn = start; turn < last; turn++) {
      while (times * unitsBelow(block + BLOCK_CELLS) <= turn) block += BLOCK_CELLS;
      const first = unitsBelow(block);
      relaxUnit(first + (turn - times * first) % (unitsBelow(block + BLOCK_CELLS) - first));
    }
  }
  return listed;
}

/** Number of units with all pieces below a cell. */
@inline
function unitsBelow(cell: i32): u32 {
  return cell == 0 ? 0 : choose(min(cell, cells), pieces - 3);
}

function relaxUnit(unit: u32): void {
  const count = pieces - 3;
  let left = unit;
  let cell = cells;
  for (let i = count; i > 0; i--) {
    cell--;
    while (choose(cell, i) > left) cell--;
    left -= choose(cell, i);
    store<u8>(upper() + i - 1, <u8>cell);
    setTaken(cell, 1);
  }
  locateGroups(count);
  for (let i = 0; i < count; i++) joinHops(unitHops(), load<u8>(upper() + i));
  const lowest = count > 0 ? <i32>load<u8>(upper()) : cells;
  for (let s1 = 1; s1 < lowest; s1++) {
    takeFromBelow(s1);
    takeFromBelowUnit(s1, count);
    relaxGroup(s1, count);
  }
  clearComponents(unitHops());
  for (let i = 0; i < count; i++) setTaken(load<u8>(upper() + i), 0);
}
