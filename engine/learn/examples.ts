/** Training examples: positions of played games, labelled with the result for the side to move. */
import type { TermEvaluator } from "../contracts/evaluator.ts";
import { GameloreError } from "../contracts/errors.ts";
import { opponentOf, type Position, type PlayerNumber } from "../contracts/position.ts";

export interface LabelledPosition {
  readonly position: Position;
  /** The side to move. */
  readonly mover: PlayerNumber;
  /** Result for the side to move: 1 win, 0.5 draw, 0 loss. */
  readonly result: number;
  readonly pliesLeft: number;
  /** The moving player's evaluation of the position, in its own unit; null or undefined if it reported none. */
  readonly value?: number | null;
}

export interface Example {
  /** For the side to move. */
  readonly terms: readonly number[];
  readonly result: number;
}

/** For a network, which evaluates each side separately. */
export interface SidedExample {
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly result: number;
}

export function examplesOf(evaluator: TermEvaluator, positions: readonly LabelledPosition[]): Example[] {
  return positions.map(({ position, mover, result }) => ({ terms: evaluator.terms(position, mover), result }));
}

export function sidedExamplesOf(evaluator: TermEvaluator, positions: readonly LabelledPosition[]): SidedExample[] {
  if (!evaluator.sideTerms)
    throw new GameloreError("bad-usage", "a network needs terms of one side each; these terms compare both sides");
  const sideTerms = evaluator.sideTerms.bind(evaluator);
  return positions.map(({ position, mover, result }) => ({
    own: sideTerms(position, mover),
    other: sideTerms(position, opponentOf(mover)),
    result,
  }));
}
