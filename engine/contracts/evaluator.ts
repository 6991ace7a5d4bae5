/** An evaluator maps a position to a number. It may use tables, abstractions of tables, or a hand-written heuristic. */
import type { Position, PlayerNumber } from "./position.ts";
import type { ProbeValue } from "./table.ts";

export interface Evaluator {
  readonly name: string;
  /** The value of the position for a player, in the evaluator's own unit. Zero-sum between two opponents. */
  evaluate(position: Position, player: PlayerNumber): number;
  /** The same with an explanation for a person; null if the position cannot be evaluated. Exact when the game has ended. */
  estimate?(position: Position, player: PlayerNumber): ProbeValue | null;
  /**
   * The values of the position and of every move of an acting player, moves in the order of `Rules.moves`, for evaluators that compute
   * them together. Other players may act at the same time.
   */
  estimateMoves?(
    position: Position,
    player: PlayerNumber,
  ): { readonly value: ProbeValue; readonly moves: readonly ProbeValue[] } | null;
}

/** A linear evaluation, a weighted sum of terms whose weights can be learned. */
export interface TermEvaluator {
  readonly names: readonly string[];
  /** Current weights, in the order of the names. */
  readonly weights: readonly number[];
  /** Term values for a player; their weighted sum is the evaluation. Those of two opponents are opposite numbers. */
  terms(position: Position, player: PlayerNumber): readonly number[];
  /**
   * Input of a network over each side's terms: those of a player's own side. `terms` is the other side's minus these. Throws if the game
   * has no such network.
   */
  sideTerms?(position: Position, player: PlayerNumber): readonly number[];
  /** The evaluation's text with these weights. */
  withWeights(weights: readonly number[]): string;
}

/** The weights in the text of an evaluation, for tuning by games. */
export interface EvaluationWeights {
  readonly names: readonly string[];
  /** In the order of the names. */
  readonly weights: readonly number[];
  /** The evaluation's text with these weights. */
  withWeights(weights: readonly number[]): string;
}
