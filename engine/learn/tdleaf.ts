/**
 * Weights by TDLeaf(λ) (Baxter, Tridgell and Weaver, 2000). A player plays itself. What it expects at each position is read at the
 * leaf of its principal variation and squashed to ±1; weights move so that each leaf comes nearer to what the player
 * expected some plies later, and at the end to the result. λ says how far ahead «later» looks: 0 to the next position, 1 to
 * the end of the game.
 */
import { playGame } from "../arena/play-game.ts";
import { throwIfAborted } from "../contracts/errors.ts";
import type { TermEvaluator } from "../contracts/evaluator.ts";
import type { Move, Position, Rules } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { dot, normalised } from "./regression.ts";
import { labelled, Openings, type PlayedGame } from "./self-play.ts";

export interface TdLeafOptions {
  readonly games: number;
  readonly lambda: number;
  /** How far one game moves the weights, in units of what a term of usual size is worth; falls to 0 towards the last game. */
  readonly rate: number;
  readonly seed: number;
  /** Starts that no game shall have; the starts of these games join them. */
  readonly taken: Set<string>;
  readonly signal?: AbortSignal | undefined;
  readonly onGame?: ((done: number, evaluation: string) => void) | undefined;
}

export interface TdLeafResult {
  readonly weights: readonly number[];
  readonly games: readonly PlayedGame[];
}

/** The player that searches with an evaluation. */
export type MakeSearcher = (evaluation: string, seed: number) => Promise<Player>;

/** What was expected at a position: terms of the leaf for the first player, the last of them for having the move there. */
interface Expectation {
  /** Null where the line led to the end of the game: no weight changes what is certain. */
  readonly terms: readonly number[] | null;
  /** From -1, a loss of the first player, to 1. */
  readonly value: number;
}

export async function learnByTdLeaf(
  rules: Rules,
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

/** The end of a line: its terms, or its certain value. */
export type Leaf = { readonly terms: readonly number[] } | { readonly certain: number };

function leafOf(rules: Rules, evaluator: TermEvaluator, from: Position, line: readonly Move[]): Leaf {
  let position = from;
  for (const move of line) position = rules.play(position, [move]);
  const scores = rules.result(position);
  if (scores) return { certain: 2 * (scores[0] as number) - 1 };
  const tempo = rules.actors(position)[0] === 0 ? 1 : -1;
  return { terms: [...evaluator.terms(position, 0), tempo] };
}

/** The weights while they are learned: as log-odds of terms, so that tanh of their sum is what is expected. */
export class TdLeafLearner {
  readonly #lambda: number;
  /** The last one is of the move. */
  #weights: number[];
  /** Sums of squares of the terms: each moves in units of its usual size. */
  readonly #squares: number[];
  #leaves = 0;

  constructor(start: readonly number[], lambda: number) {
    this.#lambda = lambda;
    this.#weights = [...normalised(start), 0];
    this.#squares = this.#weights.map(() => 0);
  }

  /** Normalised, and without that of the move. */
  weights(): readonly number[] {
    return normalised(this.#weights.slice(0, -1));
  }

  expect(leaf: Leaf): Expectation {
    if ("certain" in leaf) return { terms: null, value: leaf.certain };
    return { terms: leaf.terms, value: Math.tanh(dot(this.#weights, leaf.terms)) };
  }

  /** Learns from the leaves of one game in their order, and its result for the first player. */
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

  /** The sum over positions of the expectation's gradient times the discounted surprises that follow it. */
  step(expected: readonly Expectation[], result: number): readonly number[] {
    const step = this.#weights.map(() => 0);
    let later = result;
    let surprise = 0;
    for (const { terms, value } of expected.toReversed()) {
      surprise = later - value + this.#lambda * surprise;
      later = value;
      const slope = 1 - value * value;
      terms?.forEach((term, i) => (step[i] = (step[i] as number) + slope * term * surprise));
    }
    return step.map((each) => each / expected.length);
  }

  /** Also brings the weights to a size at which the first game's leaves are neither certain nor all alike. */
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
