/** The rules for probing, from the chess kernel. */
import type { Position } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { PAWN } from "../constants.ts";
import { COLOURS, TURN } from "../layout.ts";
import { capturedOf, movedOf } from "../moves.ts";
import { pieceAt } from "../squares.ts";
import { type Placement, SECOND_SIDE } from "./material.ts";
import type { ProbingRules, Successor } from "./probing.ts";

/** Piece codes of the files: pawn 1, knight 2, … king 6. */
const FIRST_CODE = 1;

export function placementOf(position: Position): Placement {
  const codes: number[] = [];
  const squares: number[] = [];
  for (let rank = 0; rank < 8; rank++) {
    let occupied = (position[COLOURS + rank] as number) | (position[COLOURS + 8 + rank] as number);
    for (let square = 8 * rank; occupied !== 0; square++, occupied >>= 1) {
      if ((occupied & 1) === 0) continue;
      const piece = pieceAt(position, square);
      if (!piece) continue;
      codes.push(piece.kind + FIRST_CODE + (piece.colour === 0 ? 0 : SECOND_SIDE));
      squares.push(square);
    }
  }
  return { codes, squares, turn: position[TURN] as number };
}

export class KernelProbingRules implements ProbingRules<Position> {
  readonly #board: Board;

  constructor(board: Board) {
    this.#board = board;
  }

  placement(position: Position): Placement {
    return placementOf(position);
  }

  successors(position: Position): Successor<Position>[] {
    return this.#board.legalMoves(position).map((move) => ({
      after: () => this.#board.play(position, move),
      capture: capturedOf(move) !== null,
      zeroing: capturedOf(move) !== null || movedOf(move) === PAWN,
    }));
  }

  inCheck(position: Position): boolean {
    return this.#board.inCheck(position);
  }
}
