/** What learners learn from: positions of played games, each with how its game ended for the side to move. */
import type { TermEvaluator } from "../contracts/evaluator.ts";
import { GameloreError } from "../contracts/errors.ts";
import type { Position } from "../contracts/game.ts";

export interface LabelledPosition {
  readonly position: Position;
  /** The side to move. */
  readonly mover: number;
  /** Points of the side to move at the end of the game: 1 a win, 0.5 a draw, 0 a loss. */
  readonly result: number;
  readonly pliesLeft: number;
  /** What the player that moved thought of the position, in its own unit; null or missing where it did not say. */
  readonly value?: number | null;
}

export interface Example {
  /** For the side to move. */
  readonly terms: readonly number[];
  readonly result: number;
}

/** For a network, which looks at each side by itself. */
export interface SidedExample {
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly result: number;
}

export function examplesOf(evaluator: TermEvaluator, positions: readonly LabelledPosition[]): Example[] {
  return positions.map(({ position, mover, result }) => ({ terms: evaluator.terms(position, mover), result }));
}

export function sidedExamplesOf(evaluator: TermEvaluator, positions: readonly LabelledPosition[]): SidedExample[] {
  if (!evaluator.sideTerms) throw new GameloreError("bad-usage", "these terms are not of one side each: no network");
  const sideTerms = evaluator.sideTerms.bind(evaluator);
  return positions.map(({ position, mover, result }) => ({
    own: sideTerms(position, mover),
    other: sideTerms(position, 1 - mover),
    result,
  }));
}
