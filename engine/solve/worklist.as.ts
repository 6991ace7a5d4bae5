/**
 * The end of a solve: once few entries still change, those on a list are relaxed one by one against all their neighbours,
 * and what changes goes on the next list, until a list is empty. Entries are set by compare-and-swap, so that no thread
 * undoes what another has done; each entry also takes from its neighbours, which repairs what threads undid in a sweep.
 */
import { stopped } from "../kernel/stop.as";
import { choose, neighbourAt, neighbourCount, reachAt, reachCount } from "./puzzle.as";
import { listed, listEntry, startList } from "./relax.as";
import { cells, isTaken, pieces, queue, rest, setTaken, sums, table, upper, wasSeen } from "./sweep-thread.as";

/** How many entries a thread takes from the list at once. */
const PORTION: u32 = 256;

let stamp: u32 = 0;

/** Relaxes the `count` entries of a list, shared between threads by `counter`; returns how many entries changed. */
export function relaxList(entries: usize, count: u32, counter: usize, list: usize, room: u32): u32 {
  startList(list, room);
  while (!stopped()) {
    const start = atomic.add<u32>(counter, PORTION);
    if (start >= count) break;
    const end = min(start + PORTION, count);
    for (let i = start; i < end; i++) relaxEntry(load<u32>(entries + (<usize>i << 2)));
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
  for (let i = 0; i < pieces; i++) relaxPiece(address, i);
  for (let i = 0; i < pieces; i++) setTaken(load<u8>(placement + i), 0);
}

/** One piece moves, the others rest. */
function relaxPiece(address: usize, moving: i32): void {
  const from = <i32>load<u8>(upper() + moving);
  liftPiece(moving);
  stamp++;
  wasSeen(from, stamp);
  const near = neighbourCount(from);
  for (let i = 0; i < near; i++) {
    const to = neighbourAt(from, i);
    if (!isTaken(to)) relaxAgainst(address, to);
  }
  setTaken(from, 0);
  store<u8>(queue(), <u8>from);
  let size = 1;
  for (let next = 0; next < size; next++) {
    const at = <i32>load<u8>(queue() + next);
    const hops = reachCount(at);
    for (let i = 0; i < hops; i++) {
      const to = <i32>load<u8>(reachAt(at, i), 1);
      if (!isTaken(load<u8>(reachAt(at, i))) || isTaken(to) || wasSeen(to, stamp)) continue;
      store<u8>(queue() + size, <u8>to);
      size++;
      relaxAgainst(address, to);
    }
  }
  setTaken(from, 1);
}

/** The resting pieces, and what they contribute to an entry for each place of the moving one. */
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

function relaxAgainst(address: usize, to: i32): void {
  let place = 0;
  while (place < pieces - 1 && <i32>load<u8>(rest() + place) < to) place++;
  const other = table + load<u32>(sums() + (<usize>place << 2)) + choose(to, place + 1);
  raise(other, <i32>load<u8>(address) - 1);
  raise(address, <i32>load<u8>(other) - 1);
}

function raise(address: usize, value: i32): void {
  let held = load<u8>(address);
  while (<i32>held < value) {
    const found = atomic.cmpxchg<u8>(address, held, <u8>value);
    if (found == held) return listEntry(address);
    held = found;
  }
}
