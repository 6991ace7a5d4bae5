/** The weight block of the kernel (terms.ts): piece-square tables with material for both colours, and packed weights. */
import type { Pair } from "./handmade.ts";
import {
  BLOCK_BYTES,
  BLOCK_EDB,
  BLOCK_EDB_FACTOR,
  BLOCK_KIND,
  BLOCK_PIECE_SQUARE,
  BLOCK_WEIGHTS,
  EDB_ALONE,
  EDB_AND_HAND_MADE,
  HAND_MADE,
  MATERIAL,
  PIECE_SQUARE,
  TERMS,
} from "./terms.ts";

const KING = 5;

/** The endgame number in the upper 16 bits, the middlegame number in the lower. */
function packed([middle, end]: Pair): number {
  return Math.round(end) * 65536 + Math.round(middle);
}

/** An evaluation by endgame databases in memory, and its factor; `alone`: without handcrafted terms. */
export interface EdbPart {
  readonly address: number;
  readonly factor: number;
  readonly alone: boolean;
}

export function weightBlock(weights: readonly Pair[], edb: EdbPart | null = null): Uint8Array {
  const bytes = new Uint8Array(BLOCK_BYTES);
  const view = new DataView(bytes.buffer);
  view.setInt32(BLOCK_KIND, edb === null ? HAND_MADE : edb.alone ? EDB_ALONE : EDB_AND_HAND_MADE, true);
  view.setUint32(BLOCK_EDB, edb?.address ?? 0, true);
  view.setInt32(BLOCK_EDB_FACTOR, Math.round(256 * (edb?.factor ?? 0)), true);
  for (let i = 0; i < TERMS; i++) view.setInt32(BLOCK_WEIGHTS + 4 * i, packed(weights[i] as Pair), true);
  for (let kind = 0; kind <= KING; kind++) {
    const [middle, end] = kind === KING ? [0, 0] : (weights[MATERIAL + kind] as Pair);
    for (let square = 0; square < 64; square++) {
      const file = Math.min(square & 7, 7 - (square & 7));
      const [squareMiddle, squareEnd] = weights[PIECE_SQUARE + 32 * kind + 4 * (square >> 3) + file] as Pair;
      const value = packed([middle + squareMiddle, end + squareEnd]);
      view.setInt32(BLOCK_PIECE_SQUARE + 4 * (64 * kind + square), value, true);
      view.setInt32(BLOCK_PIECE_SQUARE + 4 * (64 * (6 + kind) + (square ^ 56)), -value, true);
    }
  }
  return bytes;
}
