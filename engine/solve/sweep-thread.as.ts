/** The per-thread state of the sweep solver (sweep.as.ts), and its change tracking. */
import { COMPONENTS_BYTES, startComponents } from "./components.as";
import { reachAt, reachCount, usePuzzle } from "./puzzle.as";
import { FIRST_CHANGED, SECOND_CHANGED } from "./relax.as";

export let cells: i32 = 0;
export let pieces: i32 = 0;
export let table: usize = 0;
export let sweep: i32 = 0;
/** One byte per group of entries that share all but their two lowest pieces: the sweep that last changed it. */
let changes: usize = 0;

let thread: usize = 0;
const GROUPS: usize = 0; // u32 [128]: group with the moving piece on a cell and the unit's pieces resting
const GROUP_NUMBERS: usize = 512; // u32 [128]
const TAKEN: usize = 1024; // u8 [128]: cells of resting pieces
const SEEN: usize = 1152; // u32 [128]: stamps of visited cells
const QUEUE: usize = 1664; // u8 [128]: cells
const MASKS: usize = 1792; // u8 [32]: 16 times 255, 16 times 0
const UPPER: usize = 1824; // u8 [16]: the resting pieces of the unit, ascending
const REST: usize = 1840; // u8 [16]: resting pieces while a piece of the unit moves
const SUMS: usize = 1856; // u32 [16]: entries of the resting pieces by the place of the moving one
const NUMBER_SUMS: usize = 1920; // u32 [16]: the same for group numbers
const UNIT_HOPS: usize = 1984;
const ROW_HOPS: usize = 1984 + COMPONENTS_BYTES;
const NEIGHBOURS: usize = ROW_HOPS + COMPONENTS_BYTES; // u32 [8][128]: addresses of entries one move away
export const SWEEP_THREAD_BYTES: usize = NEIGHBOURS + 4096;

/** The stamp of cells visited in the current traversal. */
let stamp: u32 = 0;

/** Cells whose groups (see GROUPS) changed in this sweep or the last. */
let dirtyLow: u64 = 0;
let dirtyHigh: u64 = 0;

export function useSweep(puzzle: usize, boardCells: i32, pieceCount: i32, entries: usize, changeBytes: usize, own: usize): void {
  usePuzzle(puzzle);
  cells = boardCells;
  pieces = pieceCount;
  table = entries;
  changes = changeBytes;
  thread = own;
  memory.fill(own, 0, SWEEP_THREAD_BYTES);
  memory.fill(own + MASKS, 255, 16);
  stamp = 0;
  startComponents(unitHops());
  startComponents(rowHops());
}

export function startSweep(number: i32): void {
  sweep = number;
}

@inline
export function unitHops(): usize {
  return thread + UNIT_HOPS;
}

@inline
export function rowHops(): usize {
  return thread + ROW_HOPS;
}

@inline
export function queue(): usize {
  return thread + QUEUE;
}

@inline
export function upper(): usize {
  return thread + UPPER;
}

@inline
export function rest(): usize {
  return thread + REST;
}

@inline
export function sums(): usize {
  return thread + SUMS;
}

@inline
export function numberSums(): usize {
  return thread + NUMBER_SUMS;
}

@inline
export function neighbours(): usize {
  return thread + NEIGHBOURS;
}

/** A vector whose first `lanes` bytes are 255 and whose others are 0. */
@inline
export function firstLanes(lanes: i32): v128 {
  return v128.load(thread + MASKS + 16 - lanes);
}

/** Address of group with the moving piece on a cell and the unit's pieces resting. */
@inline
export function group(cell: i32): usize {
  return <usize>load<u32>(thread + GROUPS + (<usize>cell << 2));
}

@inline
function groupNumber(cell: i32): u32 {
  return load<u32>(thread + GROUP_NUMBERS + (<usize>cell << 2));
}

export function setGroup(cell: i32, address: u32, number: u32): void {
  store<u32>(thread + GROUPS + (<usize>cell << 2), address);
  store<u32>(thread + GROUP_NUMBERS + (<usize>cell << 2), number);
  if (hasChanged(number)) setDirty(cell);
}

@inline
export function isTaken(cell: i32): bool {
  return load<u8>(thread + TAKEN + cell) != 0;
}

@inline
export function setTaken(cell: i32, taken: u8): void {
  store<u8>(thread + TAKEN + cell, taken);
}

/** Marks all cells as unvisited. */
@inline
export function startSeeing(): void {
  stamp++;
}

/** Marks a cell as visited; returns whether it was already. */
@inline
function wasSeen(cell: i32): bool {
  const at = thread + SEEN + (<usize>cell << 2);
  if (load<u32>(at) == stamp) return true;
  store<u32>(at, stamp);
  return false;
}

/** Queues all unvisited cells that a piece reaches from a free cell by hops; returns how many. */
export function queueReachable(start: i32): i32 {
  if (wasSeen(start)) return 0;
  store<u8>(queue(), <u8>start);
  let size = 1;
  for (let next = 0; next < size; next++) {
    const cell = <i32>load<u8>(queue() + next);
    const hops = reachCount(cell);
    for (let i = 0; i < hops; i++) {
      const to = <i32>load<u8>(reachAt(cell, i), 1);
      if (!isTaken(load<u8>(reachAt(cell, i))) || isTaken(to) || wasSeen(to)) continue;
      store<u8>(queue() + size, <u8>to);
      size++;
    }
  }
  return size;
}

/** Whether a group changed in this sweep or the last: otherwise its edges need no relaxation. */
@inline
export function hasChanged(number: u32): bool {
  return <i32>load<u8>(changes + number) >= sweep - 1;
}

@inline
export function noteGroupChange(number: u32): void {
  // Read first: an unnecessary write would take the cache line from other threads.
  if (<i32>load<u8>(changes + number) != sweep) store<u8>(changes + number, <u8>sweep);
}

export function clearDirty(): void {
  dirtyLow = 0;
  dirtyHigh = 0;
}

@inline
function setDirty(cell: i32): void {
  if (cell < 64) dirtyLow |= (<u64>1) << cell;
  else dirtyHigh |= (<u64>1) << (cell - 64);
}

@inline
export function isDirty(cell: i32): bool {
  return (((cell < 64 ? dirtyLow : dirtyHigh) >> (cell & 63)) & 1) != 0;
}

@inline
export function anyDirty(low: u64, high: u64): bool {
  return ((dirtyLow & low) | (dirtyHigh & high)) != 0;
}

export function noteChange(cell: i32): void {
  setDirty(cell);
  noteGroupChange(groupNumber(cell));
}

@inline
export function note(which: i32, first: i32, second: i32): void {
  if (which == 0) return;
  if (which & FIRST_CHANGED) noteChange(first);
  if (which & SECOND_CHANGED) noteChange(second);
}
