/** The view: the board, with check and the half-move clock as notes. */
import type { Position } from "../../engine/contracts/position.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { Board } from "./board.ts";
import { formatFen } from "./fen.ts";
import { FIFTY_MOVES, KING } from "./constants.ts";
import { HALFMOVE_CLOCK, TURN } from "./layout.ts";
import { COLOUR_NAMES, letterOf, type Piece, pieceAt, SQUARES, squareName } from "./squares.ts";

/** From a8 to h1: cells and squares have opposite rank order. */
const CELLS: View["cells"] = Array.from({ length: SQUARES }, (_, cell) => ({
  name: squareName(cell ^ 56),
  x: cell % 8,
  y: cell >> 3,
  zone: null,
}));

export function viewOf(board: Board, position: Position, turn: number | null): View {
  const check = board.inCheck(position);
  const isChecked = ({ colour, kind }: Piece): boolean => check && kind === KING && colour === position[TURN];
  return {
    shape: "square",
    cells: CELLS,
    pieces: CELLS.flatMap((_, cell) => {
      const piece = pieceAt(position, cell ^ 56);
      return piece
        ? [{ cell, owner: piece.colour, letter: letterOf(piece), ...(isChecked(piece) && { check: true }) }]
        : [];
    }),
    notes: notesOf(board, position, turn),
    turn,
  };
}

function notesOf(board: Board, position: Position, turn: number | null): string[] {
  const side = COLOUR_NAMES[position[TURN] as number] as string;
  const check = board.inCheck(position);
  const clock = position[HALFMOVE_CLOCK] as number;
  const quiet = `${clock} of ${FIFTY_MOVES} plies without a capture or pawn move`;
  if (turn === null) {
    if (board.legalMoves(position).length === 0)
      return [check ? `checkmate: ${side} is mated` : `stalemate: ${side} has no legal move`];
    return [
      clock >= FIFTY_MOVES ? `drawn by the fifty-move rule: ${quiet}` : "drawn: neither side has the material to mate",
    ];
  }
  const castling = formatFen(position).split(" ")[2] as string;
  return [
    ...(check ? [`${side} is in check`] : []),
    ...(clock === 0 ? [] : [quiet]),
    ...(castling === "-" ? [] : [`castling rights: ${castling}`]),
  ];
}
