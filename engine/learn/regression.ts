/**
 * Weights by logistic regression: those under which the weighted sum of terms, as log-odds, foretells the results of games best.
 * Newton's method, with a ridge that keeps terms which say the same from growing against each other.
 */
import { type Example } from "./examples.ts";
import { solveLinear } from "./linear-system.ts";
import { fitOf, logLoss, probability, type Fit } from "./logistic.ts";

/** As strong as this many positions against a term of usual size being worth anything. */
const RIDGE = 1;
const MOST_STEPS = 50;
const SMALLEST_GAIN = 1e-10;

export interface LogisticModel {
  /** Log-odds for each unit of a term. */
  readonly weights: readonly number[];
  /** Log-odds of having the move. */
  readonly tempo: number;
}

export function logOddsOf({ weights, tempo }: LogisticModel, { terms }: Example): number {
  return dot(weights, terms) + tempo;
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Only the ratios of weights matter to a search: these have a mean absolute value of 1. */
export function normalised(weights: readonly number[]): readonly number[] {
  const mean = weights.reduce((sum, weight) => sum + Math.abs(weight), 0) / weights.length;
  return mean > 0 ? weights.map((weight) => weight / mean) : weights;
}

/** Fits weights and the worth of the move. */
export function regress(examples: readonly Example[]): LogisticModel {
  const terms = examples[0]?.terms.length ?? 0;
  const sizes = Array.from({ length: terms }, (_, i) =>
    rootMeanSquare(examples.map((each) => each.terms[i] as number)),
  );
  // In units of each term's usual size; the last input is the move, which every example has.
  const rows = examples.map((each) => [...each.terms.map((term, i) => term / (sizes[i] as number)), 1]);
  const results = examples.map(({ result }) => result);
  const found = minimise(rows, results);
  return { weights: sizes.map((size, i) => (found[i] as number) / size), tempo: found[terms] as number };
}

/** Fits only what one unit of given weights is worth, and the move: how good these weights are at their best. */
export function regressScale(weights: readonly number[], examples: readonly Example[]): LogisticModel {
  const summed = examples.map(({ terms, result }) => ({ terms: [dot(weights, terms)], result }));
  const {
    weights: [scale = 0],
    tempo,
  } = regress(summed);
  return { weights: weights.map((weight) => weight * scale), tempo };
}

export function fitOfModel(model: LogisticModel, examples: readonly Example[]): Fit {
  return fitOf(examples, (example) => logOddsOf(model, example));
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) || 1;
}

function minimise(rows: readonly (readonly number[])[], results: readonly number[]): readonly number[] {
  const size = rows[0]?.length ?? 1;
  let weights: readonly number[] = new Array<number>(size).fill(0);
  let loss = lossOf(rows, results, weights);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = newtonStep(rows, results, weights);
    if (!direction) break;
    let part = 1;
    let next = weights;
    let nextLoss = Infinity;
    // A whole step may be too far where probabilities are near 0 or 1.
    for (; part > 1e-6 && !(nextLoss <= loss); part /= 2) {
      next = weights.map((weight, i) => weight - part * (direction[i] as number));
      nextLoss = lossOf(rows, results, next);
    }
    const gain = loss - nextLoss;
    if (!(gain > 0)) break;
    weights = next;
    loss = nextLoss;
    if (gain < SMALLEST_GAIN * rows.length) break;
  }
  return weights;
}

function lossOf(rows: readonly (readonly number[])[], results: readonly number[], weights: readonly number[]): number {
  const ridge = (RIDGE / 2) * dot(weights, weights);
  return rows.reduce((sum, row, i) => sum + logLoss(dot(weights, row), results[i] as number), ridge);
}

/** The second derivatives' matrix against the gradient. */
function newtonStep(
  rows: readonly (readonly number[])[],
  results: readonly number[],
  weights: readonly number[],
): number[] | null {
  const gradient = weights.map((weight) => RIDGE * weight);
  const curvature = weights.map((_, i) => weights.map((_, j) => (i === j ? RIDGE : 0)));
  for (const [n, row] of rows.entries()) {
    const p = probability(dot(weights, row));
    const error = p - (results[n] as number);
    const spread = p * (1 - p);
    for (let i = 0; i < row.length; i++) {
      const x = row[i] as number;
      const line = curvature[i] as number[];
      gradient[i] = (gradient[i] as number) + error * x;
      for (let j = 0; j < row.length; j++) line[j] = (line[j] as number) + spread * x * (row[j] as number);
    }
  }
  return solveLinear(curvature, gradient);
}
