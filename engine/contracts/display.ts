/** What a person sees of a position, and how a person composes moves and positions. */
import type { Draft } from "./draft.ts";
import type { Result } from "./errors.ts";
import type { Move, Position, PlayerNumber } from "./position.ts";
import type { HeatMap, View } from "./view.ts";

export interface Display {
  view(position: Position): View;
  /** The view with `turn` null, if computing the player to move is expensive. */
  viewWithoutTurn?(position: Position): View;
  /** The path of a move, if it does not follow from the views before and after. */
  movePath?(position: Position, move: Move): MovePath | null;
  /** The steps of a move of several pieces, instead of `movePath`; empty if no piece moves. A person enters such a move step by step. */
  moveSteps?(position: Position, move: Move): readonly MovePath[];
  /** Values by cell that explain the position to a person, most useful first. */
  heatMaps?(position: Position): readonly HeatMap[];
  /** A draft of the next moves, if they are edited together (a setup, for example); otherwise null. */
  draft?(position: Position): Draft | null;
  /** The pieces for `compose`. */
  readonly tray?: readonly TrayPiece[];
  /** The position with these pieces on these cells, named as in the view; the error explains why it is not valid. */
  compose?(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position>;
}

/** A path over cells, by name. */
export interface MovePath {
  readonly from: string;
  readonly to: string;
  /** Intermediate cells in order, for example of a jump chain. */
  readonly through?: readonly string[];
}

/** A piece of the tray; `letter` as in the view. */
export interface TrayPiece {
  readonly letter: string;
  readonly owner: number | null;
  readonly name: string;
}

export interface PlacedPiece {
  readonly cell: string;
  readonly letter: string;
}
