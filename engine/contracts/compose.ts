/** Positions made by hand, piece by piece: what every game checks alike. */
import { fail, ok, type Result } from "./errors.ts";
import type { PlacedPiece, TrayPiece } from "./game.ts";

/** The letter on each cell that has one; an error names the cell or the piece that there is not. */
export function lettersByCell(
  cells: readonly string[],
  tray: readonly TrayPiece[],
  pieces: readonly PlacedPiece[],
): Result<ReadonlyMap<string, string>> {
  const letters = new Map<string, string>();
  for (const { cell, letter } of pieces) {
    if (!cells.includes(cell))
      return fail(
        "bad-position",
        `"${cell}" is not a cell of this board, whose cells are ${cells[0]} to ${cells.at(-1)}`,
      );
    if (!tray.some((piece) => piece.letter === letter))
      return fail(
        "bad-position",
        `"${letter}" on ${cell} is no piece; expected one of ${tray.map((piece) => piece.letter).join(" ")}`,
      );
    if (letters.has(cell)) return fail("bad-position", `two pieces stand on ${cell}`);
    letters.set(cell, letter);
  }
  return ok(letters);
}
