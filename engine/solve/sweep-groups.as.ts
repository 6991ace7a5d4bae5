/**
 * The upper level of the sweep (sweep.as.ts): one of the upper pieces moves, the two lowest rest below. Both ends of such a
 * move are whole groups of entries in the same order, as long as the two lowest stay below all cells involved. Each group is
 * relaxed against the groups ranked lower, which are done first.
 */
import { labelOf, memberAt, minimumOf, NO_LABEL, sizeOf } from "./components.as";
import { choose, stepAt, stepsBelow } from "./puzzle.as";
import { FIRST_CHANGED, relaxRows, SECOND_CHANGED } from "./relax.as";
import {
  cells, clearDirty, group, hasChanged, isDirty, isTaken, note, noteChange, noteGroupChange, numberSums, queue,
  queueReachable, rest, setGroup, setTaken, startSeeing, sums, table, unitHops, upper,
} from "./sweep-thread.as";

/** With the unit's pieces resting: start of the group for every cell of the moving piece, and whether it changed recently. */
export function locateGroups(count: i32): void {
  clearDirty();
  sumRest(upper(), count);
  let place = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (isTaken(cell)) place++;
    else setGroup(cell, <u32>table + entriesAt(cell, place), numberAt(cell, place));
  }
}

/** The contribution of resting pieces to the rank of an entry and of a group, for each position of the moving piece among them. */
function sumRest(resting: usize, count: i32): void {
  let entries: u32 = 0;
  let number: u32 = 0;
  for (let i = 0; i < count; i++) {
    entries += choose(load<u8>(resting + i), i + 4);
    number += choose(load<u8>(resting + i), i + 2);
  }
  store<u32>(sums(), entries);
  store<u32>(numberSums(), number);
  for (let i = 0; i < count; i++) {
    const cell = <i32>load<u8>(resting + i);
    entries += choose(cell, i + 3) - choose(cell, i + 4);
    number += choose(cell, i + 1) - choose(cell, i + 2);
    store<u32>(sums() + (<usize>(i + 1) << 2), entries);
    store<u32>(numberSums() + (<usize>(i + 1) << 2), number);
  }
}

@inline
function entriesAt(cell: i32, place: i32): u32 {
  return load<u32>(sums() + (<usize>place << 2)) + choose(cell, place + 3);
}

@inline
function numberAt(cell: i32, place: i32): u32 {
  return load<u32>(numberSums() + (<usize>place << 2)) + choose(cell, place + 1);
}

/** The lowest piece above the two lowest, on `s1`, moves down; the unit's pieces rest. */
export function takeFromBelow(s1: i32): void {
  const end = stepsBelow(s1 + 1);
  for (let i = stepsBelow(s1); i < end; i++) {
    const p = <i32>load<u8>(stepAt(i));
    if (isDirty(p) || isDirty(s1)) note(relaxRows(group(p), group(s1), choose(p, 2)), p, s1);
  }
  const label = labelOf(unitHops(), s1);
  if (label == NO_LABEL) return;
  const length = choose(minimumOf(unitHops(), label), 2);
  const size = sizeOf(unitHops(), label);
  for (let i = 0; i < size; i++) {
    const p = memberAt(unitHops(), label, i);
    if (p < s1 && (isDirty(p) || isDirty(s1))) note(relaxRows(group(p), group(s1), length), p, s1);
  }
}

/** Each piece of the unit in turn moves down; the unit's others and the piece on `s1` rest. */
export function takeFromBelowUnit(s1: i32, count: i32): void {
  setTaken(s1, 1);
  for (let moving = 0; moving < count; moving++) {
    const from = <i32>load<u8>(upper() + moving);
    store<u8>(rest(), <u8>s1);
    let n = 1;
    for (let i = 0; i < count; i++) {
      if (i == moving) continue;
      store<u8>(rest() + n, load<u8>(upper() + i));
      n++;
    }
    sumRest(rest(), count);
    const end = stepsBelow(from + 1);
    for (let i = stepsBelow(from); i < end; i++) {
      const p = <i32>load<u8>(stepAt(i));
      if (!isTaken(p)) takeFrom(p, s1, count, choose(min(p, s1), 2));
    }
    takeHops(from, s1, count);
  }
  setTaken(s1, 0);
}

function takeHops(from: i32, s1: i32, count: i32): void {
  setTaken(from, 0);
  startSeeing();
  const size = queueReachable(from);
  setTaken(from, 1);
  let lowest = s1;
  for (let i = 1; i < size; i++) lowest = min(lowest, <i32>load<u8>(queue() + i));
  const length = choose(lowest, 2);
  for (let i = 1; i < size; i++) {
    const p = <i32>load<u8>(queue() + i);
    if (p < from) takeFrom(p, s1, count, length);
  }
}

/** Relaxes the group with the moving piece on `p` against the group of `s1`. */
@inline
function takeFrom(p: i32, s1: i32, count: i32, length: u32): void {
  let place = 0;
  while (place < count && <i32>load<u8>(rest() + place) < p) place++;
  const number = numberAt(p, place);
  if (!isDirty(s1) && !hasChanged(number)) return;
  const which = relaxRows(table + entriesAt(p, place), group(s1), length);
  if (which & FIRST_CHANGED) noteGroupChange(number);
  if (which & SECOND_CHANGED) noteChange(s1);
}
