/** What the graphs ask of the rules: how a turn may go on, step by step. Whoever matches with rules hands in one function of this kind. */
import type { Board, Cells } from "./board.ts";

/** A turn that has begun: the squares as they are now, and the steps that may follow. */
export interface TurnSoFar {
  readonly cells: Cells;
  /** Equal for turns that may go on alike. */
  readonly key: string;
  /** Whether the turn may end here: it has changed the position and no push is unfinished. */
  readonly mayEnd: boolean;
  /** The legal next steps; a text holds the removals that the step causes, as in `rb3e rc3x`. */
  next(): readonly { readonly text: string; readonly turn: TurnSoFar }[];
}

export type BeginTurn = (board: Board) => TurnSoFar;
