/**
 * Rows of wide tables (ending-constants.ts has the order): rank and unrank, for the ending being solved and for its conversion targets.
 */
import { Ending, SliceScratch, Target, TargetGroup } from "../../../build/layouts/games/chess/tables/ending.as";
import { MIRRORED, PROMOTED, PROMOTED_AND_LIKE, SLOTS } from "./ending-constants";
import {
  bit, canonicalSymmetry, mapped, PAIR_COUNT, pairIndex, pairSquares, triangleIndex, triangleSquare, TRIPLE_COUNT, tripleIndex,
  tripleSquares,
} from "./geometry.as";

/** The ending being solved, and its most used fields. */
export let ending: usize = 0;
export let pieces: i32 = 0;
export let pawns: i32 = 0;
export let pawnless: bool = false;
let kingShift: i32 = 0;
let groups: i32 = 0;
/** Squares by slot of the current row; then those after a move. */
let squares: usize = 0;
export let moved: usize = 0;
/** Occupancy of the current row, without the black king. */
export let occupied: u64 = 0;

/** `scratch` is a thread's `SliceScratch`. `pawnSquares` has the packed squares of the pawns, a byte each. */
export function useEnding(address: usize, pawnSquares: u32, scratch: usize): void {
  ending = address;
  pieces = Ending.at(address).pieces;
  pawns = Ending.at(address).pawns;
  pawnless = Target.at(address).pawnless != 0;
  kingShift = Target.at(address).kingShift;
  groups = Target.at(address).groupCount;
  squares = SliceScratch.at(scratch).squaresAddress;
  moved = SliceScratch.at(scratch).movedAddress;
  for (let i = 0; i < pawns; i++) store<u8>(squares + <usize>(1 + pieces + i), <u8>(pawnSquares >> <u32>(i << 3)));
}

@inline
export function kindOf(slot: i32): i32 {
  return Ending.at(ending).kinds[slot];
}

@inline
export function colourOf(slot: i32): i32 {
  return Ending.at(ending).colours[slot];
}

@inline
export function squareOf(slot: i32): i32 {
  return load<u8>(squares + <usize>slot);
}

@inline
export function rowsOfSlice(): u32 {
  return Target.at(ending).sliceRows;
}

@inline
function groupAt(target: usize, group: i32): TargetGroup {
  return Target.at(target).groups[group];
}

/** Unranks a row; false if it is not a valid placement. */
export function readRow(row: u32): bool {
  const king = <i32>(row >> <u32>kingShift);
  store<u8>(squares, pawnless ? triangleSquare(king) : king);
  for (let g = 0; g < groups; g++) {
    const group = groupAt(ending, g);
    const size = group.type;
    const number = <i32>(row >> group.shift);
    if (size == 1) {
      store<u8>(squares + group.slots[0], number & 63);
    } else if (size == 2) {
      if ((number & 2047) >= PAIR_COUNT) return false;
      const pair = pairSquares(number & 2047).squares;
      store<u8>(squares + group.slots[0], pair[0]);
      store<u8>(squares + group.slots[1], pair[1]);
    } else {
      if ((number & 65535) >= TRIPLE_COUNT) return false;
      const triple = tripleSquares(number & 65535).squares;
      store<u8>(squares + group.slots[0], triple[0]);
      store<u8>(squares + group.slots[1], triple[1]);
      store<u8>(squares + group.slots[2], triple[2]);
    }
  }
  occupied = 0;
  const last = pieces + pawns;
  for (let slot = 0; slot <= last; slot++) {
    const here = bit(squareOf(slot));
    if (occupied & here) return false;
    occupied |= here;
  }
  return true;
}

/** Of the lifted piece's group: bit offset in the row index, and the row index without the group. */
let groupShift: u32 = 0;
let rowWithout: u32 = 0;
let groupSize: i32 = 1;
let otherSquare: i32 = 0;
let thirdSquare: i32 = 0;

/** Prepares `rowWith` for moves of a piece of the current row. */
export function liftPiece(slot: i32, row: u32): void {
  let group = groupAt(ending, 0);
  for (let g = 0; g < groups; g++) {
    group = groupAt(ending, g);
    const size = group.type;
    let isHere = false;
    let others = 0;
    for (let i = 0; i < size; i++) {
      const each: i32 = group.slots[i];
      if (each == slot) {
        isHere = true;
      } else {
        if (others == 0) otherSquare = squareOf(each);
        else thirdSquare = squareOf(each);
        others += 1;
      }
    }
    if (isHere) break;
  }
  groupSize = group.type;
  groupShift = group.shift;
  const mask: u32 = groupSize == 1 ? 63 : groupSize == 2 ? 2047 : 65535;
  rowWithout = row & ~(mask << groupShift);
}

/** The row with the lifted piece on a square. */
@inline
export function rowWith(square: i32): u32 {
  if (groupSize == 1) return rowWithout | (<u32>square << groupShift);
  if (groupSize == 2) return rowWithout | (<u32>pairIndex(square, otherSquare) << groupShift);
  return rowWithout | (<u32>tripleIndex(square, otherSquare, thirdSquare) << groupShift);
}

/** The symmetry applied by `rowWithKing`. */
export let kingSymmetry: i32 = 0;

/** The row with the white king on a square, in canonical form. */
export function rowWithKing(row: u32, square: i32): u32 {
  const below = row & ((<u32>1 << <u32>kingShift) - 1);
  if (!pawnless) {
    kingSymmetry = 0;
    return below | (<u32>square << <u32>kingShift);
  }
  kingSymmetry = canonicalSymmetry(square);
  const king = <u32>triangleIndex(mapped(square, kingSymmetry)) << <u32>kingShift;
  return king | (kingSymmetry == 0 ? below : mappedGroups(ending, squares, kingSymmetry));
}

/** A row with its pieces replaced by the images of the current row's pieces under a symmetry. */
export function withGroupsUnder(row: u32, symmetry: i32): u32 {
  return (row & ~((<u32>1 << <u32>kingShift) - 1)) | mappedGroups(ending, squares, symmetry);
}

function mappedGroups(target: usize, list: usize, symmetry: i32): u32 {
  const count = Target.at(target).groupCount;
  let row: u32 = 0;
  for (let g = 0; g < count; g++) {
    const group = groupAt(target, g);
    const type = group.type;
    const first = mapped(load<u8>(list + group.slots[0]), symmetry);
    let number = first;
    if (type == PROMOTED) {
      number = first & 7;
    } else if (type > 1) {
      const second = mapped(load<u8>(list + group.slots[1]), symmetry);
      if (type == 2) number = pairIndex(first, second);
      else if (type == PROMOTED_AND_LIKE) number = ((first & 7) << 6) | second;
      else number = tripleIndex(first, second, mapped(load<u8>(list + group.slots[2]), symmetry));
    }
    row |= <u32>number << group.shift;
  }
  return row;
}

/** The table after a capture of a slot (0 for none) and a promotion of a slot (0 for none) to a kind. */
@inline
export function targetAfter(captured: i32, promoted: i32, kind: i32): usize {
  return <usize>Ending.at(ending).targets[(captured * SLOTS + promoted) * 5 + kind];
}

/** Copies the squares of the current row to `moved`: SLOTS bytes. */
@inline
export function copySquares(): void {
  store<u64>(moved, load<u64>(squares));
}

/** Results of `locate`: the row index over all slices, and the symmetry for the black king. */
export let foundRow: u32 = 0;
export let foundSymmetry: i32 = 0;

/** Finds the row of `moved` in a target. */
export function locate(target: usize): void {
  const king: i32 = load<u8>(moved);
  let base: u32 = 0;
  let symmetry = 0;
  let kingNumber = king;
  if (Target.at(target).pawnless) {
    symmetry = canonicalSymmetry(king);
    kingNumber = triangleIndex(mapped(king, symmetry));
  } else {
    const white = pawnIndex(target, 0);
    const black = pawnIndex(target, 1);
    const number = white * Target.at(target).blackPawns + black;
    const slice = load<u32>(Target.at(target).slices + ((<usize>number) << 2));
    if (slice & MIRRORED) {
      symmetry = 1;
      kingNumber = king ^ 7;
    }
    base = (slice & ~MIRRORED) * Target.at(target).sliceRows;
  }
  foundSymmetry = symmetry;
  foundRow = base + ((<u32>kingNumber << Target.at(target).kingShift) | mappedGroups(target, moved, symmetry));
}

/** The index of one side's pawn placement. */
function pawnIndex(target: usize, colour: i32): u32 {
  const count: i32 = Target.at(target).pawnCounts[colour];
  if (count == 0) return 0;
  const slots = Target.at(target).pawnSlots;
  const at = colour << 2;
  const first: i32 = <i32>load<u8>(moved + slots[at]) - 8;
  if (count == 1) return first;
  const second: i32 = <i32>load<u8>(moved + slots[at + 1]) - 8;
  if (count == 2) return pairIndex(first, second);
  return tripleIndex(first, second, <i32>load<u8>(moved + slots[at + 2]) - 8);
}
