/** An evaluation by endgame databases in kernel memory. */
import type { address, array, i32, rest, u8 } from "../../../engine/kernel/layout/types.ts";

/** An evaluation by endgame databases. */
export interface EdbRecord {
  /** Weights by material of an abstraction: i16 [2^MATERIAL_KEY_BITS], 0 for none. */
  weights: address;
  /** COMBINE_MEAN or COMBINE_SUM. */
  combine: i32;
  /** Pieces of the smallest abstraction, kings excluded. */
  smallest: i32;
  /** Pieces of the largest one: at most 3. */
  largest: i32;
  /** Addresses of plans by material of the position: u32 [2^MATERIAL_KEY_BITS], 0 for none; or 0. */
  plans: address;
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
