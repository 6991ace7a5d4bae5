/** The record of a selective search. */
import type { address, array, f64, i32, rest } from "../../kernel/layout/types.ts";
import type { RootMoveRecord } from "../alphabeta.layout.ts";
import type { MAX_MULTIPV, MAX_PLY } from "./constants.ts";

/** A principal variation. */
export interface Pv {
  length: i32;
  moves: array<i32, typeof MAX_PLY>;
}

/** A selective search. */
export interface SelectiveRecord {
  // In.
  /** The state to search. */
  state: address;
  /** This thread's scratch. */
  scratch: address;
  /** The transposition table, 0 for none. */
  table: address;
  /** The table has 2^bits entries of 16 bytes. */
  tableBits: i32;
  /** Maximum number of nodes, 0 for no limit. */
  maxNodes: f64;
  /** The deepest iteration. */
  maxDepth: i32;
  /** Number of this search among those with the same table. */
  age: i32;
  /** 1: pruning, reductions and extensions; 0: full width with quiescence. */
  selective: i32;
  /** Number of best root moves with exact values (MultiPV), at least 1. */
  multiPv: i32;
  /** Number of this thread; 0 is the main one. */
  thread: i32;
  /** A word that the main thread sets at its end to stop the helper threads. */
  shared: address;
  /** The game's history, oldest state first. */
  history: address;
  historyCount: i32;
  /** The root moves to search. */
  searchMoves: address;
  /** 0 for all. */
  searchMovesCount: i32;
  // Out.
  nodes: f64;
  move: i32;
  /** For the side to move. */
  value: i32;
  /** The deepest finished iteration. */
  depth: i32;
  /** Maximum ply reached. */
  selDepth: i32;
  /** One of ENDED_BY_… (../constants.ts). */
  ended: i32;
  /** Permille of the table filled by this search. */
  hashfull: i32;
  /** Best first. */
  pvs: array<Pv, typeof MAX_MULTIPV>;
  rootCount: i32;
  /** Best first. */
  rootMoves: rest<RootMoveRecord>;
}
