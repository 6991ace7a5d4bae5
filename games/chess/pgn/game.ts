/** A parsed PGN game. */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import { FULLMOVE_NUMBER, TURN } from "../layout.ts";
import type { PgnResult } from "./tokens.ts";

export interface PgnMove {
  readonly move: Move;
  readonly before: Position;
  /** Numeric annotation glyphs (NAGs): 1 is !, 2 is ?. */
  readonly nags: readonly number[];
  readonly comments: readonly string[];
}

export interface PgnGame {
  readonly tags: ReadonlyMap<string, string>;
  readonly start: Position;
  /** Comments before the first move. */
  readonly comments: readonly string[];
  readonly moves: readonly PgnMove[];
  readonly final: Position;
  readonly result: PgnResult;
  /** Irregularities that were accepted. */
  readonly remarks: readonly string[];
}

/** The full-move number of the next move. */
export function moveNumber(position: Position): number {
  return (position[FULLMOVE_NUMBER] as number) | ((position[FULLMOVE_NUMBER + 1] as number) << 8);
}

/** Move number indication: 12. or 12... */
export function numberText(position: Position): string {
  return `${moveNumber(position)}${position[TURN] === 0 ? "." : "..."}`;
}
