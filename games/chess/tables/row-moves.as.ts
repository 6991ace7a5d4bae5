/**
 * Moves and unmoves of all pieces for 64 positions at once: from the current row (rows.as.ts) to rows of the same slice. The black king blocks
 * sliders, which clears a bit of the word.
 */
import { BISHOP, KNIGHT, ROOK } from "./conversions.as";
import { bit, kingReach, kingSteps, knightSteps, mapped, mappedSet, onDiagonal, ray, unmappedSet } from "./geometry.as";
import {
  colourOf, kindOf, kingSymmetry, liftPiece, occupied, pawnless, pieces, readRow, rowWith, rowWithKing, squareOf, withGroupsUnder,
} from "./rows.as";

/** log2 of the rows per block. */
export const BLOCK_SHIFT: u32 = 6;

/** Positions of the current row in which no move within the slice leads to an open position: legal and not yet won by the other side. */
export function withoutEscape(side: i32, row: u32, set: u64, open: usize): u64 {
  if (side == 1) set &= ~kingReach(load<u64>(open + ((<usize>row) << 3)));
  else set = withoutKingEscape(row, set, open);
  for (let slot = 1; slot <= pieces && set != 0; slot++) {
    if (colourOf(slot) != side) continue;
    const kind = kindOf(slot);
    const from = squareOf(slot);
    liftPiece(slot, row);
    if (kind == KNIGHT) {
      const steps = knightSteps(from);
      const end = steps.squaresAddress + steps.count;
      for (let at = steps.squaresAddress; at < end; at++) {
        const to: i32 = load<u8>(at);
        if (occupied & bit(to)) continue;
        set &= ~load<u64>(open + ((<usize>rowWith(to)) << 3));
      }
      continue;
    }
    const lastDirection = kind == ROOK ? 4 : 8;
    for (let direction = kind == BISHOP ? 4 : 0; direction < lastDirection; direction++) {
      let clear = ~<u64>0;
      let at = ray(from, direction);
      for (let to = <i32>load<u8>(at); to != 255; to = <i32>load<u8>(at)) {
        if (occupied & bit(to)) break;
        set &= ~(load<u64>(open + ((<usize>rowWith(to)) << 3)) & clear);
        clear &= ~bit(to);
        at += 1;
      }
      if (set == 0) return 0;
    }
  }
  return set;
}

function withoutKingEscape(row: u32, set: u64, open: usize): u64 {
  const steps = kingSteps(squareOf(0));
  const end = steps.squaresAddress + steps.count;
  for (let at = steps.squaresAddress; at < end; at++) {
    const to: i32 = load<u8>(at);
    if (occupied & bit(to)) continue;
    const there = load<u64>(open + ((<usize>rowWithKing(row, to)) << 3));
    set &= ~(kingSymmetry == 0 ? there : unmappedSet(there, kingSymmetry));
    if (set == 0) return 0;
  }
  return set;
}

@inline
function mark(layer: usize, blockMarks: usize, row: u32, set: u64): void {
  const at = layer + ((<usize>row) << 3);
  store<u64>(at, load<u64>(at) | set);
  store<u8>(blockMarks + <usize>(row >> BLOCK_SHIFT), 1);
}

/** Marks the predecessors of a set by moves of a side. */
export function markPredecessors(side: i32, row: u32, set: u64, layer: usize, blockMarks: usize): void {
  readRow(row);
  if (side == 1) mark(layer, blockMarks, row, kingReach(set));
  else markKingPredecessors(layer, blockMarks, row, set);
  for (let slot = 1; slot <= pieces; slot++) {
    if (colourOf(slot) != side) continue;
    const kind = kindOf(slot);
    const from = squareOf(slot);
    liftPiece(slot, row);
    if (kind == KNIGHT) {
      const steps = knightSteps(from);
      const end = steps.squaresAddress + steps.count;
      for (let at = steps.squaresAddress; at < end; at++) {
        const to: i32 = load<u8>(at);
        if (!(occupied & bit(to))) mark(layer, blockMarks, rowWith(to), set);
      }
      continue;
    }
    const lastDirection = kind == ROOK ? 4 : 8;
    for (let direction = kind == BISHOP ? 4 : 0; direction < lastDirection; direction++) {
      let clear = set;
      let at = ray(from, direction);
      for (let to = <i32>load<u8>(at); to != 255; to = <i32>load<u8>(at)) {
        if (occupied & bit(to)) break;
        mark(layer, blockMarks, rowWith(to), clear);
        clear &= ~bit(to);
        at += 1;
      }
    }
  }
}

/** A king on the diagonal has two rows for the same position, reflections of each other: both are marked. */
function markKingPredecessors(layer: usize, blockMarks: usize, row: u32, set: u64): void {
  const king = squareOf(0);
  const steps = kingSteps(king);
  const end = steps.squaresAddress + steps.count;
  for (let at = steps.squaresAddress; at < end; at++) {
    const to: i32 = load<u8>(at);
    if (occupied & bit(to)) continue;
    const there = rowWithKing(row, to);
    const symmetry = kingSymmetry;
    mark(layer, blockMarks, there, symmetry == 0 ? set : mappedSet(set, symmetry));
    if (pawnless && !onDiagonal(king) && onDiagonal(mapped(to, symmetry)))
      mark(layer, blockMarks, withGroupsUnder(there, symmetry ^ 4), mappedSet(set, symmetry ^ 4));
  }
}

