/** The records of the double-dummy solver and of canonical forms. */
import type { array, f64, u32, u64 } from "../../engine/kernel/layout/types.ts";

/** A transposition table entry (transposition.as.ts). */
export interface TableEntry {
  /** The position: two bits per place (none, leader, second, third). */
  key: u64;
  /** From the lowest bit: lower bound 7, upper bound 7, declarer 2, kind of game 3, best card + 1 6, cards in a hand 4. */
  data: u32;
  /** Cards in play 28, generation 3. */
  cards: u32;
}

/** A bucket of the transposition table: a cache line. */
export interface TableBucket {
  entries: array<TableEntry, 4>;
}

/** Counts of positions by cards in a hand. */
export interface PositionTally {
  visited: array<f64, 16>;
  expanded: array<f64, 16>;
}

/** An iteration over all sets of equal size that counts the canonical ones. */
export interface CanonicalCount {
  /** The next set. */
  set: u32;
  /** 1 after the last set. */
  finished: u32;
  /** Sets visited so far, and the canonical ones among them. */
  visited: f64;
  counted: f64;
}
