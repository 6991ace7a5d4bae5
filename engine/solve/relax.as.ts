/**
 * The relaxation step of the sweep solver: two rows of equal length whose states are one move apart are made to differ by
 * at most 1. Entries are nearness (255 at the goal, 1 less per move, 0 not reached), so better is larger and zeroed memory
 * means "not reached". Windows at the end of a row overlap: relaxing an entry twice has no further effect. Changed entries
 * are appended to this thread's worklist while it has capacity.
 */

/** Which of the two rows changed. */
export const FIRST_CHANGED: i32 = 1;
export const SECOND_CHANGED: i32 = 2;

/** Addresses of changed entries, u32 each; the count continues beyond the capacity. */
let list: usize = 0;
let listCapacity: u32 = 0;
export let listed: u32 = 0;

export function startList(address: usize, capacity: u32): void {
  list = address;
  listCapacity = capacity;
  listed = 0;
}

export function listEntry(address: usize): void {
  if (listed < listCapacity) store<u32>(list + (<usize>listed << 2), <u32>address);
  listed++;
}

/** Lists the entries at `address` + i for every set bit i. */
function listLanes(address: usize, lanes: i32): void {
  if (listed >= listCapacity) {
    listed++;
    return;
  }
  while (lanes) {
    listEntry(address + <usize>ctz(lanes));
    lanes &= lanes - 1;
  }
}

@inline
export function relaxEntries(x: usize, y: usize): i32 {
  const a = <i32>load<u8>(x);
  const b = <i32>load<u8>(y);
  const difference = a - b;
  if (<u32>(difference + 1) <= 2) return 0;
  return setWorse(x, y, a, b);
}

function setWorse(x: usize, y: usize, a: i32, b: i32): i32 {
  if (a > b) {
    store<u8>(y, <u8>(a - 1));
    listEntry(y);
    return SECOND_CHANGED;
  }
  store<u8>(x, <u8>(b - 1));
  listEntry(x);
  return FIRST_CHANGED;
}

@inline
function relax16(x: usize, y: usize): i32 {
  const a = v128.load(x);
  const b = v128.load(y);
  const one = i8x16.splat(1);
  const newA = i8x16.max_u(a, i8x16.sub_sat_u(b, one));
  const newB = i8x16.max_u(b, i8x16.sub_sat_u(a, one));
  if (!v128.any_true(v128.or(v128.xor(a, newA), v128.xor(b, newB)))) return 0;
  return store16(x, y, a, b, newA, newB);
}

/** Writes a row only if it changed: other threads may be writing to the other one. */
function store16(x: usize, y: usize, a: v128, b: v128, newA: v128, newB: v128): i32 {
  let changed = 0;
  const lanesA = i8x16.bitmask(i8x16.ne(a, newA));
  const lanesB = i8x16.bitmask(i8x16.ne(b, newB));
  if (lanesA) {
    v128.store(x, newA);
    listLanes(x, lanesA);
    changed = FIRST_CHANGED;
  }
  if (lanesB) {
    v128.store(y, newB);
    listLanes(y, lanesB);
    changed |= SECOND_CHANGED;
  }
  return changed;
}

/** Eight or four entries: `T` is u64 or u32. */
@inline
function relaxFew<T>(x: usize, y: usize): i32 {
  const a = v128.load_zero<T>(x);
  const b = v128.load_zero<T>(y);
  const one = i8x16.splat(1);
  const newA = i8x16.max_u(a, i8x16.sub_sat_u(b, one));
  const newB = i8x16.max_u(b, i8x16.sub_sat_u(a, one));
  if (!v128.any_true(v128.or(v128.xor(a, newA), v128.xor(b, newB)))) return 0;
  let changed = 0;
  const lanesA = i8x16.bitmask(i8x16.ne(a, newA));
  const lanesB = i8x16.bitmask(i8x16.ne(b, newB));
  if (lanesA) {
    v128.store_lane<T>(x, newA, 0);
    listLanes(x, lanesA);
    changed = FIRST_CHANGED;
  }
  if (lanesB) {
    v128.store_lane<T>(y, newB, 0);
    listLanes(y, lanesB);
    changed |= SECOND_CHANGED;
  }
  return changed;
}

export function relaxRows(x: usize, y: usize, length: u32): i32 {
  if (length >= 16) {
    let changed = 0;
    const last = length - 16;
    for (let i: u32 = 0; i < last; i += 16) changed |= relax16(x + i, y + i);
    return changed | relax16(x + last, y + last);
  }
  if (length >= 8) return relaxFew<u64>(x, y) | relaxFew<u64>(x + length - 8, y + length - 8);
  if (length >= 4) return relaxFew<u32>(x, y) | relaxFew<u32>(x + length - 4, y + length - 4);
  let changed = 0;
  for (let i: u32 = 0; i < length; i++) changed |= relaxEntries(x + i, y + i);
  return changed;
}
