/**
 * Tables asked about whole positions: material → the layout of the set that stands for it → the entry. The book of layouts is a
 * hash table that all threads read. Also the check of every entry of a table against the game's own rules.
 */
import { stopped } from "../../engine/kernel/stop.as";
import { DRAWN, LOST, WON } from "../../engine/solve/outcome.as";
import { pliesInTurns } from "../../engine/solve/outcome-whole.as";
import { cellsOf, groupCount, groupPiece, imagesOf, PLACEMENT_BYTES, rankBy, setCells, tableOf, unrankBy } from "./placement-index.as";
import { allMoves, MAX_MOVES, playMove } from "./rules.as";
import { colourToMove, hiddenCount, putPiece, setColours, STATE_BYTES } from "./state.as";

/** Of a position that no table knows. */
export const NOT_FOUND: i32 = -1;

/** A place of the book: the material's key, and where its layout is; a key of 0 is an empty place. */
const SLOT_BYTES: usize = 16;

let directory: usize = 0;
let directoryBits: i32 = 0;
let maxPieces: i32 = 0;
let placement: usize = 0;
let check: usize = 0;

export const PROBE_THREAD_BYTES: usize = PLACEMENT_BYTES + 2 * <usize>STATE_BYTES + 4 * <usize>MAX_MOVES;

/** Gives a thread memory of its own. */
export function setProbeThread(thread: usize): void {
  placement = thread;
  check = thread + PLACEMENT_BYTES;
}

/** Points a thread at a book of 2^bits places for up to so many pieces. No pieces: no tables. */
export function setDirectory(address: usize, bits: i32, pieces: i32): void {
  directory = address;
  directoryBits = bits;
  maxPieces = pieces;
}

@inline
function slotOf(key: u64): usize {
  return <usize>((key * 0x9e3779b97f4a7c15) >> (64 - directoryBits));
}

/** The place of a key, or the empty one where it belongs. */
function findSlot(key: u64): usize {
  const mask = (<usize>1 << directoryBits) - 1;
  let place = slotOf(key);
  while (true) {
    const at = directory + place * SLOT_BYTES;
    const found = load<u64>(at);
    if (found == key || found == 0) return at;
    place = (place + 1) & mask;
  }
}

/** Three bits for each piece count how many there are; at most five. */
@inline function keyOf(piece: i32): u64 { return <u64>1 << (3 * piece); }

/** Enters a layout for the pieces that it numbers. */
export function addLayout(layout: usize): void {
  let key: u64 = 0;
  for (let group = 0; group < groupCount(layout); group++) {
    key += keyOf(groupPiece(layout, group)) * load<u32>(layout + (<usize>group << 3), 16);
  }
  const at = findSlot(key);
  store<u64>(at, key);
  store<u32>(at, <u32>layout, 8);
}

/** Of `locateState`: no set of the book; or the side to move has nothing left. */
const NO_LAYOUT: usize = 0;
export const NO_PIECES: usize = 1;

/** The layout of a position's set with its pieces in `placement`, NOWHERE or NO_PIECES. */
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
  return load<u64>(found) == 0 ? NO_LAYOUT : load<u32>(found, 8);
}

/** The entry of the position that was located last. */
export function locatedEntry(layout: usize): u32 {
  return rankBy(layout, placement);
}

/** The value of a position for its side to move (outcome.as.ts), or NOT_KNOWN. */
export function probeState(state: usize): i32 {
  const layout = locateState(state);
  if (layout == NO_LAYOUT) return NOT_FOUND;
  if (layout == NO_PIECES) return LOST;
  return tableOf(layout) == 0 ? NOT_FOUND : load<u8>(tableOf(layout) + rankBy(layout, placement));
}

/** The position of an entry, White to move and White the first player's colour. */
export function entryState(layout: usize, entry: u32, state: usize): void {
  memory.fill(state, 0, <usize>STATE_BYTES);
  unrankBy(layout, entry, placement);
  for (let group = 0; group < groupCount(layout); group++) {
    const piece = groupPiece(layout, group);
    for (let cells = cellsOf(placement, piece); cells; cells &= cells - 1) putPiece(state, ctz(cells), piece);
  }
  setColours(state, 1);
}

/** What a position must be, given its successors by the rules; NOT_KNOWN where one of them is in no table. */
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
  // Plies by one more, and halved again: a win after an odd number of them, a loss after an even one.
  if (soonestLoss < 1000) return <i32>WON + ((soonestLoss + 1) >> 1);
  return canDraw ? DRAWN : <i32>LOST + ((latestWin + 1) >> 1);
}

/** Compares entries from `start` to `end` with what they must be. Returns how many are wrong; the last of them is at `wrong`. */
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

/** Asks about so many positions that lie one after the other; returns the sum of their values. For measuring. */
export function probeMany(states: usize, count: u32): f64 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < count; i++) sum += <f64>probeState(states + <usize>i * <usize>STATE_BYTES);
  return sum;
}

/** How many placements have different values in two tables: those of `one`, found in the other by its own layout of the same pieces. */
export function countDifferences(one: usize, other: usize, entries: u32): u32 {
  let count: u32 = 0;
  for (let entry: u32 = 0; entry < entries; entry++) {
    unrankBy(one, entry, placement);
    if (load<u8>(tableOf(one) + entry) != load<u8>(tableOf(other) + rankBy(other, placement))) count++;
  }
  return count;
}

/**
 * Entries with a value from `low` to `high`, those that a symmetry makes of each other counted once. `symmetries` are the images of each, a byte for
 * each cell, the first of which changes nothing.
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
