/** The record of an alpha-beta search. */
import type { address, array, f64, i16, i32, rest, u64 } from "../kernel/layout/types.ts";
import type { MAX_DEPTH, MAX_LINES } from "./constants.ts";

/** A root move. */
export interface RootMoveRecord {
  move: i32;
  value: i16;
  /** One of BOUND_…. */
  bound: i16;
}

/** A principal variation with its value. */
export interface LineRecord {
  value: i32;
  length: i32;
  moves: array<i32, typeof MAX_DEPTH>;
}

/** An alpha-beta search. */
export interface AlphabetaRecord {
  // In.
  /** The state to search. */
  state: address;
  /** `alphabetaScratchBytes` bytes. */
  scratch: address;
  /** The transposition table, 0 for none. */
  table: address;
  /** The table has 2^bits entries of 16 bytes. */
  tableBits: i32;
  /** Maximum number of nodes, 0 for no limit. */
  maxNodes: f64;
  /** The deepest iteration. */
  maxDepth: i32;
  /** Number of searches with the same table, incremented by every search. */
  age: i32;
  /** Late move reduction in plies, 0 for none. */
  reduce: i32;
  /** MultiPV: number of root moves with exact values, from 1 to MAX_LINES. */
  maxLines: i32;
  /** One of TIES_…; with MultiPV, TIES_FIRST. */
  ties: i32;
  /** For TIES_RANDOM: state of the generator, not 0; updated by the search. */
  random: u64;
  // Out.
  move: i32;
  /** For the side to move. */
  value: i32;
  /** The deepest finished iteration. */
  depth: i32;
  nodes: f64;
  /** One of ENDED_BY_…. */
  ended: i32;
  pvLength: i32;
  pv: array<i32, typeof MAX_DEPTH>;
  /** Of the deepest finished iteration, best first; none in the first iteration. */
  lineCount: i32;
  lines: array<LineRecord, typeof MAX_LINES>;
  /** Of the running iteration. */
  runningLines: array<LineRecord, typeof MAX_LINES>;
  rootCount: i32;
  /** Of the deepest finished iteration. */
  rootMoves: rest<RootMoveRecord>;
}
