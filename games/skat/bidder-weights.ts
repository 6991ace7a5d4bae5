/** Weights of the bidder's model: log-odds of winning. */
import type { GameKind } from "./hand-features.ts";

export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {
  suit: [-7.5, 0.7, 0.6, 0.5, 0.4, 0.9, 0.2, 0.5, 0.4, 1.1, 0.9, 0.2, -0.5, -0.6, 0, 0.4, 0.6, 0.1],
  grand: [-6, 1.2, 1, 0.8, 0.7, 0.4, 1.3, 1, 0.2, -0.4, 0.2, -0.7, 0, 0.5, 0.6, 0.3, 0.2],
  null: [3, -0.4, -0.45, -0.3, -0.3, 0, 0.1, -0.5, 0.2],
};
