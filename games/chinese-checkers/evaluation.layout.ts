/** An evaluation in kernel memory. */
import type { address, array, f32, i16, i32, u32, u8 } from "../../engine/kernel/layout/types.ts";
import type { MAX_CELLS, MAX_LOOKUPS, MAX_PIECES, MAX_WEIGHTS } from "./evaluation-limits.ts";

/** A lookup of a group of pieces. A piece is named by its place in ascending order of cells; 0 is the piece nearest to the goal. */
export interface Lookup {
  /** The entries. */
  table: address;
  weight: i32;
  /** Number of pieces. */
  pieces: i32;
  /** Ascending. */
  places: array<u8, typeof MAX_PIECES>;
  /** Places of the opponent's pieces, for pairs. */
  others: array<u8, typeof MAX_PIECES>;
}

/** An evaluation. */
export interface EvaluationRecord {
  /** One of EVALUATION_…. */
  kind: i32;
  /** Added for the side to move. */
  tempo: i32;
  lookupCount: i32;
  /** Weight of (rows from the rear piece to the mean) × pieces. */
  behind: i32;
  /** Two-side tables: points of a win now. */
  win: i32;
  /** Entries of the first lookup's table in memory; 0 for all. */
  loaded: u32;
  /** Beyond these: moves per row to go, in 1/256, and the rows of the pieces in the goal. */
  movesPerRow: i32;
  goalRows: i32;
  /** Hidden units of the network. */
  hidden: i32;
  /** Weight of a piece on a cell, from its owner's point of view. */
  cells: array<i16, typeof MAX_CELLS>;
  lookups: array<Lookup, typeof MAX_LOOKUPS>;
  /** For each hidden unit its bias and one weight per input, then the bias of the output and one weight per unit. */
  network: array<f32, typeof MAX_WEIGHTS>;
}
