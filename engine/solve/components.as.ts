/**
 * Connected components of the hop graph: cells that a piece can reach from each other by chains of hops over the current
 * hurdles. Small and rebuilt often: a label for every cell, and the members of every label. One set per level of the sweep,
 * in the thread's own memory.
 */

export const NO_LABEL: i32 = 255;
/** The label of a cell with a resting piece, if marked by the caller. */
export const TAKEN_LABEL: i32 = 254;
const MAX_LABELS: i32 = 24;
const MAX_MEMBERS: i32 = 60;

// A set of components, in bytes.
const LABELS: usize = 0; // u8 [128]
const COUNT: usize = 128; // i32
const SIZES: usize = 132; // u8 [24]
const MINIMA: usize = 156; // u8 [24]: lowest cell
const MEMBERS: usize = 192; // u8 [24][64]
export const COMPONENTS_BYTES: usize = 192 + 24 * 64;

@inline
export function labelOf(set: usize, cell: i32): i32 {
  return load<u8>(set + LABELS + cell);
}

@inline
export function labelCount(set: usize): i32 {
  return load<i32>(set + COUNT);
}

/** Number of cells of a component; 0 if it was merged into another. */
@inline
export function sizeOf(set: usize, label: i32): i32 {
  return load<u8>(set + SIZES + label);
}

@inline
export function minimumOf(set: usize, label: i32): i32 {
  return load<u8>(set + MINIMA + label);
}

@inline
export function memberAt(set: usize, label: i32, index: i32): i32 {
  return load<u8>(set + MEMBERS + (<usize>label << 6) + index);
}

@inline
export function setLabel(set: usize, cell: i32, label: i32): void {
  store<u8>(set + LABELS + cell, <u8>label);
}

export function startComponents(set: usize): void {
  memory.fill(set + LABELS, <u8>NO_LABEL, 128);
  store<i32>(set + COUNT, 0);
}

/** Removes all components; writes only to cells that have a label. */
export function clearComponents(set: usize): void {
  const count = labelCount(set);
  for (let label = 0; label < count; label++) {
    const size = sizeOf(set, label);
    for (let i = 0; i < size; i++) store<u8>(set + LABELS + memberAt(set, label, i), <u8>NO_LABEL);
  }
  store<i32>(set + COUNT, 0);
}

/** Joins two cells that are one hop apart. */
export function joinCells(set: usize, a: i32, b: i32): void {
  let target = labelOf(set, a);
  const source = labelOf(set, b);
  if (target == NO_LABEL) {
    if (source != NO_LABEL) return addMember(set, source, a);
    target = labelCount(set);
    if (target == MAX_LABELS) unreachable();
    store<i32>(set + COUNT, target + 1);
    store<u8>(set + SIZES + target, 0);
    store<u8>(set + MINIMA + target, <u8>NO_LABEL);
    addMember(set, target, a);
    return addMember(set, target, b);
  }
  if (source == NO_LABEL) return addMember(set, target, b);
  if (source == target) return;
  const size = sizeOf(set, source);
  for (let i = 0; i < size; i++) addMember(set, target, memberAt(set, source, i));
  store<u8>(set + SIZES + source, 0);
}

function addMember(set: usize, label: i32, cell: i32): void {
  const size = sizeOf(set, label);
  if (size == MAX_MEMBERS) unreachable();
  store<u8>(set + MEMBERS + (<usize>label << 6) + size, <u8>cell);
  store<u8>(set + SIZES + label, <u8>(size + 1));
  store<u8>(set + LABELS + cell, <u8>label);
  if (cell < minimumOf(set, label)) store<u8>(set + MINIMA + label, <u8>cell);
}
