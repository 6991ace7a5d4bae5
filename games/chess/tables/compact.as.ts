/**
 * Compact tables, the file format. Index of an entry: side to move, pawn placement, king pair, then the indices of the groups of like
 * pieces. There are 462 king pairs without pawns, by all eight symmetries of the board, and 3,612 with pawns, whose placements are merged
 * with their left-right mirror images. `pack` and `unpack` copy between a compact table and a wide one (ending.layout.ts).
 */
import { Compact, CompactGroup, Target } from "../../../build/layouts/games/chess/tables/ending.as";
import { PAWN } from "../constants";
import { kingSquare, ofKind, piecesOf } from "../state.as";
import { MIRRORED, NO_PAIR, PROMOTED, PROMOTED_AND_LIKE } from "./ending-constants";
import {
  canonicalSymmetry, kingBits, bit, kingPair, mapped, onDiagonal, PAIR_COUNT, pairIndex, pairSquares, triangleSquare, TRIPLE_COUNT, tripleIndex,
  tripleSquares,
} from "./geometry.as";
import { stopped } from "../../../engine/kernel/stop.as";

/** Number of placements of a group by type (ending.layout.ts). */
@inline
function countOf(type: i32): i32 {
  if (type == PROMOTED) return 8;
  if (type == PROMOTED_AND_LIKE) return 512;
  return type == 1 ? 64 : type == 2 ? PAIR_COUNT : TRIPLE_COUNT;
}

@inline
export function compactGroup(compact: usize, group: i32): CompactGroup {
  return Compact.at(compact).groups[group];
}

/** The index of a set under a symmetry. */
@inline
function mappedIndex(size: i32, number: i32, symmetry: i32): i32 {
  if (size == 1) return mapped(number, symmetry);
  if (size == 2) {
    const pair = pairSquares(number).squares;
    return pairIndex(mapped(pair[0], symmetry), mapped(pair[1], symmetry));
  }
  const triple = tripleSquares(number).squares;
  return tripleIndex(mapped(triple[0], symmetry), mapped(triple[1], symmetry), mapped(triple[2], symmetry));
}

/** The symmetry that brings two kings to canonical form in a pawnless table. */
@inline
function pairSymmetry(white: i32, black: i32): i32 {
  const symmetry = canonicalSymmetry(white);
  if (!onDiagonal(mapped(white, symmetry))) return symmetry;
  const other = mapped(black, symmetry);
  return other >> 3 > (other & 7) ? symmetry ^ 4 : symmetry;
}

/** The groups of a wide table: number of sets, and bit offset in a row index. */
let count0: i32 = 1;
let count1: i32 = 1;
let count2: i32 = 1;
let shift0: u32 = 0;
let shift1: u32 = 0;
let shift2: u32 = 0;

function readGroups(wide: usize): void {
  const groups = Target.at(wide).groupCount;
  const group = Target.at(wide).groups;
  count0 = groups > 0 ? countOf(group[0].type) : 1;
  count1 = groups > 1 ? countOf(group[1].type) : 1;
  count2 = groups > 2 ? countOf(group[2].type) : 1;
  shift0 = groups > 0 ? group[0].shift : 0;
  shift1 = groups > 1 ? group[1].shift : 0;
  shift2 = groups > 2 ? group[2].shift : 0;
}

/** Copies slices of one side to move from a wide table to the compact one of the same material. */
export function pack(wide: usize, compact: usize, side: i32, first: u32, last: u32): void {
  const target = Target.at(wide);
  const packed = Compact.at(compact);
  readGroups(wide);
  const pawnless = target.pawnless != 0;
  const rows = <usize>target.sliceRows;
  const from = <usize>(side == 0 ? target.white : target.black);
  const to = <usize>(side == 0 ? packed.white : packed.black);
  const kingShift = target.kingShift;
  const kings = pawnless ? 10 : 64;
  for (let slice = first; slice < last; slice++) {
    for (let number = 0; number < kings; number++) {
      if (stopped()) return;
      const white = pawnless ? triangleSquare(number) : number;
      const base = from + ((<usize>slice * rows + (<usize>number << kingShift)) << 6);
      for (let black = 0; black < 64; black++) {
        const pair = kingPair(white, black, pawnless);
        if (pair == NO_PAIR) continue;
        const out = to + <usize>slice * packed.sliceEntries + <usize>pair * packed.pairEntries;
        packPair(base + <usize>black, out);
      }
    }
  }
}

function packPair(base: usize, out: usize): void {
  for (let a = 0; a < count0; a++) {
    const row0 = <usize>a << shift0;
    for (let b = 0; b < count1; b++) {
      const row1 = row0 | (<usize>b << shift1);
      for (let c = 0; c < count2; c++) {
        store<u8>(out, load<u8>(base + ((row1 | (<usize>c << shift2)) << 6)));
        out += 1;
      }
    }
  }
}

/**
 * Fills one side to move of a wide table from a compact one with the same or swapped colours. `strides` has the compact stride of each group
 * of the wide table, `slices` the compact slice of each wide one, `maps` space for three lists of 41,664 offsets. A wide table with a promoted
 * piece has all squares of the white king, even if the compact one is pawnless.
 */
export function unpack(wide: usize, compact: usize, strides: usize, slices: usize, sliceCount: u32, swapped: bool, side: i32, maps: usize): void {
  const target = Target.at(wide);
  const packed = Compact.at(compact);
  readGroups(wide);
  const inTriangle = target.pawnless != 0;
  const pawnless = packed.pawnless != 0;
  const rows = <usize>target.sliceRows;
  const to = <usize>(side == 0 ? target.white : target.black);
  const from = <usize>((side == 0) != swapped ? packed.white : packed.black);
  const kingShift = target.kingShift;
  const kings = inTriangle ? 10 : 64;
  let mapsUnder = -1;
  for (let slice: u32 = 0; slice < sliceCount; slice++) {
    const there = pawnless ? 0 : load<u32>(slices + ((<usize>slice) << 2));
    for (let number = 0; number < kings; number++) {
      if (stopped()) return;
      const white = inTriangle ? triangleSquare(number) : number;
      const base = to + ((<usize>slice * rows + (<usize>number << kingShift)) << 6);
      for (let black = 0; black < 64; black++) {
        if (white == black || kingBits(white) & bit(black)) {
          fillPair(base + <usize>black);
          continue;
        }
        const first = swapped ? black : white;
        const second = swapped ? white : black;
        let symmetry = (swapped ? 2 : 0) | (there & MIRRORED ? 1 : 0);
        if (pawnless) symmetry = pairSymmetry(first, second);
        const pair = kingPair(mapped(first, symmetry), mapped(second, symmetry), pawnless);
        if (symmetry != mapsUnder) {
          makeMaps(wide, strides, symmetry, maps);
          mapsUnder = symmetry;
        }
        const source = from + <usize>(there & ~MIRRORED) * packed.sliceEntries + <usize>pair * packed.pairEntries;
        unpackPair(base + <usize>black, source, maps);
      }
    }
  }
}

/** Size of the offsets of one group. */
const MAP_BYTES: usize = 4 * 41664;

export function unpackMapBytes(): usize {
  return 3 * MAP_BYTES;
}

/** The offset of each set of each group in the compact table under a symmetry. */
function makeMaps(wide: usize, strides: usize, symmetry: i32, maps: usize): void {
  const groups = Target.at(wide).groupCount;
  for (let g = 0; g < 3; g++) {
    const map = maps + <usize>g * MAP_BYTES;
    store<u32>(map, 0);
    if (g >= groups) continue;
    const group = Target.at(wide).groups[g];
    const type = group.type;
    const rank: i32 = group.promotionRank;
    const stride = load<u32>(strides + <usize>(g << 2));
    for (let number = 0; number < countOf(type); number++) {
      let there = 0;
      if (type == PROMOTED) there = mapped(rank | number, symmetry);
      else if (type == PROMOTED_AND_LIKE) there = pairIndex(mapped(rank | (number >> 6), symmetry), mapped(number & 63, symmetry));
      else there = mappedIndex(type, number, symmetry);
      store<u32>(map + <usize>(number << 2), <u32>there * stride);
    }
  }
}

function unpackPair(base: usize, source: usize, maps: usize): void {
  for (let a = 0; a < count0; a++) {
    const from0 = source + load<u32>(maps + <usize>(a << 2));
    const row0 = <usize>a << shift0;
    for (let b = 0; b < count1; b++) {
      const from1 = from0 + load<u32>(maps + MAP_BYTES + <usize>(b << 2));
      const row1 = row0 | (<usize>b << shift1);
      for (let c = 0; c < count2; c++)
        store<u8>(base + ((row1 | (<usize>c << shift2)) << 6), load<u8>(from1 + load<u32>(maps + 2 * MAP_BYTES + <usize>(c << 2))));
    }
  }
}

function fillPair(base: usize): void {
  for (let a = 0; a < count0; a++) {
    for (let b = 0; b < count1; b++) {
      for (let c = 0; c < count2; c++)
        store<u8>(base + (((<usize>a << shift0) | (<usize>b << shift1) | (<usize>c << shift2)) << 6), 255);
    }
  }
}

/** The index of a bitboard's squares under a symmetry. */
@inline
function setIndex(set: u64, size: i32, symmetry: i32): i32 {
  const first = mapped(<i32>ctz(set), symmetry);
  if (size == 1) return first;
  set &= set - 1;
  const second = mapped(<i32>ctz(set), symmetry);
  if (size == 2) return pairIndex(first, second);
  set &= set - 1;
  return tripleIndex(first, second, mapped(<i32>ctz(set), symmetry));
}

/** Over the 48 pawn squares. */
@inline
function pawnSetIndex(set: u64, size: i32, symmetry: i32): i32 {
  return size == 0 ? 0 : setIndex(set >> 8, size, symmetry);
}

/**
 * Ranks a placement (../state.layout.ts) among those of one side to move. `swapped`: the table's White is Black in the placement.
 */
export function rankPlacement(compact: usize, placement: usize, swapped: bool): u32 {
  const packed = Compact.at(compact);
  const flip = swapped ? 1 : 0;
  const first = kingSquare(placement, flip);
  const second = kingSquare(placement, 1 - flip);
  const pawnless = packed.pawnless != 0;
  let symmetry = 0;
  let index: u32 = 0;
  if (pawnless) {
    symmetry = pairSymmetry(first, second);
  } else {
    symmetry = swapped ? 2 : 0;
    const pawns = ofKind(placement, PAWN);
    let white = pawns & piecesOf(placement, flip);
    let black = pawns & piecesOf(placement, 1 - flip);
    if (swapped) {
      white = bswap<u64>(white);
      black = bswap<u64>(black);
    }
    const number =
      <u32>pawnSetIndex(white, packed.pawnCounts[0], 0) * packed.blackPawns +
      <u32>pawnSetIndex(black, packed.pawnCounts[1], 0);
    const slice = load<u32>(packed.slices + ((<usize>number) << 2));
    if (slice & MIRRORED) symmetry |= 1;
    index = (slice & ~MIRRORED) * packed.sliceEntries;
  }
  index += <u32>kingPair(mapped(first, symmetry), mapped(second, symmetry), pawnless) * packed.pairEntries;
  const groups = packed.groupCount;
  for (let g = 0; g < groups; g++) {
    const group = compactGroup(compact, g);
    const set = piecesOf(placement, group.colour ^ flip) & ofKind(placement, group.kind);
    index += <u32>setIndex(set, group.size, symmetry) * group.stride;
  }
  return index;
}
