/**
 * Fits the weights to recorded play: of the legal turns, the played one should have the highest value. Maximizes the likelihood of a softmax over the
 * played turn and some others, with a Gaussian prior around the initial weights. Material stays fixed.
 */
import type { Position } from "../../../engine/contracts/position.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Board } from "../board.ts";
import { SIDE } from "../layout.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { PIECE_SQUARE, STEP_LEFT, TERMS } from "./terms.ts";

export interface PlayedTurn {
  readonly before: Position;
  readonly after: Position;
}

export interface FitOptions {
  readonly seed: number;
  /** Turns sampled for each played turn; of these the best by the initial weights and some others are used. */
  readonly drawn: number;
  readonly best: number;
  readonly others: number;
  readonly rounds: number;
  /** Softmax temperature, in thousandths of a rabbit. */
  readonly temperature: number;
  /** Standard deviation of the prior, in thousandths of a rabbit. */
  readonly priorDeviation: number;
}

export const FIT_DEFAULTS: FitOptions = {
  seed: 1,
  drawn: 200,
  best: 10,
  others: 8,
  rounds: 60,
  temperature: 250,
  priorDeviation: 60,
};

/** Sparse counts of terms for the side that moved; the played turn is the first of its group. */
interface Example {
  readonly terms: Uint16Array;
  readonly counts: Int8Array;
}

export interface Fitted {
  readonly weights: Int32Array;
  readonly groups: number;
  /** Mean log-likelihood of the played turns, before and after: of the training set, and of the held-out tenth. */
  readonly likelihood: readonly { readonly fitted: number; readonly heldOut: number }[];
}

export function fitWeights(
  board: Board,
  played: readonly PlayedTurn[],
  start: Int32Array,
  options: FitOptions,
  report: (line: string) => void,
): Fitted {
  const evaluator = new KernelEvaluator(board, start);
  const random = new SeededRandom(options.seed);
  const groups = played
    .map((turn) => groupOf(board, evaluator, turn, random, options))
    .filter((group) => group.length > 2);
  evaluator.close();
  report(`${groups.length} turns, each against ${options.best + options.others} others`);
  const training = groups.filter((_, i) => i % 10 !== 9);
  const heldOut = groups.filter((_, i) => i % 10 === 9);
  const weights = Float64Array.from(start);
  const measure = (): { fitted: number; heldOut: number } => ({
    fitted: likelihood(training, weights, options.temperature),
    heldOut: likelihood(heldOut, weights, options.temperature),
  });
  const before = measure();
  gradientAscent(training, weights, start, options, (round) => {
    if (round % 10 === 0)
      report(`round ${round}: ${likelihood(heldOut, weights, options.temperature).toFixed(4)} held out`);
  });
  return { weights: Int32Array.from(weights, Math.round), groups: groups.length, likelihood: [before, measure()] };
}

function groupOf(
  board: Board,
  evaluator: KernelEvaluator,
  { before, after }: PlayedTurn,
  random: SeededRandom,
  { drawn, best, others }: FitOptions,
): Example[] {
  const side = before[SIDE] as number;
  const turns = board.turns(before);
  const some = Array.from({ length: Math.min(drawn, turns.length) }, () => random.pick(turns))
    .map((turn) => playMoves(board, before, movesOfTurn(turn)))
    .filter((position) => board.states.result(position) === null && Buffer.compare(position, after) !== 0)
    .map((position) => ({ position, value: -evaluator.evaluate(position) }))
    .sort((a, b) => b.value - a.value);
  const kept = [...some.slice(0, best), ...some.slice(best, best + others)].map(({ position }) => position);
  return [after, ...kept].map((position) => exampleOf(evaluator.counts(position), side));
}

function exampleOf(counts: Int32Array, side: number): Example {
  const terms: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < TERMS; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    terms.push(i);
    values.push(side === 0 ? count : -count);
  }
  return { terms: Uint16Array.from(terms), counts: Int8Array.from(values) };
}

function valueOf({ terms, counts }: Example, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += (weights[terms[i] as number] as number) * (counts[i] as number);
  return sum;
}

/** The probability of each turn of a group. */
function softmax(group: readonly Example[], weights: Float64Array, temperature: number): number[] {
  const values = group.map((example) => valueOf(example, weights) / temperature);
  const most = Math.max(...values);
  const parts = values.map((value) => Math.exp(value - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

function likelihood(groups: readonly (readonly Example[])[], weights: Float64Array, temperature: number): number {
  const logs = groups.map((group) => Math.log(Math.max(1e-12, softmax(group, weights, temperature)[0] as number)));
  return logs.reduce((sum, log) => sum + log, 0) / groups.length;
}

/** Adam with full batches. */
function gradientAscent(
  groups: readonly (readonly Example[])[],
  weights: Float64Array,
  start: Int32Array,
  { rounds, temperature, priorDeviation }: FitOptions,
  onRound: (round: number) => void,
): void {
  const first = new Float64Array(TERMS);
  const second = new Float64Array(TERMS);
  for (let round = 1; round <= rounds; round++) {
    const gradient = new Float64Array(TERMS);
    for (const group of groups) {
      const shares = softmax(group, weights, temperature);
      for (const [j, { terms, counts }] of group.entries()) {
        const residual = ((j === 0 ? 1 : 0) - (shares[j] as number)) / temperature;
        for (let i = 0; i < terms.length; i++) gradient[terms[i] as number]! += residual * (counts[i] as number);
      }
    }
    for (let i = PIECE_SQUARE; i < TERMS; i++) {
      if (i === STEP_LEFT) continue;
      const slope = (gradient[i] as number) - ((weights[i] as number) - (start[i] as number)) / priorDeviation ** 2;
      first[i] = 0.9 * (first[i] as number) + 0.1 * slope;
      second[i] = 0.99 * (second[i] as number) + 0.01 * slope * slope;
      const size = Math.sqrt((second[i] as number) / (1 - 0.99 ** round)) + 1e-9;
      weights[i]! += (4 * ((first[i] as number) / (1 - 0.9 ** round))) / size;
    }
    onRound(round);
  }
}
