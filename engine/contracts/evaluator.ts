/** An evaluator turns a position into a number: tables, abstractions of them, and hand-made baselines alike. */
import type { Position } from "./game.ts";

export interface Evaluator {
  readonly name: string;
  /** How good the position is for a player, in the evaluator's own unit; the values of two opponents sum to 0. */
  evaluate(position: Position, player: number): number;
}
