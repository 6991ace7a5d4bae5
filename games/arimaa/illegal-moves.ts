/** Explains why a move is illegal. */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { END_TURN, MAX_STEPS, NAMED_SETUP, PLACE, RABBIT } from "./constants.ts";
import { PUSH, SIDE, STEP_COUNT } from "./layout.ts";
import {
  adjacentSquare,
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

const UNCHANGED = "the turn would not change the placement";

/** For a well-formed move that is not legal. */
export function whyIllegal(board: Board, position: Position, move: Move): string {
  if (move === END_TURN) return whyEndIllegal(position);
  if (move >= NAMED_SETUP) return "pieces have already been placed";
  if (move >= PLACE) return whyPlacementIllegal(position, (move - PLACE) >> 6, move & 63);
  const from = move & 63;
  const direction = move >> 6;
  const to = adjacentSquare(from, direction);
  const piece = pieceAt(position, from) as Piece;
  if (to < 0) return `it leads off the board`;
  if (pieceAt(position, to)) return `${squareName(to)} is not empty`;
  const push = (position[PUSH] as number) - 1;
  if (push >= 0) return `a push must be completed first: an unfrozen stronger piece must step to ${squareName(push)}`;
  return piece.colour === position[SIDE]
    ? whyOwnStepIllegal(board, position, from, direction, piece)
    : whyEnemyStepIllegal(board, position, from, piece);
}

function whyEndIllegal(position: Position): string {
  if (position[STEP_COUNT] === 0) return "a turn has at least one step";
  return position[PUSH] === 0
    ? UNCHANGED
    : `a push must be completed first, by a step to ${squareName((position[PUSH] as number) - 1)}`;
}

function whyPlacementIllegal(position: Position, kind: number, square: number): string {
  const side = position[SIDE] as number;
  if (square >> 4 !== (side === GOLD ? 0 : 3))
    return `${side === GOLD ? "gold sets up on rows 1 and 2" : "silver sets up on rows 7 and 8"}`;
  const there = pieceAt(position, square);
  if (there) return `${squareName(square)} is occupied by ${letterOf(there)}`;
  return `all pieces of kind ${KIND_NAMES[kind]} (${NUMBERS[kind]}) are placed already`;
}

function whyOwnStepIllegal(board: Board, position: Position, from: number, direction: number, piece: Piece): string {
  if (board.frozen(position, piece.colour).has(from))
    return `${letterOf(piece)} on ${squareName(from)} is frozen: next to a stronger enemy without an adjacent friend`;
  if (piece.kind === RABBIT && direction === (piece.colour === GOLD ? 0 : 3)) return "rabbits cannot step back";
  return UNCHANGED;
}

function whyEnemyStepIllegal(board: Board, position: Position, from: number, piece: Piece): string {
  const side = position[SIDE] as number;
  const frozen = board.frozen(position, side);
  const pusher = neighboursOf(from).some((square) => {
    const other = pieceAt(position, square);
    return other && other.colour === side && other.kind > piece.kind && !frozen.has(square);
  });
  if (!pusher)
    return `no unfrozen stronger piece can push ${letterOf(piece)}, and no stronger piece has just left that square to pull it`;
  return position[STEP_COUNT] === MAX_STEPS - 1 ? "no step is left to complete a push" : UNCHANGED;
}

/** Traps with a piece without an adjacent friend. */
export function unprotected(position: Position, traps: readonly number[]): number[] {
  return traps.filter((trap) => {
    const piece = trap < SQUARES ? pieceAt(position, trap) : null;
    return piece && !neighboursOf(trap).some((square) => pieceAt(position, square)?.colour === piece.colour);
  });
}
