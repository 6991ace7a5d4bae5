/** The record of a position. */
import type { array, u8 } from "../../engine/kernel/layout/types.ts";

/**
 * A position. Pieces: 1 pawn, 2 cannon, 3 rook, 4 knight, 5 bishop, 6 guard, 7 king, plus 8 for Black; 0 is an empty cell, 8 a face-down piece.
 */
export interface StateRecord {
  /** a1 to a8, then b1 …. */
  cells: array<u8, 32>;
  /** Face-down pieces by piece; the first byte contains their sum. */
  hidden: array<u8, 16>;
  /** The player to move. */
  turn: u8;
  /** 0 before the first flip, 1 if the first player is White, 2 if Black. */
  colours: u8;
  /** Plies since the last capture. */
  sinceCapture: u8;
  /** The cell that is being flipped, plus 1; 0 for none. */
  flip: u8;
  /** The cannon that captures there, plus 1; 0 for none. */
  jumper: u8;
  /** Up to a multiple of eight bytes, for hashing. */
  unused: array<u8, 3>;
}
