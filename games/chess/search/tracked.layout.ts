/** A state of the search with what the evaluation updates incrementally. */
import type { i32, u64 } from "../../../engine/kernel/layout/types.ts";
import type { StateRecord } from "../state.layout.ts";

export interface TrackedState {
  /** First, so that a tracked state can be passed where a state is expected. */
  state: StateRecord;
  /** Material and piece-square values for White, packed. */
  pieceSquareSum: i32;
  /** Zobrist hash of the pawns. */
  pawnHash: u64;
}
