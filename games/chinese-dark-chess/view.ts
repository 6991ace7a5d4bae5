/** The view: the board, the captured pieces of each side, and the plies since the last capture. */
import type { Position } from "../../engine/contracts/position.ts";
import type { View, ViewPiece, ViewRow } from "../../engine/contracts/view.ts";
import { DARK_LETTER } from "./compose.ts";
import { CELLS, cellName, colourName, colourToMove, readState } from "./notation.ts";
import { colourOf, EMPTY, FACE_DOWN, letterOf } from "./pieces.ts";

export function viewOf(position: Position, turn: number | null, limit: number): View {
  const placement = readState(position);
  const { cells, firstColour, sinceCapture: quiet, taken, flip } = placement;
  const ownerOf = (piece: number): number | null =>
    piece === FACE_DOWN || firstColour === null ? null : colourOf(piece) ^ firstColour;
  const pieces = cells.flatMap((piece, cell): ViewPiece[] => {
    if (piece === EMPTY) return [];
    if (piece === FACE_DOWN) return [{ cell, owner: null, letter: cell === flip ? "?" : DARK_LETTER }];
    return [{ cell, owner: ownerOf(piece), letter: letterOf(piece) }];
  });
  const rows = [0, 1].map((colour): ViewRow => ({
    name: `${colourName(colour)}'s captured`,
    owner: firstColour === null ? null : colour ^ firstColour,
    items: taken.filter((piece) => colourOf(piece) === colour).map(letterOf),
  }));
  const colour = colourToMove(placement);
  const hidden = cells.filter((piece) => piece === FACE_DOWN).length;
  return {
    shape: "square",
    cells: Array.from({ length: CELLS }, (_, cell) => ({
      name: cellName(cell),
      x: cell % 8,
      y: Math.floor(cell / 8),
      zone: null,
    })),
    pieces,
    rows,
    notes: [
      `${hidden} face down; ${quiet} of ${limit} plies without a capture`,
      ...(turn === null
        ? []
        : [colour === null ? "the first flip decides the colours" : `${colourName(colour)} to move`]),
    ],
    turn,
  };
}
