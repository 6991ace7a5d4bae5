/** The records of the determinization solver and of unranked positions. */
import type { array, f64, i32, rest, u32, u8 } from "../../engine/kernel/layout/types.ts";
import type { StateRecord } from "./state.layout.ts";

/** A position with the stock in drawing order. */
export interface Determinization {
  state: StateRecord;
  /** Tiles. */
  order: array<u8, 32>;
}

/** Solved determinizations. */
export interface DeterminizationResult {
  nodes: f64;
  /** Number of determinizations that were solved within the limits. */
  finished: i32;
  /** The sum of the values of each move. */
  sums: rest<i32>;
}

/** The position of an endgame table's entry. */
export interface UnrankedPosition {
  mover: u32;
  other: u32;
  /** A tile with the numbers of both ends. */
  ends: i32;
}
