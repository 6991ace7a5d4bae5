/**
 * Moves that one player puts together before any of them is played: pieces being set up, say. A game's rules may offer such drafts; the
 * terminal lets a person edit one until it is done, and then plays its moves one after the other. Immutable.
 */
import type { Move, Position } from "./game.ts";
import type { View } from "./view.ts";

export interface Draft {
  /** Where it begins: the position it was asked for, or one before, so that moves made since then can be edited too. */
  readonly base: Position;
  /** Moves of the player from there, so far. */
  readonly moves: readonly Move[];
  readonly view: View;
  /** What can be typed, a line each. */
  readonly help: readonly string[];
  edit(line: string): Edited;
}

export interface Edited {
  /** With everything that was understood, up to the fault if there is one. */
  readonly draft: Draft;
  readonly fault: string | null;
  /** It is complete, and the player wants it to be played. */
  readonly done: boolean;
}
