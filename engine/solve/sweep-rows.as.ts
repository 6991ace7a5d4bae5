/**
 * The lower levels of the sweep (sweep.as.ts): at one end of the move at least, the moving piece is one of the two lowest.
 * With the second lowest resting piece fixed on `s1`, moves above the lowest resting piece are whole rows; with the lowest
 * fixed on `s0` too, the remaining moves are done in one run of entries or entry by entry.
 * `below` is the group with the moving piece below `s1`; `above` is the offset of the row of `s1` in the group of a cell above.
 */
import {
  clearComponents, joinCells, labelCount, labelOf, memberAt, minimumOf, NO_LABEL, setLabel, sizeOf, TAKEN_LABEL,
} from "./components.as";
import {
  choose, crossingAt, crossingStart, hopAt, hopCount, nearAbove, shuffleAt, shuffleFrom, shuffleStart, stepAt,
  stepsBelow,
} from "./puzzle.as";
import { listEntry, relaxEntries, relaxRows } from "./relax.as";
import {
  anyDirty, firstLanes, group, isDirty, isTaken, note, noteChange, queue, queueReachable, rowHops, setTaken,
  startSeeing, unitHops, upper,
} from "./sweep-thread.as";

/** Components of the row level that reach down to the lowest resting piece, as bits. */
let lowLabels: u32 = 0;

/** Adds the hops over a piece; returns the labels of the components they belong to, as bits. */
export function joinHops(set: usize, hurdle: i32): u32 {
  let labels: u32 = 0;
  const count = hopCount(hurdle);
  for (let i = 0; i < count; i++) {
    const p = <i32>load<u8>(hopAt(hurdle, i));
    const q = <i32>load<u8>(hopAt(hurdle, i), 1);
    if (isTaken(p) || isTaken(q)) continue;
    joinCells(set, p, q);
    labels |= 1 << labelOf(set, p);
  }
  return labels;
}

/** Relaxes all moves of the two lowest pieces in the group whose third lowest is on `s1`, unless nothing near it changed. */
export function relaxGroup(s1: i32, count: i32): void {
  setTaken(s1, 1);
  const set = rowHops();
  for (let i = 0; i < count; i++) joinHops(set, load<u8>(upper() + i));
  const overS1 = joinHops(set, s1);
  if (isDirty(s1) || anyDirty(nearAbove(s1, 0), nearAbove(s1, 1)) || anyMemberDirty(s1)) {
    const below = group(s1);
    const above = choose(s1, 2);
    lowLabels = 0;
    labelResting(s1, count, TAKEN_LABEL);
    for (let s0 = 0; s0 < s1; s0++) {
      takeRows(s0, s1, below);
      relaxLowest(s0, s1, below, above);
    }
    labelResting(s1, count, NO_LABEL);
    const crossingsEnd = crossingStart(s1 + 1);
    for (let i = crossingStart(s1); i < crossingsEnd; i++) {
      const p = <i32>load<u8>(crossingAt(i));
      const q = <i32>load<u8>(crossingAt(i), 1);
      if (isTaken(q)) continue;
      note(relaxRows(below + choose(p, 2), group(q) + above, p), s1, q);
      note(relaxAcross(below + choose(p + 1, 2) + p, group(q) + above + p + 1, p + 1, s1), s1, q);
    }
    relaxHopsOfRows(s1, overS1, below, above);
  }
  clearComponents(set);
  setTaken(s1, 0);
}

function labelResting(s1: i32, count: i32, label: i32): void {
  setLabel(rowHops(), s1, label);
  for (let i = 0; i < count; i++) setLabel(rowHops(), load<u8>(upper() + i), label);
}

function anyMemberDirty(s1: i32): bool {
  const set = rowHops();
  const count = labelCount(set);
  for (let label = 0; label < count; label++) {
    const size = sizeOf(set, label);
    for (let i = 0; i < size; i++) {
      const cell = memberAt(set, label, i);
      if (cell > s1 && isDirty(cell)) return true;
    }
  }
  return false;
}

/**
 * A step of the moving piece across the lowest resting piece, for all its cells from `s0` to `end` (exclusive): at one end
 * of the step the moving piece is the lowest of all, and the stride between its entries grows.
 */
@inline
function relaxAcross(x: usize, y: usize, s0: i32, end: i32): i32 {
  let which = 0;
  while (s0 < end) {
    which |= relaxEntries(x, y);
    x += s0;
    y++;
    s0++;
  }
  return which;
}

/** The second lowest piece moves down from `q`: its row is relaxed against the rows below it. */
@inline
function takeRows(q: i32, s1: i32, below: usize): void {
  const end = stepsBelow(q + 1);
  for (let i = stepsBelow(q); i < end; i++) {
    const p = <i32>load<u8>(stepAt(i));
    if (relaxRows(below + choose(p, 2), below + choose(q, 2), p)) noteChange(s1);
    if (relaxAcross(below + choose(p + 1, 2) + p, below + choose(q, 2) + p + 1, p + 1, q)) noteChange(s1);
  }
  const label = labelOf(rowHops(), q);
  if (label == NO_LABEL) return;
  const length = minimumOf(rowHops(), label);
  const size = sizeOf(rowHops(), label);
  for (let i = 0; i < size; i++) {
    const p = memberAt(rowHops(), label, i);
    if (p < q && relaxRows(below + choose(p, 2), below + choose(q, 2), length)) noteChange(s1);
  }
}

@inline
function row(cell: i32, s1: i32, below: usize, above: usize): usize {
  return cell < s1 ? below + choose(cell, 2) : group(cell) + above;
}

/** The group of an entry with the moving piece on a cell, identified by a cell as in `group`. */
@inline
function groupCell(cell: i32, s1: i32): i32 {
  return cell < s1 ? s1 : cell;
}

/** The lowest cell of a cell's component at the unit's level. */
@inline
function lowestInUnit(cell: i32): i32 {
  const set = unitHops();
  const label = labelOf(set, cell);
  return label == NO_LABEL ? 0 : minimumOf(set, label);
}

/** A component above `s1` that has no hop over it was already done at the group level. */
function relaxHopsOfRows(s1: i32, overS1: u32, below: usize, above: usize): void {
  const set = rowHops();
  const count = labelCount(set);
  for (let label = 0; label < count; label++) {
    const size = sizeOf(set, label);
    if (size == 0 || (((overS1 >> label) & 1) == 0 && lowestInUnit(memberAt(set, label, 0)) > s1)) continue;
    const length = min(minimumOf(set, label), s1);
    for (let i = 1; i < size; i++) {
      const p = memberAt(set, label, i);
      for (let j = 0; j < i; j++) {
        const q = memberAt(set, label, j);
        if (p < s1 && q < s1) continue; // done by takeRows
        note(relaxRows(row(p, s1, below, above), row(q, s1, below, above), length), groupCell(p, s1), groupCell(q, s1));
      }
    }
  }
}

/** The entry with the moving piece on a cell, all of S = {s0, s1, upper} resting. */
@inline
function entry(cell: i32, s0: i32, s1: i32, below: usize, above: usize): usize {
  if (cell < s0) return below + choose(s0, 2) + cell;
  return row(cell, s1, below, above) + s0;
}

/** With the lowest resting piece on `s0`: steps of a moving piece below it, and hops that involve it. */
function relaxLowest(s0: i32, s1: i32, below: usize, above: usize): void {
  const run = below + choose(s0, 2);
  relaxRun(run, s0, s1);
  setTaken(s0, 1);
  relaxHopsOfLowest(s0, s1, below, above);
  setTaken(s0, 0);
}

/** Steps of the lowest piece of all, from cell to cell below `s0`: one row, sixteen cells at a time. */
@inline
function relaxRun(run: usize, s0: i32, s1: i32): void {
  if (s0 < 2) return;
  for (let chunk = 0; chunk << 4 < s0; chunk++) {
    const own = maskedChunk(run, chunk, s0);
    let best = i8x16.splat(0);
    const end = shuffleStart(chunk + 1);
    for (let i = shuffleStart(chunk); i < end; i++) {
      const from = shuffleFrom(i);
      if (from << 4 >= s0) break;
      const source = from == chunk ? own : maskedChunk(run, from, s0);
      best = i8x16.max_u(best, i8x16.swizzle(source, v128.load(shuffleAt(i))));
    }
    const better = i8x16.max_u(own, i8x16.sub_sat_u(best, i8x16.splat(1)));
    let lanes = i8x16.bitmask(i8x16.ne(own, better)) & (s0 - (chunk << 4) >= 16 ? 0xffff : (1 << (s0 - (chunk << 4))) - 1);
    if (lanes == 0) continue;
    noteChange(s1);
    v128.store(queue(), better);
    while (lanes) {
      const lane = <usize>ctz(lanes);
      store<u8>(run + (<usize>chunk << 4) + lane, load<u8>(queue() + lane));
      listEntry(run + (<usize>chunk << 4) + lane);
      lanes &= lanes - 1;
    }
  }
}

/** Sixteen entries of a run; those beyond its end count as not reached. */
@inline
function maskedChunk(run: usize, chunk: i32, length: i32): v128 {
  const bytes = v128.load(run + (<usize>chunk << 4));
  const left = length - (chunk << 4);
  return left >= 16 ? bytes : v128.and(bytes, firstLanes(left));
}

/**
 * Hops over `s0`, and components of the level above that reach down to it: cells that `s0` blocks or that lie below it could
 * not be done in whole rows. A component that `s0` neither touches nor splits is taken from its list; otherwise it is
 * recomputed.
 */
function relaxHopsOfLowest(s0: i32, s1: i32, below: usize, above: usize): void {
  const set = rowHops();
  startSeeing();
  let done: u32 = 0;
  const run = below + choose(s0, 2);
  const split = labelOf(set, s0);
  const hops = hopCount(s0);
  for (let i = 0; i < hops; i++) {
    const p = <i32>load<u8>(hopAt(s0, i));
    const q = <i32>load<u8>(hopAt(s0, i), 1);
    const labelP = labelOf(set, p);
    const labelQ = labelOf(set, q);
    if ((labelP & labelQ) == NO_LABEL) {
      note(relaxEntries(run + p, row(q, s1, below, above) + s0), s1, groupCell(q, s1));
      continue;
    }
    if (labelP == TAKEN_LABEL || labelQ == TAKEN_LABEL) continue;
    const label = labelP == NO_LABEL ? labelQ : labelP;
    const alone = labelP == NO_LABEL || labelQ == NO_LABEL;
    if (alone && label != split && ((done >> label) & 1) == 0) {
      const size = queueMembers(set, label);
      store<u8>(queue() + size, <u8>(labelP == NO_LABEL ? p : q));
      relaxClique(size + 1, s0, s1, below, above);
    } else {
      relaxReachable(p, s0, s1, below, above);
    }
    if (labelP != NO_LABEL) done |= 1 << labelP;
    if (labelQ != NO_LABEL) done |= 1 << labelQ;
  }
  if (split != NO_LABEL) {
    done |= 1 << split;
    if (minimumOf(set, split) == s0) lowLabels |= 1 << split;
    const size = sizeOf(set, split);
    for (let i = 0; i < size; i++) {
      const cell = memberAt(set, split, i);
      if (cell != s0) relaxReachable(cell, s0, s1, below, above);
    }
  }
  for (let labels = lowLabels & ~done; labels; labels &= labels - 1) {
    const label = <i32>ctz(labels);
    if (sizeOf(set, label) > 0) relaxClique(queueMembers(set, label), s0, s1, below, above);
  }
}

function queueMembers(set: usize, label: i32): i32 {
  const size = sizeOf(set, label);
  for (let i = 0; i < size; i++) store<u8>(queue() + i, <u8>memberAt(set, label, i));
  return size;
}

/** The component of a cell with all of S resting, unless it was already visited. */
function relaxReachable(start: i32, s0: i32, s1: i32, below: usize, above: usize): void {
  const size = queueReachable(start);
  if (size > 1) relaxClique(size, s0, s1, below, above);
}

/** All cells in the queue are one move apart: raises every entry to at least the best minus 1. */
function relaxClique(size: i32, s0: i32, s1: i32, below: usize, above: usize): void {
  let best = 0;
  for (let i = 0; i < size; i++) {
    best = max(best, <i32>load<u8>(entry(load<u8>(queue() + i), s0, s1, below, above)));
  }
  for (let i = 0; i < size; i++) {
    const cell = <i32>load<u8>(queue() + i);
    const address = entry(cell, s0, s1, below, above);
    if (<i32>load<u8>(address) >= best - 1) continue;
    store<u8>(address, <u8>(best - 1));
    listEntry(address);
    noteChange(groupCell(cell, s1));
  }
}
