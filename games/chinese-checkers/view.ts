/** The view: the rhombus stands on its tip, the second player's home on top. */
import type { View } from "../../engine/contracts/view.ts";
import { LETTERS, type Notation, type Placement } from "./notation.ts";

/** Distance of rows of touching circles, in diameters. */
const ROW_DISTANCE = Math.sqrt(3) / 2;

export function viewOf(notation: Notation, placement: Placement, homeCells: number, turn: number | null): View {
  const last = notation.coordinates.length - homeCells;
  return {
    shape: "hexagon",
    cells: notation.coordinates.map(([a, b], cell) => ({
      name: notation.cellName(cell),
      x: (b - a) / 2,
      y: (a + b) * ROW_DISTANCE,
      zone: cell < homeCells ? 1 : cell >= last ? 0 : null,
    })),
    pieces: placement.cells.flatMap((cells, owner) =>
      cells.map((cell) => ({ cell, owner, letter: LETTERS[owner] as string })),
    ),
    turn,
  };
}
