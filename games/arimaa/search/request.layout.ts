/** The record of a turn search. */
import type { address, array, i32, u32, u64 } from "../../../engine/kernel/layout/types.ts";
import type { MAX_CANDIDATES, MAX_EXCLUDED, MAX_HINTS } from "./constants.ts";

/** One of the best turns; 0 for none. */
export interface TurnCandidate {
  turn: u32;
  /** An upper bound, except for the first candidate. */
  value: i32;
}

/** A turn search. */
export interface TurnSearchRecord {
  // In.
  /** The state to search. */
  state: address;
  /** 1: selective; 0: full width. */
  selective: i32;
  /** 1: a goal within a turn is detected wherever a turn starts, also at leaves; 0: only goals that are played. */
  goalSearch: i32;
  /** 1: root turns that would become the best are checked for a forced goal of the opponent in two turns. */
  checkGoals: i32;
  /** The deepest iteration, in steps. */
  maxDepth: i32;
  /** Number of threads that search the state. */
  threads: i32;
  /** Maximum number of nodes, 0 for no limit. */
  maxNodes: u64;
  excludedCount: i32;
  hintCount: i32;
  /** Hashes of forbidden placements. */
  excluded: array<u64, typeof MAX_EXCLUDED>;
  /** Hashes of placements to search first. */
  hints: array<u64, typeof MAX_HINTS>;
  // Out.
  turn: u32;
  /** For the side to move. */
  value: i32;
  /** The deepest finished iteration, in steps. */
  depth: i32;
  /** Number of root turns. */
  rootCount: i32;
  nodes: u64;
  /** Best first; of thread 0. */
  candidates: array<TurnCandidate, typeof MAX_CANDIDATES>;
}
