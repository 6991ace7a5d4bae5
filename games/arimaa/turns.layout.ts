/** The records of lists of turns. */
import type { array, u32, u64 } from "../../engine/kernel/layout/types.ts";
import type { MAX_STEPS } from "./constants.ts";

/** An entry in the list of distinct turns. */
export interface ListedTurn {
  /** Of the placement after the turn. */
  hash: u64;
  turn: u32;
  /** Number of steps. */
  steps: u32;
}

/** A digest of all distinct turns of a position. */
export interface TurnDigestRecord {
  /** Xor and sum of the FNV-1a hashes of the placements. */
  xor: u32;
  sum: u32;
  /** Number of turns that win, lose, and win by immobilization. */
  winning: u32;
  losing: u32;
  immobilizing: u32;
  /** Number of turns that end with a rabbit of the mover on its goal row. */
  goals: u32;
  /** Number of turns that capture an enemy. */
  capturing: u32;
  /** The kinds that the enemy can lose, a bit each. */
  capturable: u32;
  /** Number of turns by steps, from 1. */
  bySteps: array<u32, typeof MAX_STEPS>;
}
