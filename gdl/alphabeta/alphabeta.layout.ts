/** The records of alpha-beta over a propnet. */
import type { address, f64, i32, u32, u64 } from "../../engine/kernel/layout/types.ts";

/** A search. */
export interface AlphabetaRecord {
  // In.
  /** The propnet's record, with the root state. */
  propnet: address;
  /** An `EvaluationRecord`. */
  evaluation: address;
  /** The transposition table, 0 for none. */
  table: address;
  /** It has 2^bits entries of 16 bytes. */
  tableBits: i32;
  /** The stack of states and their children. */
  stack: address;
  stackEnd: address;
  /** The history table: 32 bits for each move of both roles. */
  history: address;
  /** Maximum depth. */
  maxDepth: u32;
  /** Maximum number of positions, 0 for no limit. */
  maxNodes: f64;
  /** For the order of equal root moves; not 0. */
  seed: u64;
  /** Number of searches with the same table. */
  age: i32;
  // Out.
  /** Role and number; see MOVE_ROLE_BITS. */
  move: u32;
  /** For the first role. */
  value: i32;
  /** Depth of the last finished iteration. */
  depth: u32;
  nodes: f64;
  /** One of ENDED_BY_… of engine/search/constants.ts, or ENDED_BY_RULES. */
  ended: u32;
  pvLength: u32;
  /** The triangular PV table: PV_BYTES for each ply. */
  pvs: address;
  /** The chooser at the root. */
  role: u32;
  /** A `RootMoveRecord` for each root move. */
  rootMoves: address;
  rootCount: u32;
}

/** A root move, from the last iteration that searched it. */
export interface RootMoveRecord {
  move: u32;
  /** For the chooser. */
  value: i32;
  /** 0 not searched, 1 upper bound, 2 exact. */
  bound: u32;
}

/** A child of a node. Its packed state follows. */
export interface Child {
  move: u32;
  /** For the first role; a terminal value as if at the root. */
  value: i32;
  isTerminal: u32;
  /** Move-ordering score. */
  order: i32;
  /** Its own children, 0 if it is not expanded. */
  children: address;
  childCount: u32;
  /** The role that chooses in it. */
  chooser: u32;
  /** The only move of the other role in it. */
  otherMove: u32;
}

/** An evaluation. */
export interface EvaluationRecord {
  /** One of EVAL_…. */
  kind: u32;
  /** Gates of features. */
  code: address;
  codeEnd: address;
  classes: address;
  classCount: u32;
  /** COUNTER_BYTES for each class, at least two. */
  counters: address;
  /** Counts of 128 lanes, 16 bits for each class. */
  counts: address;
  /** Goals of both roles in 128 lanes. */
  goals: address;
}

/** A class of features of equal value. */
export interface FeatureClass {
  /** Value for the first role if it is to move. */
  first: i32;
  /** Value for the first role if the second is to move. */
  second: i32;
  /** Offsets of words. */
  words: address;
  wordCount: u32;
}
