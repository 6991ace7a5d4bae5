/** The interface of the graphs to the rules: the legal steps of a turn. */
import type { Board, Cells } from "./board.ts";

/** A turn in progress: the current squares, and the legal next steps. */
export interface TurnSoFar {
  readonly cells: Cells;
  /** Equal for turns with the same continuations. */
  readonly key: string;
  /** Whether the turn may end here: the placement has changed and no push is pending. */
  readonly mayEnd: boolean;
  /** The legal next steps; the text includes the removals that the step causes, as in `rb3e rc3x`. */
  next(): readonly { readonly text: string; readonly turn: TurnSoFar }[];
}

export type BeginTurn = (board: Board) => TurnSoFar;
