/**
 * Table probes: material → the layout of its representative → the entry. The directory of layouts is a hash table that all threads
 * read. Also the check of every entry against the rules of the game.
 */
import { DirectorySlot } from "../../build/layouts/games/chinese-dark-chess/tables.as";
import { stopped } from "../../engine/kernel/stop.as";
import { DRAWN, LOST, WON } from "../../engine/solve/outcome.as";
import { pliesInTurns } from "../../engine/solve/outcome-whole.as";
import { cellsOf, groupCount, groupPiece, groupSize, imagesOf, PLACEMENT_BYTES, rankBy, setCells, tableOf, unrankBy } from "./placement-index.as";
import { allMoves, MAX_MOVES, playMove } from "./rules.as";
import { colourToMove, hiddenCount, putPiece, setColours, STATE_BYTES } from "./state.as";

/** The position is in no table. */
export const NOT_FOUND: i32 = -1;

let directory: usize = 0;
let directoryBits: i32 = 0;
let maxPieces: i32 = 0;
let placement: usize = 0;
let check: usize = 0;

export const PROBE_THREAD_BYTES: usize = PLACEMENT_BYTES + 2 * <usize>STATE_BYTES + 4 * <usize>MAX_MOVES;

/** Sets a thread's own memory. */
export function setProbeThread(thread: usize): void {
  placement = thread;
  check = thread + PLACEMENT_BYTES;
}

/** Sets a thread's directory of 2^bits slots for up to `pieces` pieces; 0 pieces: no tables. */
export function setDirectory(address: usize, bits: i32, pieces: i32): void {
  directory = address;
  directoryBits = bits;
  maxPieces = pieces;
}

@inline
function slotOf(key: u64): usize {
  return <usize>((key * 0x9e3779b97f4a7c15) >> (64 - directoryBits));
}

/** The slot of a key, or the empty slot for it (linear probing). */
function findSlot(key: u64): DirectorySlot {
  const mask = (<usize>1 << directoryBits) - 1;
  let place = slotOf(key);
  while (true) {
    const slot = DirectorySlot.at(directory + place * DirectorySlot.BYTES);
    const found = slot.key;
    if (found == key || found == 0) return slot;
    place = (place + 1) & mask;
  }
}

/** Material keys count each piece in three bits, at most five of a kind. */
@inline function keyOf(piece: i32): u64 { return <u64>1 << (3 * piece); }

/** Adds a layout for its pieces. */
export function addLayout(layout: usize): void {
  let key: u64 = 0;
  for (let group = 0; group < groupCount(layout); group++) {
    key += keyOf(groupPiece(layout, group)) * <u64>groupSize(layout, group);
  }
  const slot = findSlot(key);
  slot.key = key;
  slot.layout = layout;
}

/** Results of `locateState`: not in the directory; the side to move has no pieces. */
const NO_LAYOUT: usize = 0;
const NO_PIECES: usize = 1;

/** The layout of a position's material, with its pieces in `placement`; or NO_LAYOUT or NO_PIECES. */
export function locateState(state: usize): usize {
  if (maxPieces == 0 || hiddenCount(state) != 0) return NO_LAYOUT;
  const swap = colourToMove(state) << 3;
  let key: u64 = 0;
  let seen: u32 = 0;
  let count = 0;
  for (let at: usize = 0; at < 32; at += 8) {
    let left = load<u64>(state + at);
    while (left) {
      const place = <usize>(ctz(left) >> 3);
      const piece = <i32>((left >> (place << 3)) & 15) ^ swap;
      if (++count > maxPieces) return NO_LAYOUT;
      const bit: u32 = 1 << <u32>(at + place);
      key += keyOf(piece);
      setCells(placement, piece, (seen >> piece) & 1 ? cellsOf(placement, piece) | bit : bit);
      seen |= 1 << piece;
      left &= ~(<u64>0xff << (place << 3));
    }
  }
  if ((seen & 0xff) == 0) return NO_PIECES;
  const found = findSlot(key);
  return found.key == 0 ? NO_LAYOUT : found.layout;
}

/** The entry of the last located position. */
export function locatedEntry(layout: usize): u32 {
  return rankBy(layout, placement);
}

/** The value for the side to move (outcome.as.ts), or NOT_FOUND. */
export function probeState(state: usize): i32 {
  const layout = locateState(state);
  if (layout == NO_LAYOUT) return NOT_FOUND;
  if (layout == NO_PIECES) return LOST;
  return tableOf(layout) == 0 ? NOT_FOUND : load<u8>(tableOf(layout) + rankBy(layout, placement));
}

/** The position of an entry: White to move, and White is the first player. */
export function entryState(layout: usize, entry: u32, state: usize): void {
  memory.fill(state, 0, <usize>STATE_BYTES);
  unrankBy(layout, entry, placement);
  for (let group = 0; group < groupCount(layout); group++) {
    const piece = groupPiece(layout, group);
    for (let cells = cellsOf(placement, piece); cells; cells &= cells - 1) putPiece(state, ctz(cells), piece);
  }
  setColours(state, 1);
}

/** The value of a position according to its successors; NOT_FOUND if one of them is in no table. */
export function expectedValue(state: usize): i32 {
  const child = check + <usize>STATE_BYTES;
  const list = child + <usize>STATE_BYTES;
  const count = allMoves(state, list);
  let soonestLoss = 1000;
  let latestWin = -1;
  let canDraw = false;
  for (let i = 0; i < count; i++) {
    memory.copy(child, state, <usize>STATE_BYTES);
    playMove(child, load<i32>(list + (<usize>i << 2)));
    const after = probeState(child);
    if (after == NOT_FOUND) return NOT_FOUND;
    if (after == <i32>DRAWN) canDraw = true;
    else if (after < <i32>WON) soonestLoss = min(soonestLoss, pliesInTurns(after));
    else latestWin = max(latestWin, pliesInTurns(after));
  }
  // One ply more, halved: wins take an odd number of plies, losses an even one.
  if (soonestLoss < 1000) return <i32>WON + ((soonestLoss + 1) >> 1);
  return canDraw ? DRAWN : <i32>LOST + ((latestWin + 1) >> 1);
}

/** Counts the wrong entries from `start` to `end`; the last of them is written to `wrong`. */
export function checkEntries(layout: usize, start: u32, end: u32, wrong: usize): u32 {
  let count: u32 = 0;
  for (let entry = start; entry < end; entry++) {
    if (entry % 1024 == 0 && stopped()) break;
    entryState(layout, entry, check);
    if (expectedValue(check) == <i32>load<u8>(tableOf(layout) + entry)) continue;
    store<u32>(wrong, entry);
    count++;
  }
  return count;
}

/** Probes `count` consecutive states and returns the sum of their values. For benchmarks. */
export function probeMany(states: usize, count: u32): f64 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < count; i++) sum += <f64>probeState(states + <usize>i * <usize>STATE_BYTES);
  return sum;
}

/** Counts the placements of layout `one` that have a different value in the table of layout `other`. */
export function countDifferences(one: usize, other: usize, entries: u32): u32 {
  let count: u32 = 0;
  for (let entry: u32 = 0; entry < entries; entry++) {
    unrankBy(one, entry, placement);
    if (load<u8>(tableOf(one) + entry) != load<u8>(tableOf(other) + rankBy(other, placement))) count++;
  }
  return count;
}

/**
 * Counts entries with a value from `low` to `high` up to symmetry. `symmetries`: the images of the cells, one byte each; the identity
 * comes first.
 */
export function countOrbits(layout: usize, entries: u32, low: i32, high: i32, symmetries: usize, count: i32): u32 {
  let found: u32 = 0;
  for (let entry: u32 = 0; entry < entries; entry++) {
    const value = <i32>load<u8>(tableOf(layout) + entry);
    if (value >= low && value <= high && isLeastImage(layout, entry, symmetries, count)) found++;
  }
  return found;
}

function isLeastImage(layout: usize, entry: u32, symmetries: usize, count: i32): bool {
  for (let i = 1; i < count; i++) {
    const symmetry = symmetries + (<usize>i << 5);
    unrankBy(layout, entry, placement);
    for (let group = 0; group < groupCount(layout); group++) {
      const piece = groupPiece(layout, group);
      setCells(placement, piece, imagesOf(cellsOf(placement, piece), symmetry));
    }
    if (rankBy(layout, placement) < entry) return false;
  }
  return true;
}
