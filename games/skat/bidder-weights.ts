/** Weights of the bidder's model: log-odds of winning, by the features of hand-features.ts. Made by fit-bidder.ts. */
import type { GameKind } from "./hand-features.ts";

export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {
  suit: [
    -0.159, 2.389, 1.714, 0.892, 0.691, -0.049, 0.076, 1.324, 0.934, 1.132, -1.609, 0.633, 0, -1.833, -0.645, 1.817,
    0.782, 0.46,
  ],
  grand: [
    0.813, 2.67, 0.678, 0.636, 0.792, -0.027, 1.055, -0.354, 0.4, -0.305, -0.957, -0.927, -1.038, 0.339, 1.272, 1.708,
    -0.414,
  ],
  null: [1.617, -0.373, -0.277, -0.304, -0.759, 0.671, 0.224, -1.426, -0.178],
};
