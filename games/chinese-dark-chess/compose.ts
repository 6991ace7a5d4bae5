/** Positions set up by hand: White is the first player, and the ply count is 0. */
import { lettersByCell } from "../../engine/contracts/compose.ts";
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import { CELLS, cellName, colourName } from "./notation.ts";
import { colourOf, kindOf, letterOf, PIECES } from "./pieces.ts";

/** The display of a face-down piece. */
export const DARK_LETTER = "▒";
const KIND_NAMES: readonly string[] = ["", "pawn", "cannon", "rook", "knight", "bishop", "guard", "king"];

export const TRAY: readonly TrayPiece[] = [
  ...PIECES.map((piece) => ({
    letter: letterOf(piece),
    owner: colourOf(piece),
    name: `${colourName(colourOf(piece))}'s ${KIND_NAMES[kindOf(piece)]}`,
  })),
  { letter: DARK_LETTER, owner: null, name: "a face-down piece" },
];

const NAMES: readonly string[] = Array.from({ length: CELLS }, (_, cell) => cellName(cell));

/** The text of the composed position. */
export function composedText(tray: readonly TrayPiece[], pieces: readonly PlacedPiece[], turn: number): Result<string> {
  const letters = lettersByCell(NAMES, tray, pieces);
  if (!letters.ok) return letters;
  const symbols = NAMES.map((name) => letters.value.get(name)?.replace(DARK_LETTER, "?") ?? ".");
  const rows = [0, 8, 16, 24].map((start) => symbols.slice(start, start + 8).join("")).join("/");
  const fresh = symbols.every((symbol) => symbol === "?");
  return ok(`${rows} ${fresh ? "-" : turn === 1 ? "b" : "w"} 0`);
}
