/** The fields of a move (constants.ts), and moves in UCI notation: e2e4, e7e8q, e1g1 for castling. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import {
  CAPTURED_SHIFT,
  CASTLING_FLAG,
  EN_PASSANT_FLAG,
  MOVED_SHIFT,
  NO_KIND,
  PROMOTION_SHIFT,
  TO_SHIFT,
} from "./constants.ts";
import { LETTERS, squareName } from "./squares.ts";

export function fromOf(move: Move): number {
  return move & 63;
}
export function toOf(move: Move): number {
  return (move >> TO_SHIFT) & 63;
}
/** The kind after promotion; 0 for none. */
export function promotionOf(move: Move): number {
  return (move >> PROMOTION_SHIFT) & 7;
}
export function movedOf(move: Move): number {
  return (move >> MOVED_SHIFT) & 7;
}
/** The captured kind; null for none. */
export function capturedOf(move: Move): number | null {
  const kind = (move >> CAPTURED_SHIFT) & 7;
  return kind === NO_KIND ? null : kind;
}
export function isEnPassant(move: Move): boolean {
  return (move & EN_PASSANT_FLAG) !== 0;
}
export function isCastling(move: Move): boolean {
  return (move & CASTLING_FLAG) !== 0;
}

export function formatUci(move: Move): string {
  const promotion = promotionOf(move);
  return `${squareName(fromOf(move))}${squareName(toOf(move))}${promotion === 0 ? "" : LETTERS[promotion]}`;
}

/** Finds a move among the legal ones. */
export function parseUci(text: string, legal: readonly Move[]): Result<Move> {
  const word = text.trim().toLowerCase();
  if (!/^([a-h][1-8]){2}[nbrq]?$/.test(word))
    return fail("bad-move", `"${text.trim()}" is not a UCI move; expected two squares, for example e2e4 or e7e8q`);
  const move = legal.find((each) => formatUci(each) === word);
  if (move !== undefined) return ok(move);
  const promotions = legal.filter((each) => formatUci(each).slice(0, 4) === word).map(formatUci);
  return fail(
    "bad-move",
    promotions.length > 0
      ? `${word} is a promotion without a piece; expected one of ${promotions.join(", ")}`
      : `${word} is not a legal move here; ${expectedMoves(legal.map(formatUci))}`,
  );
}

/** The legal moves, for error messages. */
export function expectedMoves(texts: readonly string[]): string {
  return texts.length === 0 ? "there is no legal move" : `legal moves: ${texts.join(", ")}`;
}
