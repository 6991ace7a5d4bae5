/** Zobrist keys. */
import type { array, u64 } from "../../engine/kernel/layout/types.ts";

export interface ZobristKeys {
  /** By 64 * (6 * colour + kind) + square. */
  pieces: array<u64, 768>;
  /** By set of rights. */
  castling: array<u64, 16>;
  /** By square; the last for NO_SQUARE. */
  enPassant: array<u64, 65>;
}
