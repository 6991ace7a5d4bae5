/** An ending and its conversion targets in kernel memory, and the compact table of a file. */
import type { address, array, i32, u16, u32, u8 } from "../../../engine/kernel/layout/types.ts";
import type { CONVERSIONS, MATERIAL_KEYS, MAX_GROUPS, SLOTS } from "./ending-constants.ts";

/** Like pieces of a target. */
export interface TargetGroup {
  /** The number of like pieces, PROMOTED or PROMOTED_AND_LIKE. */
  type: i32;
  /** Bit offset in a row index. */
  shift: u32;
  slots: array<u8, 3>;
  /** First square of the promotion rank. */
  promotionRank: u8;
}

/** A target: the location of values, by the slots of the source ending. */
export interface Target {
  /** Values with White to move. */
  white: address;
  /** The same with Black to move. */
  black: address;
  /** Bit offset of the white king in a row index. */
  kingShift: i32;
  /** Rows of a slice. */
  sliceRows: u32;
  /** 1 if the white king is in the triangle a1-d1-d4. */
  pawnless: i32;
  groupCount: i32;
  groups: array<TargetGroup, typeof MAX_GROUPS>;
  /** By colour. */
  pawnCounts: array<u8, 2>;
  /** Four by colour. */
  pawnSlots: array<u8, 8>;
  /** Slice indices by pawn placement: u32, top bit if mirrored. */
  slices: address;
  /** Placements of the black pawns alone. */
  blackPawns: u32;
  /** Addresses of stalemate bits by row, by side to move; 0 for none. */
  stalemates: array<address, 2>;
}

/** The ending being solved. */
export interface Ending {
  /** Itself as a target. */
  target: Target;
  /** Pieces except kings and pawns. */
  pieces: i32;
  pawns: i32;
  kinds: array<u8, typeof SLOTS>;
  colours: array<u8, typeof SLOTS>;
  /** Addresses of targets after a move, by captured slot (0 for none), promoted slot (0 for none) and the kind it is promoted to. */
  targets: array<address, typeof CONVERSIONS>;
}

/** Like pieces of a compact table. */
export interface CompactGroup {
  size: i32;
  stride: u32;
  colour: i32;
  kind: i32;
}

/** The compact table of a file (compact.as.ts). */
export interface Compact {
  /** Entries with White to move; 0 if not in memory. */
  white: address;
  /** The same with Black to move. */
  black: address;
  pawnless: i32;
  /** Entries of a pawn placement. */
  sliceEntries: u32;
  /** Entries of a king pair. */
  pairEntries: u32;
  groupCount: i32;
  groups: array<CompactGroup, typeof MAX_GROUPS>;
  /** By colour. */
  pawnCounts: array<i32, 2>;
  /** Slice indices by pawn placement. */
  slices: address;
  /** Placements of the black pawns alone. */
  blackPawns: u32;
  /** Entries of one side to move. */
  sideEntries: u32;
  /** The pawns' squares by slice, four bytes each. */
  squares: address;
}

/** The tables in memory. */
export interface TablebaseRecord {
  /** By material key: the address of a `Compact`, with the flag SWAPPED; 0 for none. */
  entries: array<u32, typeof MATERIAL_KEYS>;
}

/** A slice to solve. */
export interface SliceToSolve {
  slice: u32;
  /** A byte for each pawn. */
  pawnSquares: u32;
}

/** Memory of a thread that solves slices. The bit sets of the slice follow (retrograde.as.ts). */
export interface SliceScratch {
  /** Of the current row, by slot. */
  squares: array<u8, typeof SLOTS>;
  /** The same after a move. */
  moved: array<u8, typeof SLOTS>;
  /** The rest of a cache line. */
  unused: array<u8, 48>;
  /** Keys of conversions (conversions.as.ts), by side to move and square of the black king. */
  keys: array<u8, 128>;
  /** The best replies to a double push, by square of the black king. */
  answers: array<u16, 64>;
}
