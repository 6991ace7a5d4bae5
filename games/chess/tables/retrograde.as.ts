/**
 * Retrograde analysis of one slice of an ending: distance to mate in plies, both sides to move. A word has one bit for each of the 64 squares
 * of the black king, so a move or unmove of any other piece is computed for 64 positions at once, and a step of the black king by shifts.
 * Positions are decided in order of distance: first White's wins, then Black's.
 *
 * At an even ply, positions are lost if every move leads to a position already won. At an odd ply, their predecessors are won. Captures,
 * promotions and pawn pushes contribute the value that the first pass stored in a position's byte (conversions.as.ts).
 */
import { SliceScratch, SliceToSolve, Target } from "../../../build/layouts/games/chess/tables/ending.as";
import { Records } from "../../../engine/kernel/layout/arrays.as";
import { stopped } from "../../../engine/kernel/stop.as";
import {
  attackedByWhite, checksOnWhite, DRAWN, findLegal, legalBlack, legalWhite, NO_CONVERSION, NO_POSITION, useKeys,
  writeConversions, writeValues,
} from "./conversions.as";
import { LATEST_LOSS, STOPPED, TOO_LONG } from "./ending-constants";
import { kingReach } from "./geometry.as";
import { BLOCK_SHIFT, markPredecessors, withoutEscape } from "./row-moves.as";
import { ending, readRow, rowsOfSlice, useEnding } from "./rows.as";

/** Bit set of the conversion values in a block of rows. */
const PENDING_BYTES: usize = 32;
/** The largest distance that a byte can represent, by winner. */
@inline
function maxPlies(winner: i32): i32 {
  return winner == 0 ? 254 : 251;
}

let rows: u32 = 0;
let blocks: u32 = 0;
/** By side to move: values of the slice; legal positions not yet won; legal positions not yet lost. */
let whiteValues: usize = 0;
let blackValues: usize = 0;
let notWon: usize = 0;
let notLost: usize = 0;
/** By side to move: current layer and its candidates; marks of non-empty blocks; pending conversion values. */
let layers: usize = 0;
let marks: usize = 0;
let pendings: usize = 0;

@inline
function valuesOfSide(side: i32): usize {
  return side == 0 ? whiteValues : blackValues;
}

@inline
function notWonOf(side: i32): usize {
  return notWon + (side == 0 ? 0 : (<usize>rows) << 3);
}

@inline
function notLostOf(side: i32): usize {
  return notLost + (side == 0 ? 0 : (<usize>rows) << 3);
}

@inline
function layerOf(side: i32): usize {
  return layers + (side == 0 ? 0 : (<usize>rows) << 3);
}

@inline
function marksOf(side: i32): usize {
  return marks + (side == 0 ? 0 : <usize>blocks);
}

@inline
function pendingOf(side: i32): usize {
  return pendings + (side == 0 ? 0 : <usize>blocks * PENDING_BYTES);
}

/** Scratch memory for a slice of this many rows. */
export function sliceScratchBytes(rows: u32): usize {
  const blocks = <usize>(rows + 63) >> BLOCK_SHIFT;
  return SliceScratch.BYTES + (<usize>rows) * 8 * 6 + blocks * 2 * (1 + PENDING_BYTES) + 64;
}

/** Solves a slice whose conversion targets are solved. Returns the longest distance in plies, STOPPED or TOO_LONG. */
function solveSlice(address: usize, slice: u32, pawnSquares: u32, scratch: usize): i32 {
  useEnding(address, pawnSquares, scratch);
  useKeys(scratch);
  rows = rowsOfSlice();
  blocks = (rows + 63) >> BLOCK_SHIFT;
  const words = (<usize>rows) << 3;
  notWon = scratch + SliceScratch.BYTES;
  notLost = notWon + 2 * words;
  layers = notLost + 2 * words;
  pendings = layers + 2 * words;
  marks = pendings + <usize>blocks * 2 * PENDING_BYTES;
  memory.fill(layers, 0, 2 * words);
  memory.fill(pendings, 0, <usize>blocks * 2 * (1 + PENDING_BYTES));
  const first = <usize>slice * <usize>rows;
  whiteValues = Target.at(ending).white + (first << 6);
  blackValues = Target.at(ending).black + (first << 6);

  if (!startRows()) return STOPPED;
  const white = solveFor(0, first);
  const black = solveFor(1, first);
  if (stopped()) return STOPPED;
  if (white > maxPlies(0) || black > maxPlies(1)) return TOO_LONG;
  finishRows();
  return max(white, black);
}

/** Solves a list of slices: a `SliceToSolve` each. */
export function solveSlices(address: usize, list: usize, count: i32, scratch: usize): i32 {
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const each = changetype<Records<SliceToSolve>>(list)[i];
    const plies = solveSlice(address, each.slice, each.pawnSquares, scratch);
    if (plies == STOPPED || plies == TOO_LONG) return plies;
    longest = max(longest, plies);
  }
  return longest;
}

/** Initializes rows: legal positions and their conversions. */
function startRows(): bool {
  for (let row: u32 = 0; row < rows; row++) {
    if ((row & 1023) == 0 && stopped()) return false;
    const at = (<usize>row) << 3;
    const white = whiteValues + ((<usize>row) << 6);
    const black = blackValues + ((<usize>row) << 6);
    if (!readRow(row)) {
      store<u64>(notWon + at, 0);
      store<u64>(notWonOf(1) + at, 0);
      store<u64>(notLost + at, 0);
      store<u64>(notLostOf(1) + at, 0);
      memory.fill(white, NO_POSITION, 64);
      memory.fill(black, NO_POSITION, 64);
      continue;
    }
    findLegal();
    store<u64>(notWon + at, legalWhite);
    store<u64>(notWonOf(1) + at, legalBlack);
    store<u64>(notLost + at, legalWhite);
    store<u64>(notLostOf(1) + at, legalBlack);
    writeConversions(white, black);
    notePending(white, pendings + <usize>(row >> BLOCK_SHIFT) * PENDING_BYTES);
    notePending(black, pendingOf(1) + <usize>(row >> BLOCK_SHIFT) * PENDING_BYTES);
  }
  return true;
}

@inline
function notePending(row: usize, pending: usize): void {
  for (let i: usize = 0; i < 64; i++) {
    const value = load<u8>(row + i);
    const byte = pending + (value >> 3);
    store<u8>(byte, load<u8>(byte) | (<u8>1 << (value & 7)));
  }
}

@inline
function isPending(side: i32, block: u32, value: i32): bool {
  return ((<i32>load<u8>(pendingOf(side) + <usize>block * PENDING_BYTES + <usize>(value >> 3)) >> (value & 7)) & 1) != 0;
}

/** Black king squares with this value. */
@inline
function squaresWith(row: usize, value: u8): u64 {
  const target = i8x16.splat(<i8>value);
  let set: u64 = 0;
  for (let i: usize = 0; i < 64; i += 16) set |= <u64>i8x16.bitmask(i8x16.eq(v128.load(row + i), target)) << <u64>i;
  return set;
}

/** Black king squares where all conversions lose within this value: those with values from 1 up to it. */
@inline
function squaresLosingBy(row: usize, value: u8): u64 {
  const isLast = value == LATEST_LOSS;
  const limit = i8x16.splat(isLast ? 126 : <i8>(value - 1));
  const one = i8x16.splat(1);
  let set = isLast ? squaresWith(row, value) : 0;
  for (let i: usize = 0; i < 64; i += 16)
    set |= <u64>i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(row + i), one), limit)) << <u64>i;
  return set;
}

/** Decides all positions won by a side or lost by the other; returns the longest distance. */
function solveFor(winner: i32, first: usize): i32 {
  const loser = 1 - winner;
  memory.fill(marks, 0, <usize>blocks * 2);
  findMates(loser, first);
  let longest = 0;
  let quiet = 0;
  for (let plies = 1; plies <= maxPlies(winner) + 1; plies++) {
    if (stopped()) return longest;
    const odd = (plies & 1) != 0;
    const found = odd ? decideWon(winner, plies) : decideLost(loser, plies);
    if (found) longest = plies;
    quiet = found ? 0 : quiet + 1;
    if (quiet > 1 && !isPendingBeyond(winner, loser, plies)) return longest;
  }
  return longest;
}

/** Whether conversions may still decide positions at a greater distance. */
function isPendingBeyond(winner: i32, loser: i32, plies: i32): bool {
  const won = 128 + ((plies + 1) >> 1);
  const lost = 2 + (plies >> 1);
  for (let block: u32 = 0; block < blocks; block++) {
    for (let value = won; value < (winner == 0 ? 255 : LATEST_LOSS); value++) if (isPending(winner, block, value)) return true;
    for (let value = lost; value < 128; value++) if (isPending(loser, block, value)) return true;
    if (loser == 1 && isPending(1, block, LATEST_LOSS)) return true;
  }
  return false;
}

/** Mates form layer 0; stalemates are drawn. */
function findMates(loser: i32, first: usize): void {
  const open = notLostOf(loser);
  const stalemates = <usize>Target.at(ending).stalemates[loser];
  for (let row: u32 = 0; row < rows; row++) {
    const at = (<usize>row) << 3;
    if (stalemates) store<u64>(stalemates + ((first + <usize>row) << 3), 0);
    const legal = load<u64>(open + at);
    if (legal == 0) continue;
    let stuck = legal & ~(loser == 1 ? kingReach(load<u64>(notWon + at)) : 0);
    if (stuck == 0) continue;
    const values = valuesOfSide(loser) + ((<usize>row) << 6);
    stuck &= squaresWith(values, NO_CONVERSION);
    if (stuck == 0) continue;
    readRow(row);
    stuck = withoutEscape(loser, row, stuck, notWonOf(1 - loser));
    if (stuck == 0) continue;
    if (loser == 1) findLegal();
    const checked = loser == 1 ? attackedByWhite : checksOnWhite();
    writeValues(values, stuck & ~checked, DRAWN);
    if (stalemates) store<u64>(stalemates + ((first + <usize>row) << 3), stuck & ~checked);
    const mates = stuck & checked;
    if (mates == 0) continue;
    store<u64>(layerOf(loser) + at, mates);
    store<u8>(marksOf(loser) + <usize>(row >> BLOCK_SHIFT), 1);
    store<u64>(open + at, legal & ~mates);
  }
}

/** Propagates a layer to the predecessors of its positions, and clears it. */
function propagate(to: i32): void {
  const from = layerOf(1 - to);
  const fromMarks = marksOf(1 - to);
  for (let block: u32 = 0; block < blocks; block++) {
    if (!load<u8>(fromMarks + <usize>block)) continue;
    store<u8>(fromMarks + <usize>block, 0);
    const end = min((block + 1) << BLOCK_SHIFT, rows);
    for (let row = block << BLOCK_SHIFT; row < end; row++) {
      const at = from + ((<usize>row) << 3);
      const set = load<u64>(at);
      if (set == 0) continue;
      store<u64>(at, 0);
      markPredecessors(to, row, set, layerOf(to), marksOf(to));
    }
  }
}

function decideWon(winner: i32, plies: i32): bool {
  const value = <u8>(128 + (plies >> 1));
  const open = notWonOf(winner);
  const values = valuesOfSide(winner);
  const layer = layerOf(winner);
  const blockMarks = marksOf(winner);
  propagate(winner);
  let found = false;
  for (let block: u32 = 0; block < blocks; block++) {
    const pending = isPending(winner, block, value);
    if (!pending && !load<u8>(blockMarks + <usize>block)) continue;
    let any = false;
    const end = min((block + 1) << BLOCK_SHIFT, rows);
    for (let row = block << BLOCK_SHIFT; row < end; row++) {
      const at = (<usize>row) << 3;
      let set = load<u64>(layer + at);
      if (pending) set |= squaresWith(values + ((<usize>row) << 6), value);
      if (set == 0) continue;
      const left = load<u64>(open + at);
      set &= left;
      store<u64>(layer + at, set);
      if (set == 0) continue;
      any = true;
      store<u64>(open + at, left & ~set);
      writeValues(values + ((<usize>row) << 6), set, value);
    }
    store<u8>(blockMarks + <usize>block, any ? 1 : 0);
    if (any) found = true;
  }
  return found;
}

function decideLost(loser: i32, plies: i32): bool {
  const value = <u8>(plies == 254 ? LATEST_LOSS : 1 + (plies >> 1));
  const open = notLostOf(loser);
  const values = valuesOfSide(loser);
  const layer = layerOf(loser);
  const blockMarks = marksOf(loser);
  propagate(loser);
  let found = false;
  for (let block: u32 = 0; block < blocks; block++) {
    const pending = isPending(loser, block, value);
    if (!pending && !load<u8>(blockMarks + <usize>block)) continue;
    let any = false;
    const end = min((block + 1) << BLOCK_SHIFT, rows);
    for (let row = block << BLOCK_SHIFT; row < end; row++) {
      const at = (<usize>row) << 3;
      const bytes = values + ((<usize>row) << 6);
      let set = load<u64>(layer + at);
      if (pending) set |= squaresWith(bytes, value);
      if (set == 0) continue;
      const left = load<u64>(open + at);
      set &= left;
      if (set) set &= squaresLosingBy(bytes, value);
      if (set) {
        readRow(row);
        set = withoutEscape(loser, row, set, notWonOf(1 - loser));
      }
      store<u64>(layer + at, set);
      if (set == 0) continue;
      any = true;
      store<u64>(open + at, left & ~set);
      writeValues(bytes, set, value);
    }
    store<u8>(blockMarks + <usize>block, any ? 1 : 0);
    if (any) found = true;
  }
  return found;
}

/** Positions neither won nor lost are drawn. */
function finishRows(): void {
  for (let side = 0; side < 2; side++) {
    const values = valuesOfSide(side);
    for (let row: u32 = 0; row < rows; row++) {
      const at = (<usize>row) << 3;
      const set = load<u64>(notWonOf(side) + at) & load<u64>(notLostOf(side) + at);
      writeValues(values + ((<usize>row) << 6), set, DRAWN);
    }
  }
}
