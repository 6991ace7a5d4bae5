/** The records of endgame tables: the index of a set's placements, the directory of sets, and the input of the solver. */
import type { address, array, i32, u32, u64 } from "../../engine/kernel/layout/types.ts";
import type { MAX_ELEMENTS } from "./pieces.ts";

/** How the placements of a set of pieces are ranked (placement-index.as.ts): groups of equal pieces, the anchor first. */
export interface IndexLayout {
  /** The entries of the representative's table; 0 for none. */
  table: address;
  groupCount: i32;
  anchor: address;
  /** By group: the piece, and how many there are. */
  pieces: array<i32, typeof MAX_ELEMENTS>;
  counts: array<i32, typeof MAX_ELEMENTS>;
}

/** A slot of the directory, a hash table. */
export interface DirectorySlot {
  /** The material key; 0 marks an empty slot. */
  key: u64;
  /** The address of an `IndexLayout`. */
  layout: address;
}

/** A piece of the set to solve. */
export interface PieceRecord {
  /** Bits of the pieces that it captures by a step. */
  prey: u32;
  /** 1 if it captures by jumps. */
  jumps: i32;
  /** The set after one of this piece is captured. Without a table the captured side has lost. */
  left: IndexLayout;
}

/** A set to solve. */
export interface EndgameProblem {
  /** With White and with Black to move. */
  layouts: array<IndexLayout, 2>;
  /** By piece number. */
  pieces: array<PieceRecord, 16>;
}
