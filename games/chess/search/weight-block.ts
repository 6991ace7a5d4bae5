/** The weight block of the kernel (weights.layout.ts): piece-square tables with material for both colours, and packed weights. */
import { WeightBlock } from "../../../build/layouts/games/chess/search/weights.ts";
import { NULL_ADDRESS, type Address, type KernelMemory } from "../../../engine/kernel/memory.ts";
import type { Pair } from "./handmade.ts";
import { EDB_ALONE, EDB_AND_HAND_MADE, HAND_MADE, MATERIAL, PIECE_SQUARE, TERMS } from "./terms.ts";

const KING = 5;

/** The endgame number in the upper 16 bits, the middlegame number in the lower. */
function packed([middle, end]: Pair): number {
  return Math.round(end) * 65536 + Math.round(middle);
}

/** An evaluation by endgame databases in memory, and its factor; `alone`: without handcrafted terms. */
export interface EdbPart {
  readonly address: Address;
  readonly factor: number;
  readonly alone: boolean;
}

export function writeWeightBlock(
  memory: KernelMemory,
  address: Address,
  weights: readonly Pair[],
  edb: EdbPart | null = null,
): void {
  const block = new WeightBlock(memory, address);
  block.kind = edb === null ? HAND_MADE : edb.alone ? EDB_ALONE : EDB_AND_HAND_MADE;
  block.edb = edb?.address ?? NULL_ADDRESS;
  block.edbFactor = Math.round(256 * (edb?.factor ?? 0));
  block.weights.set(weights.slice(0, TERMS).map(packed));
  const { pieceSquares } = block;
  for (let kind = 0; kind <= KING; kind++) {
    const [middle, end] = kind === KING ? [0, 0] : (weights[MATERIAL + kind] as Pair);
    for (let square = 0; square < 64; square++) {
      const file = Math.min(square & 7, 7 - (square & 7));
      const [squareMiddle, squareEnd] = weights[PIECE_SQUARE + 32 * kind + 4 * (square >> 3) + file] as Pair;
      const value = packed([middle + squareMiddle, end + squareEnd]);
      pieceSquares[64 * kind + square] = value;
      pieceSquares[64 * (6 + kind) + (square ^ 56)] = -value;
    }
  }
}
