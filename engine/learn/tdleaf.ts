/**
 * TDLeaf(λ) (Baxter, Tridgell and Weaver, 2000). A player plays against itself. The evaluation at the leaf of its principal
 * variation is squashed to ±1; the weights move each leaf's value towards later values and finally the result. λ = 0 uses
 * only the next position, λ = 1 only the result.
 */
import { playGame } from "../arena/play-game.ts";
import { throwIfAborted } from "../contracts/errors.ts";
import type { TermEvaluator } from "../contracts/evaluator.ts";
import type { OpenGame } from "../contracts/game.ts";
import { FIRST, type Move, type Position } from "../contracts/position.ts";
import type { Player } from "../contracts/player.ts";
import { dot, normalised } from "./regression.ts";
import { labelled, Openings, type PlayedGame } from "./self-play.ts";

export interface TdLeafOptions {
  readonly games: number;
  readonly lambda: number;
  /** Learning rate per game, in units of a term of typical size; decays linearly to 0. */
  readonly rate: number;
  readonly seed: number;
  /** Starting positions to avoid; those of these games are added. */
  readonly taken: Set<string>;
  readonly signal?: AbortSignal | undefined;
  readonly onGame?: ((done: number, evaluation: string) => void) | undefined;
}

export interface TdLeafResult {
  readonly weights: readonly number[];
  readonly games: readonly PlayedGame[];
}

/** Creates a player that searches with an evaluation. */
export type MakeSearcher = (evaluation: string, seed: number) => Promise<Player>;

/** The leaf of a position's PV: terms for the first player, the last one for the tempo. */
interface Expectation {
  /** Null if the PV ends the game: the value does not depend on weights. */
  readonly terms: readonly number[] | null;
  /** From -1 (a loss of the first player) to 1. */
  readonly value: number;
}

export async function learnByTdLeaf(
  rules: OpenGame,
  evaluator: TermEvaluator,
  makePlayer: MakeSearcher,
  options: TdLeafOptions,
): Promise<TdLeafResult> {
  const games: PlayedGame[] = [];
  const openings = new Openings(rules, options.seed, options.taken);
  const learner = new TdLeafLearner(evaluator.weights, options.lambda);
  for (let number = 0; number < options.games; number++) {
    await new Promise(setImmediate);
    throwIfAborted(options.signal);
    const start = openings.next();
    const evaluation = evaluator.withWeights(learner.weights());
    const player = await makePlayer(evaluation, options.seed + number);
    const leaves: Leaf[] = [];
    const seen = [start];
    try {
      const { scores } = await playGame(rules, [player, player], {
        start,
        seed: options.seed + number,
        signal: options.signal,
        onPly: (position, _, [choice]) => {
          leaves.push(leafOf(rules, evaluator, seen.at(-1) as Position, choice?.info.pv ?? []));
          seen.push(position);
        },
      });
      learner.learn(leaves, 2 * (scores[0] as number) - 1, options.rate * (1 - number / options.games));
      games.push({ start: rules.formatPosition(start), positions: labelled(rules, seen.slice(0, -1), scores) });
    } finally {
      await player.close();
    }
    options.onGame?.(number + 1, evaluation);
  }
  return { weights: learner.weights(), games };
}

/** The leaf of a PV: its terms, or its value if the game has ended. */
export type Leaf = { readonly terms: readonly number[] } | { readonly certain: number };

function leafOf(rules: OpenGame, evaluator: TermEvaluator, from: Position, pv: readonly Move[]): Leaf {
  let position = from;
  for (const move of pv) position = rules.play(position, [move]);
  const scores = rules.result(position);
  if (scores) return { certain: 2 * (scores[0] as number) - 1 };
  const tempo = rules.actors(position)[0] === 0 ? 1 : -1;
  return { terms: [...evaluator.terms(position, FIRST), tempo] };
}

/** The weights during learning; tanh of the weighted sum is the predicted result. */
export class TdLeafLearner {
  readonly #lambda: number;
  /** The last one is the tempo. */
  #weights: number[];
  /** Sums of squares of the terms, to scale the steps. */
  readonly #squares: number[];
  #leaves = 0;

  constructor(start: readonly number[], lambda: number) {
    this.#lambda = lambda;
    this.#weights = [...normalised(start), 0];
    this.#squares = this.#weights.map(() => 0);
  }

  /** Normalized, without the tempo. */
  weights(): readonly number[] {
    return normalised(this.#weights.slice(0, -1));
  }

  expect(leaf: Leaf): Expectation {
    if ("certain" in leaf) return { terms: null, value: leaf.certain };
    return { terms: leaf.terms, value: Math.tanh(dot(this.#weights, leaf.terms)) };
  }

  /** Learns from the leaves of one game, in order, and its result for the first player. */
  learn(leaves: readonly Leaf[], result: number, rate: number): void {
    this.#measure(leaves);
    const step = this.step(
      leaves.map((leaf) => this.expect(leaf)),
      result,
    );
    this.#weights = this.#weights.map((weight, i) => {
      const square = (this.#squares[i] as number) / this.#leaves;
      return square > 0 ? weight + (rate * (step[i] as number)) / square : weight;
    });
  }

  /** The sum over positions of the value's gradient times the discounted TD errors that follow. */
  step(expected: readonly Expectation[], result: number): readonly number[] {
    const step = this.#weights.map(() => 0);
    let later = result;
    let tdError = 0;
    for (const { terms, value } of expected.toReversed()) {
      tdError = later - value + this.#lambda * tdError;
      later = value;
      const slope = 1 - value * value;
      terms?.forEach((term, i) => (step[i] = (step[i] as number) + slope * term * tdError));
    }
    return step.map((each) => each / expected.length);
  }

  /** Measures the terms; in the first game also scales the weights to a useful range of tanh. */
  #measure(leaves: readonly Leaf[]): void {
    const terms = leaves.flatMap((leaf) => ("terms" in leaf ? [leaf.terms] : []));
    if (this.#leaves === 0 && terms.length > 0) {
      const sums = terms.map((each) => dot(this.#weights, each));
      const size = Math.sqrt(sums.reduce((total, sum) => total + sum * sum, 0) / sums.length);
      if (size > 0) this.#weights = this.#weights.map((weight) => weight / size);
    }
    for (const each of terms)
      each.forEach((term, i) => (this.#squares[i] = (this.#squares[i] as number) + term * term));
    this.#leaves += terms.length;
  }
}
