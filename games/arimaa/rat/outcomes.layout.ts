/** The record of a turn's outcome. */
import type { array, u32, u64, u8 } from "../../../engine/kernel/layout/types.ts";
import type { MAX_MOVED } from "./constants.ts";

/** Where a turn's pieces end. */
export interface TurnOutcome {
  /** Origins of the moved and captured pieces. */
  from: array<u8, typeof MAX_MOVED>;
  /** Their destinations; GONE for a captured piece. */
  to: array<u8, typeof MAX_MOVED>;
  turn: u32;
  /** Number of steps. */
  steps: u8;
  /** Number of pieces in `from` and `to`. */
  moved: u8;
  /** A bitboard of endangered squares. */
  inDanger: u64;
}
