/**
 * Positions set up by hand. As in chess problems, kings and rooks on their initial squares may castle, except in positions covered by endgame
 * tables; en passant is never possible.
 */
import { lettersByCell } from "../../engine/contracts/compose.ts";
import type { Result } from "../../engine/contracts/errors.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { parseFen } from "./fen.ts";
import { MAX_PIECES } from "./tables/material.ts";
import { KIND_NAMES, letterOf, pieceName, SQUARES, squareName } from "./squares.ts";

/** Kings first. */
export const TRAY: readonly TrayPiece[] = [0, 1].flatMap((colour) =>
  KIND_NAMES.map((_, kind) => ({
    letter: letterOf({ kind, colour }),
    owner: colour,
    name: pieceName({ kind, colour }),
  })).toReversed(),
);

/** From a8 to h1, as in FEN. */
const NAMES: readonly string[] = Array.from({ length: SQUARES }, (_, i) => squareName(i ^ 56));

export function composedPosition(board: Board, pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
  const letters = lettersByCell(NAMES, TRAY, pieces);
  if (!letters.ok) return letters;
  const placement = NAMES.map((name) => letters.value.get(name) ?? "1").join("");
  const ranks = Array.from({ length: 8 }, (_, i) => placement.slice(8 * i, 8 * i + 8));
  const canCastle = pieces.length > MAX_PIECES;
  const on = (name: string, letter: string): boolean => canCastle && letters.value.get(name) === letter;
  const castling = [
    on("e1", "K") && on("h1", "R") ? "K" : "",
    on("e1", "K") && on("a1", "R") ? "Q" : "",
    on("e8", "k") && on("h8", "r") ? "k" : "",
    on("e8", "k") && on("a8", "r") ? "q" : "",
  ].join("");
  return parseFen(`${ranks.join("/")} ${turn === 1 ? "b" : "w"} ${castling || "-"}`, board);
}
