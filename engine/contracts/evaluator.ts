/** An evaluator turns a position into a number: tables, abstractions of them, and hand-made baselines alike. */
import type { Position } from "./game.ts";
import type { ProbeValue } from "./table.ts";

export interface Evaluator {
  readonly name: string;
  /** How good the position is for a player, in the evaluator's own unit; the values of two opponents sum to 0. */
  evaluate(position: Position, player: number): number;
  /** The same for a person, where a number alone says too little; null where nothing can be said of the position. Exact where the game has ended. */
  estimate?(position: Position, player: number): ProbeValue | null;
  /**
   * What the position and every move of a player who acts there are worth to it, moves in the order of `Rules.moves`, where these are found out
   * together. Others may act at the same time.
   */
  estimateMoves?(
    position: Position,
    player: number,
  ): { readonly value: ProbeValue; readonly moves: readonly ProbeValue[] } | null;
}

/** An evaluation that is a weighted sum of terms, open to learning: what it sums, and its text with other weights. */
export interface TermEvaluator {
  readonly names: readonly string[];
  /** The weights it has now, in the order of the names. */
  readonly weights: readonly number[];
  /** The terms for a player; their weighted sum is the value. Those of two opponents are opposite numbers. */
  terms(position: Position, player: number): readonly number[];
  /**
   * For a network over the terms of each side: those of a player's own side. The other side's less these are `terms`. Throws
   * where the game has no network over such terms.
   */
  sideTerms?(position: Position, player: number): readonly number[];
  /** The text of the evaluation with these weights. */
  withWeights(weights: readonly number[]): string;
}
