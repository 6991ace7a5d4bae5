/** Checks for positions composed by hand that are the same for every game. */
import { fail, ok, type Result } from "./errors.ts";
import type { PlacedPiece, TrayPiece } from "./display.ts";

/** Piece letters by cell; the error names the unknown cell or piece. */
export function lettersByCell(
  cells: readonly string[],
  tray: readonly TrayPiece[],
  pieces: readonly PlacedPiece[],
): Result<ReadonlyMap<string, string>> {
  const letters = new Map<string, string>();
  for (const { cell, letter } of pieces) {
    if (!cells.includes(cell))
      return fail("bad-position", `"${cell}" is not a cell of this board; cells are ${cells[0]} to ${cells.at(-1)}`);
    if (!tray.some((piece) => piece.letter === letter))
      return fail(
        "bad-position",
        `"${letter}" on ${cell} is not a piece; expected one of ${tray.map((piece) => piece.letter).join(" ")}`,
      );
    if (letters.has(cell)) return fail("bad-position", `two pieces on ${cell}`);
    letters.set(cell, letter);
  }
  return ok(letters);
}
