/** The weights of an evaluation in kernel memory. */
import type { address, array, i32 } from "../../../engine/kernel/layout/types.ts";
import type { PIECE_SQUARES, TERMS } from "./terms.ts";

/** A weight block. */
export interface WeightBlock {
  /** HAND_MADE, EDB_ALONE or EDB_AND_HAND_MADE. */
  kind: i32;
  /** Evaluation by endgame databases: an `EdbRecord`, or 0. */
  edb: address;
  /** Its factor in 256ths. */
  edbFactor: i32;
  /** Packed piece-square values with material: by colour, kind and square. */
  pieceSquares: array<i32, typeof PIECE_SQUARES>;
  /** Packed. */
  weights: array<i32, typeof TERMS>;
}
