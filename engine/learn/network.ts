/**
 * A small network over the terms of one side: one hidden layer of ReLU units, one output. A position's value for the side to
 * move is the output for the other side minus that for its own, plus a tempo term, in log-odds of the result.
 */
import type { SidedExample } from "./examples.ts";
import { probability } from "./logistic.ts";

export interface Network {
  readonly inputs: number;
  readonly hidden: number;
  /** For each hidden unit its bias and a weight per input; then the output's bias and a weight per unit. */
  readonly weights: readonly number[];
  /** Log-odds of having the move. */
  readonly tempo: number;
}

export function networkSize(inputs: number, hidden: number): number {
  return hidden * (inputs + 1) + hidden + 1;
}

/** Pre-activation of a hidden unit. */
function unitInput({ inputs, weights }: Network, unit: number, terms: readonly number[]): number {
  const at = unit * (inputs + 1);
  let sum = weights[at] as number;
  for (let i = 0; i < inputs; i++) sum += (weights[at + 1 + i] as number) * (terms[i] as number);
  return sum;
}

export function outputOf(network: Network, terms: readonly number[]): number {
  const output = network.hidden * (network.inputs + 1);
  let sum = network.weights[output] as number;
  for (let unit = 0; unit < network.hidden; unit++) {
    sum += Math.max(0, unitInput(network, unit, terms)) * (network.weights[output + 1 + unit] as number);
  }
  return sum;
}

export function networkLogOdds(network: Network, { own, other }: SidedExample): number {
  return outputOf(network, other) - outputOf(network, own) + network.tempo;
}

/** The gradient of the mean log-loss over the examples: weights, then tempo. */
export function networkGradient(network: Network, examples: readonly SidedExample[]): Float64Array {
  const gradient = new Float64Array(network.weights.length + 1);
  for (const example of examples) {
    const error = (probability(networkLogOdds(network, example)) - example.result) / examples.length;
    addOutputGradient(network, example.other, error, gradient);
    addOutputGradient(network, example.own, -error, gradient);
    gradient[network.weights.length] = (gradient[network.weights.length] as number) + error;
  }
  return gradient;
}

/** Adds the gradient of the output for one side, times a factor. */
function addOutputGradient(network: Network, terms: readonly number[], factor: number, gradient: Float64Array): void {
  const { inputs, hidden, weights } = network;
  const output = hidden * (inputs + 1);
  const add = (at: number, value: number): void => void (gradient[at] = (gradient[at] as number) + factor * value);
  add(output, 1);
  for (let unit = 0; unit < hidden; unit++) {
    const input = unitInput(network, unit, terms);
    if (input <= 0) continue;
    add(output + 1 + unit, input);
    const slope = weights[output + 1 + unit] as number;
    const at = unit * (inputs + 1);
    add(at, slope);
    for (let i = 0; i < inputs; i++) add(at + 1 + i, slope * (terms[i] as number));
  }
}

/** Converts a network for normalized terms `(term - centre) / size` to one for the original terms. */
export function unscaled(network: Network, centres: readonly number[], sizes: readonly number[]): Network {
  const { inputs, hidden } = network;
  const weights = [...network.weights];
  for (let unit = 0; unit < hidden; unit++) {
    const at = unit * (inputs + 1);
    for (let i = 0; i < inputs; i++) {
      const weight = (weights[at + 1 + i] as number) / (sizes[i] as number);
      weights[at + 1 + i] = weight;
      weights[at] = (weights[at] as number) - weight * (centres[i] as number);
    }
  }
  return { ...network, weights };
}
