/**
 * The last phase of a solve: once few entries still change, those on a worklist are relaxed one by one against all their
 * neighbours, and changed entries go on the next list, until a list is empty. Entries are set by compare-and-swap, so that no
 * thread overwrites another; relaxing in both directions also repairs updates lost to races in a sweep.
 */
import { stopped } from "../kernel/stop.as";
import { choose, neighbourAt, neighbourCount } from "./puzzle.as";
import { listed, listEntry, startList } from "./relax.as";
import { cells, isTaken, neighbours, pieces, queue, queueReachable, rest, setTaken, startSeeing, sums, table, upper } from "./sweep-thread.as";

/** Entries that a thread takes from the list at once. */
const PORTION: u32 = 256;

/** Number of neighbours found for the current entry. */
let found: i32 = 0;

/**
 * Relaxes the entries of all threads' lists, shared by `counter`; returns the number of changed entries. The lists are
 * contiguous, with `capacity` entries each, `counts` of them used. All lists were written in ascending order at the same
 * time, so they are processed side by side for locality.
 */
export function relaxLists(lists: usize, capacity: u32, counts: usize, threads: u32, counter: usize, list: usize): u32 {
  startList(list, capacity);
  let longest: u32 = 0;
  for (let i: u32 = 0; i < threads; i++) longest = max(longest, load<u32>(counts + (<usize>i << 2)));
  while (!stopped()) {
    const turn = atomic.add<u32>(counter, 1);
    const which = turn % threads;
    const start = turn / threads * PORTION;
    if (start >= longest) break;
    const end = min(start + PORTION, load<u32>(counts + (<usize>which << 2)));
    for (let i = start; i < end; i++) relaxEntry(load<u32>(lists + (<usize>(which * capacity + i) << 2)));
  }
  return listed;
}

function relaxEntry(address: usize): void {
  const placement = upper();
  let left = <u32>(address - table);
  let cell = cells;
  for (let i = pieces; i > 0; i--) {
    cell--;
    while (choose(cell, i) > left) cell--;
    left -= choose(cell, i);
    store<u8>(placement + i - 1, <u8>cell);
    setTaken(cell, 1);
  }
  found = 0;
  for (let i = 0; i < pieces; i++) findNeighbours(i);
  for (let i = 0; i < pieces; i++) setTaken(load<u8>(placement + i), 0);
  for (let i = 0; i < found; i++) {
    const other = <usize>load<u32>(neighbours() + (<usize>i << 2));
    raise(other, <i32>load<u8>(address) - 1);
    raise(address, <i32>load<u8>(other) - 1);
  }
}

/** Entries one move of one piece away. All are computed before any is read, so that the memory accesses overlap. */
function findNeighbours(moving: i32): void {
  const from = <i32>load<u8>(upper() + moving);
  liftPiece(moving);
  const near = neighbourCount(from);
  for (let i = 0; i < near; i++) {
    const to = neighbourAt(from, i);
    if (!isTaken(to)) addNeighbour(to);
  }
  setTaken(from, 0);
  startSeeing();
  const size = queueReachable(from);
  for (let i = 1; i < size; i++) addNeighbour(load<u8>(queue() + i));
  setTaken(from, 1);
}

/** The resting pieces, and their contribution to the rank for each position of the moving one. */
function liftPiece(moving: i32): void {
  let n = 0;
  let sum: u32 = 0;
  for (let i = 0; i < pieces; i++) {
    if (i == moving) continue;
    const cell = load<u8>(upper() + i);
    store<u8>(rest() + n, cell);
    sum += choose(cell, n + 2);
    n++;
  }
  store<u32>(sums(), sum);
  for (let i = 0; i < n; i++) {
    const cell = <i32>load<u8>(rest() + i);
    sum += choose(cell, i + 1) - choose(cell, i + 2);
    store<u32>(sums() + (<usize>(i + 1) << 2), sum);
  }
}

function addNeighbour(to: i32): void {
  let place = 0;
  while (place < pieces - 1 && <i32>load<u8>(rest() + place) < to) place++;
  const entry = <u32>table + load<u32>(sums() + (<usize>place << 2)) + choose(to, place + 1);
  store<u32>(neighbours() + (<usize>found << 2), entry);
  found++;
}

function raise(address: usize, value: i32): void {
  let held = load<u8>(address);
  while (<i32>held < value) {
    const found = atomic.cmpxchg<u8>(address, held, <u8>value);
    if (found == held) return listEntry(address);
    held = found;
  }
}
