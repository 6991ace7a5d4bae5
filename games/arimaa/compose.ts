/** Positions composed from pieces, at the start of a turn. */
import { lettersByCell } from "../../engine/contracts/compose.ts";
import type { Result } from "../../engine/contracts/errors.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { parsePosition } from "./position.ts";
import { KIND_NAMES, letterOf, SQUARES, squareName } from "./squares.ts";

/** The strongest first. */
export const TRAY: readonly TrayPiece[] = [0, 1].flatMap((colour) =>
  KIND_NAMES.map((name, kind) => ({
    letter: letterOf({ kind, colour }),
    owner: colour,
    name: `${colour === 0 ? "gold" : "silver"} ${name}`,
  })).toReversed(),
);

/** From a8 to h1, as positions are written. */
const NAMES: readonly string[] = Array.from({ length: SQUARES }, (_, i) => squareName(i ^ 56));

export function composedPosition(
  board: Board,
  tray: readonly TrayPiece[],
  pieces: readonly PlacedPiece[],
  turn: number,
): Result<Position> {
  const letters = lettersByCell(NAMES, tray, pieces);
  if (!letters.ok) return letters;
  const text = NAMES.map((name) => letters.value.get(name) ?? ".").join("");
  return parsePosition(board, `${turn === 1 ? "s" : "g"} ${text}`);
}
