/** Moves that are made of parts, such as two cards put down (`C7+D8`): chosen part by part instead of from a long list. Pure. */
import type { MoveDocument } from "../../service/api.ts";

export interface Parts {
  /** Every part, in the order in which moves name them. */
  readonly all: readonly string[];
  /** Parts that a move can still have beside those chosen. */
  readonly open: ReadonlySet<string>;
  /** The one move that has all chosen parts and no other; null where there is none yet. */
  readonly made: MoveDocument | null;
}

function partsOf(move: MoveDocument): string[] {
  return move.text.split("+");
}

/** Null where not all moves are made of parts. */
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
