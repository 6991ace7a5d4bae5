/**
 * Several moves of one player that are edited before any is played, for example a piece setup. The terminal lets a person edit a draft
 * until it is done, then plays its moves in order. Immutable.
 */
import type { Move, Position } from "./position.ts";
import type { View } from "./view.ts";

export interface Draft {
  /** The position the draft starts from. May precede the requested position, so that moves already made can be edited. */
  readonly base: Position;
  /** Moves of the player from `base`. */
  readonly moves: readonly Move[];
  readonly view: View;
  /** The accepted input, one line each. */
  readonly help: readonly string[];
  edit(line: string): EditResult;
}

export interface EditResult {
  /** The draft with everything parsed before the error. */
  readonly draft: Draft;
  readonly error: string | null;
  /** The draft is complete and to be played. */
  readonly done: boolean;
}
