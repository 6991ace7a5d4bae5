/** Why a move is not legal, in words. */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Board } from "./board.ts";
import { END_TURN, MAX_STEPS, NAMED_SETUP, PLACE, PUSH, RABBIT, SIDE, STEP_COUNT } from "./layout.ts";
import {
  besideOf,
  GOLD,
  KIND_NAMES,
  letterOf,
  neighboursOf,
  NUMBERS,
  pieceAt,
  SQUARES,
  squareName,
  type Piece,
} from "./squares.ts";

const UNCHANGED = "the turn would leave the placement as it was";

/** Of a move that was read, and is not among the legal ones. */
export function refusalOf(board: Board, position: Position, move: Move): string {
  if (move === END_TURN) return endRefusal(position);
  if (move >= NAMED_SETUP) return "pieces have been set up already";
  if (move >= PLACE) return placementRefusal(position, (move - PLACE) >> 6, move & 63);
  const from = move & 63;
  const direction = move >> 6;
  const to = besideOf(from, direction);
  const piece = pieceAt(position, from) as Piece;
  if (to < 0) return `it leads off the board`;
  if (pieceAt(position, to)) return `${squareName(to)} is not empty`;
  const push = (position[PUSH] as number) - 1;
  if (push >= 0)
    return `a push must be finished first: a stronger piece that was not frozen goes to ${squareName(push)}`;
  return piece.colour === position[SIDE]
    ? ownRefusal(board, position, from, direction, piece)
    : enemyRefusal(board, position, from, piece);
}

function endRefusal(position: Position): string {
  if (position[STEP_COUNT] === 0) return "a turn has at least one step";
  return position[PUSH] === 0
    ? UNCHANGED
    : `a push must be finished first, by a step to ${squareName((position[PUSH] as number) - 1)}`;
}

function placementRefusal(position: Position, kind: number, square: number): string {
  const side = position[SIDE] as number;
  if (square >> 4 !== (side === GOLD ? 0 : 3))
    return `${side === GOLD ? "gold sets up on rows 1 and 2" : "silver sets up on rows 7 and 8"}`;
  const there = pieceAt(position, square);
  if (there) return `${letterOf(there)} stands on ${squareName(square)}`;
  return `all ${NUMBERS[kind]} of ${KIND_NAMES[kind]} stand already`;
}

function ownRefusal(board: Board, position: Position, from: number, direction: number, piece: Piece): string {
  if (board.frozen(position, piece.colour).has(from))
    return `${letterOf(piece)} on ${squareName(from)} is frozen: a stronger enemy is beside it and no friend`;
  if (piece.kind === RABBIT && direction === (piece.colour === GOLD ? 0 : 3)) return "rabbits do not go back";
  return UNCHANGED;
}

function enemyRefusal(board: Board, position: Position, from: number, piece: Piece): string {
  const side = position[SIDE] as number;
  const frozen = board.frozen(position, side);
  const pusher = neighboursOf(from).some((square) => {
    const other = pieceAt(position, square);
    return other && other.colour === side && other.kind > piece.kind && !frozen.has(square);
  });
  if (!pusher)
    return `no stronger piece that is not frozen can push ${letterOf(piece)}, and none has just left that square`;
  return position[STEP_COUNT] === MAX_STEPS - 1 ? "no step is left to finish a push" : UNCHANGED;
}

/** Squares on which a piece stands that no friend keeps on its trap. */
export function unkept(position: Position, traps: readonly number[]): number[] {
  return traps.filter((trap) => {
    const piece = trap < SQUARES ? pieceAt(position, trap) : null;
    return piece && !neighboursOf(trap).some((square) => pieceAt(position, square)?.colour === piece.colour);
  });
}
