/**
 * The weights of the evaluation fitted to games: logistic regression over the terms of quiet positions. What is fitted to is a mean of the game's
 * result and of the value that the search found, as a probability: results alone say little of a single position.
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
  /** Hundredths of a pawn by which a weight may differ from its start at a price of half a unit of log-likelihood. */
  readonly freedom: number;
  /** The share of results in what is fitted to; the rest are values of the search. */
  readonly results: number;
}

export const FIT_DEFAULTS: FitOptions = { rounds: 150, freedom: 10, results: 0.1 };

/** A position with its terms, how its game ended for White, and the value of the search for White in hundredths of a pawn. */
export interface FitExample extends SparseExample {
  readonly value: number | null;
}

export interface FittedWeights {
  readonly weights: Pair[];
  /** Hundredths of a pawn that make the odds e to 1. */
  readonly scale: number;
  readonly positions: number;
  /** On games that were fitted to, and on others. */
  readonly before: { readonly training: Fit; readonly test: Fit };
  readonly after: { readonly training: Fit; readonly test: Fit };
}

/** A capture that wins this much makes a position one that no static evaluation can value. */
const QUIET_MARGIN = 50;
const RATE = 1.5;

/** Quiet positions: not in check, and without a capture or promotion that wins material. */
export function isQuiet(board: Board, position: Uint8Array): boolean {
  if (board.inCheck(position)) return false;
  return board
    .captureMoves(position)
    .every((move) => board.states.call("seeAtLeast", position, move, QUIET_MARGIN) === 0);
}

/** Every weight is two: 2 · term for the middlegame, 2 · term + 1 for the endgame. */
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
  const fitted = fitSparse(targets, first, { rounds, rate: RATE, scale, freedom, ...(onRound ? { onRound } : {}) });
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
