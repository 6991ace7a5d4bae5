/** An evaluation by endgame databases in kernel memory, and the memory of a thread that evaluates. */
import type { address, array, i16, i32, rest, u32, u64, u8 } from "../../../engine/kernel/layout/types.ts";
import type { Placement } from "../state.layout.ts";
import type { MATERIAL_KEYS } from "../tables/ending-constants.ts";
import type { CACHE_ENTRIES, EDB_MAX_PIECES } from "./edb-constants.ts";

/** An evaluation by endgame databases. */
export interface EdbRecord {
  /** An `AbstractionWeights`. */
  weights: address;
  /** COMBINE_MEAN or COMBINE_SUM. */
  combine: i32;
  /** Pieces of the smallest abstraction, kings excluded. */
  smallest: i32;
  /** Pieces of the largest one: at most 3. */
  largest: i32;
  /** A `MaterialPlans`, or 0. */
  plans: address;
}

export interface AbstractionWeights {
  /** By material key of an abstraction; 0 for none. */
  weights: array<i16, typeof MATERIAL_KEYS>;
}

export interface MaterialPlans {
  /** A `PlanRecord` by material key of the position; 0 for none. */
  plans: array<address, typeof MATERIAL_KEYS>;
}

/** Pieces to look up together. */
export interface PlanSubset {
  /** By number, NO_PIECE for none. */
  pieces: array<u8, 3>;
  weight: i32;
}

/** A plan: the subsets of the pieces to look up in positions of one material. */
export interface PlanRecord {
  count: i32;
  /** Weight of the choices that are reduced to bare kings. */
  drawn: i32;
  subsets: rest<PlanSubset>;
}

/** A piece of the position to evaluate. */
export interface EdbPiece {
  /** Of kind, colour and square. */
  hash: u64;
  /** What it adds to a material key. */
  material: u32;
  colour: u8;
  kind: u8;
  square: u8;
}

/** The value of a subset of the pieces. */
export interface CachedValue {
  /** High bits of the subset's hash, with the lowest one set; 0 for none. */
  check: u32;
  value: i32;
}

export interface EdbThread {
  /** Of the subset being looked up. */
  placement: Placement;
  /** Of the position, kings excluded. */
  pieces: array<EdbPiece, typeof EDB_MAX_PIECES>;
  cache: array<CachedValue, typeof CACHE_ENTRIES>;
}
