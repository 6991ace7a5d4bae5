/**
 * Weights by logistic regression: the weighted sum of terms predicts the log-odds of results. Newton's method, with ridge
 * regularization against collinear terms.
 */
import { type Example } from "./examples.ts";
import { solveLinear } from "./linear-system.ts";
import { fitOf, logLoss, probability, type Fit } from "./logistic.ts";

/** Ridge strength, in units of positions for a term of typical size. */
const RIDGE = 1;
const MAX_STEPS = 50;
const MIN_GAIN = 1e-10;

export interface LogisticModel {
  /** Log-odds per unit of a term. */
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

/** Scales weights to a mean absolute value of 1: only ratios matter to a search. */
export function normalised(weights: readonly number[]): readonly number[] {
  const mean = weights.reduce((sum, weight) => sum + Math.abs(weight), 0) / weights.length;
  return mean > 0 ? weights.map((weight) => weight / mean) : weights;
}

/** Fits weights and tempo. */
export function regress(examples: readonly Example[]): LogisticModel {
  const terms = examples[0]?.terms.length ?? 0;
  const sizes = Array.from({ length: terms }, (_, i) =>
    rootMeanSquare(examples.map((each) => each.terms[i] as number)),
  );
  // Terms in units of their typical size; the last input, always 1, is the tempo.
  const rows = examples.map((each) => [...each.terms.map((term, i) => term / (sizes[i] as number)), 1]);
  const results = examples.map(({ result }) => result);
  const found = minimize(rows, results);
  return { weights: sizes.map((size, i) => (found[i] as number) / size), tempo: found[terms] as number };
}

/** Fits only the scale of given weights and the tempo. */
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

function minimize(rows: readonly (readonly number[])[], results: readonly number[]): readonly number[] {
  const size = rows[0]?.length ?? 1;
  let weights: readonly number[] = new Array<number>(size).fill(0);
  let loss = lossOf(rows, results, weights);
  for (let step = 0; step < MAX_STEPS; step++) {
    const direction = newtonStep(rows, results, weights);
    if (!direction) break;
    let part = 1;
    let next = weights;
    let nextLoss = Infinity;
    // Line search: a full step may be too far if probabilities are near 0 or 1.
    for (; part > 1e-6 && !(nextLoss <= loss); part /= 2) {
      next = weights.map((weight, i) => weight - part * (direction[i] as number));
      nextLoss = lossOf(rows, results, next);
    }
    const gain = loss - nextLoss;
    if (!(gain > 0)) break;
    weights = next;
    loss = nextLoss;
    if (gain < MIN_GAIN * rows.length) break;
  }
  return weights;
}

function lossOf(rows: readonly (readonly number[])[], results: readonly number[], weights: readonly number[]): number {
  const ridge = (RIDGE / 2) * dot(weights, weights);
  return rows.reduce((sum, row, i) => sum + logLoss(dot(weights, row), results[i] as number), ridge);
}

/** Solves Hessian · step = gradient. */
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
