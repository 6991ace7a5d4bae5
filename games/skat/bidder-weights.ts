/** Weights of the bidder's model: log-odds of winning. Made by fit-bidder.ts from 8000 games of each kind played by simple. */
import type { GameKind } from "./hand-features.ts";

export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {
  suit: [
    -4.11, 1.49, 1.009, 0.539, 0.283, 0.106, 0.674, 0.9, 0.568, 0.893, -0.527, 0.55, 0, 0.154, -1.121, 0.598, 0.478,
    0.1,
  ],
  grand: [
    -2.076, 1.945, 1.087, 0.84, 0.879, 0.204, 1.2, 0.305, 1.355, 0, -0.792, -0.993, 0.142, 0.278, 1.3, -0.041, 0.131,
  ],
  null: [2.288, -0.424, -0.537, -0.839, -0.338, 0.535, 0.055, -0.051, -0.672],
};
