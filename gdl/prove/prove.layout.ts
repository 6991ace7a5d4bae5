/** The record of a proof search over a propnet. */
import type { address, f64, u32 } from "../../engine/kernel/layout/types.ts";

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
  /** The stack of states and their children. */
  stack: address;
  stackEnd: address;
  /** FIRST_WINS or FIRST_DOES_NOT_LOSE. */
  question: u32;
  // Out, readable while it runs.
  /** States that were expanded. */
  nodes: f64;
  /** Whether any search with this table has seen a drawn end. Kept between searches. */
  sawDraw: u32;
}
