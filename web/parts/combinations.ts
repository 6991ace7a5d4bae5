/** Moves composed of parts, such as two discarded cards (`C7+D8`): chosen part by part instead of from a long list. Pure. */
import type { MoveDocument } from "../../service/api.ts";

export interface Parts {
  /** All parts, in the order of the moves' notation. */
  readonly all: readonly string[];
  /** Parts that can still be added to the chosen ones. */
  readonly open: ReadonlySet<string>;
  /** The move with exactly the chosen parts; null if there is none. */
  readonly made: MoveDocument | null;
}

/** A list of moves longer than this is shown by parts, or with a search field. */
export const MANY = 24;

function partsOf(move: MoveDocument): string[] {
  return move.text.split("+");
}

/** Null if not all moves have parts. */
export function combine(moves: readonly MoveDocument[], chosen: readonly string[]): Parts | null {
  const split = moves.map((move) => ({ move, parts: partsOf(move) }));
  if (split.length === 0 || split.some(({ parts }) => parts.length < 2)) return null;
  const fitting = split.filter(({ parts }) => chosen.every((part) => parts.includes(part)));
  const made = fitting.find(({ parts }) => parts.length === chosen.length)?.move ?? null;
  return {
    all: [...new Set(split.flatMap(({ parts }) => parts))],
    open: new Set(fitting.flatMap(({ parts }) => parts)),
    made,
  };
}
