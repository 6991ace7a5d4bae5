/**
 * Logistic regression with sparse features: the log-odds of a result are a sparse dot product. Full-batch Adam, with a Gaussian prior around
 * the initial weights, so that unused weights do not change.
 */
import { fitOf, probability, type Fit } from "./logistic.ts";

export interface SparseExample {
  /** Feature indices and values. */
  readonly indices: Uint16Array;
  readonly values: Float32Array;
  /** From 0 to 1. */
  readonly result: number;
}

export interface SparseFitOptions {
  readonly epochs: number;
  /** Learning rate: about the maximum change of a weight per epoch. */
  readonly rate: number;
  /** Units of the weights per unit of log-odds. */
  readonly scale: number;
  /** Standard deviation of the prior around the initial weights. */
  readonly priorDeviation: number;
  readonly onEpoch?: (epoch: number) => void;
}

function sparseDot({ indices, values }: SparseExample, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i++) sum += (weights[indices[i] as number] as number) * (values[i] as number);
  return sum;
}

export function fitOfSparse(examples: readonly SparseExample[], weights: Float64Array, scale: number): Fit {
  return fitOf(examples, (example) => sparseDot(example, weights) / scale);
}

/** The scale at which the weights predict results best, by ternary search. */
export function bestScale(examples: readonly SparseExample[], weights: Float64Array): number {
  let [low, high] = [10, 2_000];
  const lossAt = (scale: number): number => fitOfSparse(examples, weights, scale).logLoss;
  while (high / low > 1.01) {
    const ratio = (high / low) ** (1 / 3);
    if (lossAt(low * ratio) < lossAt(high / ratio)) high /= ratio;
    else low *= ratio;
  }
  return Math.sqrt(low * high);
}

/** Returns new weights. */
export function fitSparse(
  examples: readonly SparseExample[],
  start: Float64Array,
  { epochs: rounds, rate, scale, priorDeviation: freedom, onEpoch: onRound }: SparseFitOptions,
): Float64Array {
  const weights = Float64Array.from(start);
  const first = new Float64Array(start.length);
  const second = new Float64Array(start.length);
  for (let epoch = 1; epoch <= rounds; epoch++) {
    const gradient = new Float64Array(start.length);
    for (const example of examples) {
      const pull = (example.result - probability(sparseDot(example, weights) / scale)) / scale;
      const { indices, values } = example;
      for (let i = 0; i < indices.length; i++) gradient[indices[i] as number]! += pull * (values[i] as number);
    }
    for (let i = 0; i < weights.length; i++) {
      const slope = (gradient[i] as number) - ((weights[i] as number) - (start[i] as number)) / freedom ** 2;
      first[i] = 0.9 * (first[i] as number) + 0.1 * slope;
      second[i] = 0.99 * (second[i] as number) + 0.01 * slope * slope;
      const size = Math.sqrt((second[i] as number) / (1 - 0.99 ** epoch)) + 1e-12;
      const step = rate * (1 - epoch / (1.05 * rounds));
      weights[i]! += (step * ((first[i] as number) / (1 - 0.9 ** epoch))) / size;
    }
    onRound?.(epoch);
  }
  return weights;
}
