/** The weights of the evaluation fitted to results of games: logistic regression over the terms of quiet positions. */
import type { LabelledPosition } from "../../../engine/learn/examples.ts";
import type { Fit } from "../../../engine/learn/logistic.ts";
import { bestScale, fitOfSparse, fitSparse, type SparseExample } from "../../../engine/learn/sparse-logistic.ts";
import type { Board } from "../board.ts";
import type { Evaluations, TermCounts } from "./evaluations.ts";
import type { Pair } from "./handmade.ts";
import { TERMS } from "./terms.ts";

export interface FitOptions {
  readonly rounds: number;
  /** Hundredths of a pawn by which a weight may differ from its start at a price of half a unit of log-likelihood. */
  readonly freedom: number;
}

export const FIT_DEFAULTS: FitOptions = { rounds: 300, freedom: 25 };

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
    .every((move) => board.states.call("exchangeAtLeast", position, move, QUIET_MARGIN) === 0);
}

/** Every weight is two: 2 · term for the middlegame, 2 · term + 1 for the endgame. */
export function exampleOf({ counts, phase, scale }: TermCounts, resultForWhite: number): SparseExample {
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
  return { indices: Uint16Array.from(indices), values: Float32Array.from(values), result: resultForWhite };
}

export function examplesFrom(
  board: Board,
  evaluations: Evaluations,
  start: readonly Pair[],
  positions: readonly LabelledPosition[],
): SparseExample[] {
  const block = evaluations.write(start);
  const examples: SparseExample[] = [];
  for (const { position, mover, result } of positions) {
    if (!isQuiet(board, position)) continue;
    const traced = evaluations.counts(position, block);
    if (!traced.isSpecial) examples.push(exampleOf(traced, mover === 0 ? result : 1 - result));
  }
  board.kernel.memory.free(block);
  return examples;
}

export function fitWeights(
  start: readonly Pair[],
  training: readonly SparseExample[],
  test: readonly SparseExample[],
  { rounds, freedom }: FitOptions,
  onRound?: (round: number) => void,
): FittedWeights {
  const first = Float64Array.from(start.flat());
  const scale = bestScale(training, first);
  const fitted = fitSparse(training, first, { rounds, rate: RATE, scale, freedom, ...(onRound ? { onRound } : {}) });
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
