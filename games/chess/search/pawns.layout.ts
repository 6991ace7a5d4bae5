/** The pawn hash table of a thread. */
import type { array, i32, u64 } from "../../../engine/kernel/layout/types.ts";

export interface PawnEntry {
  /** Of the pawns. */
  hash: u64;
  /** For White, packed. */
  value: i32;
  /** Passed pawns of both sides. */
  passed: u64;
  /** Makes the size a power of 2. */
  unused: u64;
}

export interface PawnTable {
  entries: array<PawnEntry, 4096>;
}
