/** An evaluation in kernel memory. */
import type { address, array, i32 } from "../../engine/kernel/layout/types.ts";
import type { MAX_TERMS } from "./layout.ts";

/** A term: a weighted distance. */
export interface TermRecord {
  kind: i32;
  weight: i32;
  table: address;
  /** The value of unreachable. */
  unreachable: i32;
  /** Policemen of a lookup. */
  size: i32;
  /** The first of them in the order of their distance to the thief. */
  first: i32;
}

/** An evaluation. */
export interface EvaluationRecord {
  count: i32;
  /** 1: only terms of the searching side. */
  own: i32;
  terms: array<TermRecord, typeof MAX_TERMS>;
}
