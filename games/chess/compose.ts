/** Positions set up by hand: without castling rights, en passant or past moves. */
import { lettersByCell } from "../../engine/contracts/compose.ts";
import type { Result } from "../../engine/contracts/errors.ts";
import type { PlacedPiece, Position, TrayPiece } from "../../engine/contracts/game.ts";
import type { Board } from "./board.ts";
import { parseFen } from "./fen.ts";
import { KIND_NAMES, letterOf, pieceName, SQUARES, squareName } from "./squares.ts";

/** Kings first. */
export const TRAY: readonly TrayPiece[] = [0, 1].flatMap((colour) =>
  KIND_NAMES.map((_, kind) => ({
    letter: letterOf({ kind, colour }),
    owner: colour,
    name: pieceName({ kind, colour }),
  })).toReversed(),
);

/** From a8 to h1, as FEN goes. */
const NAMES: readonly string[] = Array.from({ length: SQUARES }, (_, i) => squareName(i ^ 56));

export function composedPosition(board: Board, pieces: readonly PlacedPiece[], turn: number): Result<Position> {
  const letters = lettersByCell(NAMES, TRAY, pieces);
  if (!letters.ok) return letters;
  const placement = NAMES.map((name) => letters.value.get(name) ?? "1").join("");
  const ranks = Array.from({ length: 8 }, (_, i) => placement.slice(8 * i, 8 * i + 8));
  return parseFen(`${ranks.join("/")} ${turn === 1 ? "b" : "w"} - -`, board);
}
