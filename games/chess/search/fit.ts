/**
 * Texel tuning: logistic regression over the terms of quiet positions. The target is a weighted mean of the game result and the win probability
 * of the search value, because results alone are noisy.
 */
import type { LabelledPosition } from "../../../engine/learn/examples.ts";
import { probability, type Fit } from "../../../engine/learn/logistic.ts";
import { bestScale, fitOfSparse, fitSparse, type SparseExample } from "../../../engine/learn/sparse-logistic.ts";
import type { Board } from "../board.ts";
import { PAWN_VALUE, type Evaluations, type TermCounts } from "./evaluations.ts";
import type { Pair } from "./handmade.ts";
import { TERMS } from "./terms.ts";

export interface FitOptions {
  readonly rounds: number;
  /** Standard deviation of the prior around the initial weights, in centipawns. */
  readonly freedom: number;
  /** Share of the game result in the target; the rest is the search value. */
  readonly results: number;
}

export const FIT_DEFAULTS: FitOptions = { rounds: 150, freedom: 10, results: 0.1 };

/** A position with its terms, the result for White, and the search value for White in centipawns. */
export interface FitExample extends SparseExample {
  readonly value: number | null;
}

export interface FittedWeights {
  readonly weights: Pair[];
  /** Centipawns that correspond to odds of e to 1. */
  readonly scale: number;
  readonly positions: number;
  /** On training and test games. */
  readonly before: { readonly training: Fit; readonly test: Fit };
  readonly after: { readonly training: Fit; readonly test: Fit };
}

/** A position with a capture that wins at least this much is not quiet. */
const QUIET_MARGIN = 50;
const RATE = 1.5;

/** Quiet: not in check, and no capture or promotion wins material by SEE. */
export function isQuiet(board: Board, position: Uint8Array): boolean {
  if (board.inCheck(position)) return false;
  return board
    .captureMoves(position)
    .every((move) => board.states.kernel.exports.seeAtLeast(board.states.put(position), move, QUIET_MARGIN) === 0);
}

/** Feature 2 · term is the middlegame weight, 2 · term + 1 the endgame weight. */
export function exampleOf(
  { counts, phase, scale }: TermCounts,
  resultForWhite: number,
  value: number | null = null,
): FitExample {
  const indices: number[] = [];
  const values: number[] = [];
  for (let term = 0; term < TERMS; term++) {
    const count = counts[term] as number;
    if (count === 0) continue;
    if (phase > 0) {
      indices.push(2 * term);
      values.push(count * phase);
    }
    if (phase < 1 && scale > 0) {
      indices.push(2 * term + 1);
      values.push(count * (1 - phase) * scale);
    }
  }
  return { indices: Uint16Array.from(indices), values: Float32Array.from(values), result: resultForWhite, value };
}

export function examplesFrom(
  board: Board,
  evaluations: Evaluations,
  start: readonly Pair[],
  positions: readonly LabelledPosition[],
): FitExample[] {
  const block = evaluations.write(start);
  const examples: FitExample[] = [];
  for (const { position, mover, result, value = null } of positions) {
    if (!isQuiet(board, position)) continue;
    const traced = evaluations.counts(position, block);
    if (traced.isSpecial) continue;
    const sign = mover === 0 ? 1 : -1;
    examples.push(
      exampleOf(traced, mover === 0 ? result : 1 - result, value === null ? null : sign * PAWN_VALUE * value),
    );
  }
  board.kernel.memory.free(block);
  return examples;
}

export function fitWeights(
  start: readonly Pair[],
  training: readonly FitExample[],
  test: readonly FitExample[],
  { rounds, freedom, results }: FitOptions,
  onRound?: (round: number) => void,
): FittedWeights {
  const first = Float64Array.from(start.flat());
  const scale = bestScale(training, first);
  const targets = training.map(({ indices, values, result, value }): SparseExample => ({
    indices,
    values,
    result: value === null ? result : results * result + (1 - results) * probability(value / scale),
  }));
  const fitted = fitSparse(targets, first, {
    epochs: rounds,
    rate: RATE,
    scale,
    priorDeviation: freedom,
    ...(onRound ? { onEpoch: onRound } : {}),
  });
  const measure = (weights: Float64Array): FittedWeights["before"] => ({
    training: fitOfSparse(training, weights, scale),
    test: fitOfSparse(test, weights, scale),
  });
  const weights = start.map((_, i): Pair => [
    Math.round(fitted[2 * i] as number),
    Math.round(fitted[2 * i + 1] as number),
  ]);
  return { weights, scale, positions: training.length, before: measure(first), after: measure(fitted) };
}
