/** The record of a proof search over a propnet. */
import type { address, f64, u32, u64 } from "../../engine/kernel/layout/types.ts";

export interface ProveRecord {
  // In.
  /** The propnet's record, with the state to prove. */
  propnet: address;
  /** An `EvaluationRecord` that counts moves. */
  evaluation: address;
  /** The table of proof numbers, kept between searches; initially zero. */
  table: address;
  /** It has 2^bits entries. */
  tableBits: u32;
  /** Random numbers for hashing: by fact one for its image under each symmetry, of which the first is the identity. */
  zobrist: address;
  symmetries: u32;
  /** Space for twice as many hashes. */
  hashes: address;
  /** The stack of states and their children. */
  stack: address;
  stackEnd: address;
  /** FIRST_WINS or FIRST_DOES_NOT_LOSE. */
  question: u32;
  /** For `listProven` and `addProven`: `ProvenState` records with the packed states after them. */
  list: address;
  listEnd: address;
  // Out, readable while it runs.
  /** States that were expanded. */
  nodes: f64;
  /** Whether any search with this table has seen a drawn end. Kept between searches. */
  sawDraw: u32;
}

export interface ProvenState {
  /** The key of its entry. */
  key: u64;
  /** 1 if the question of the search is proven, 0 if it is disproven. */
  isProven: u32;
}
