/**
 * Moves for random openings. Arbitrary legal moves would soon hang a piece and decide the match before it starts. Moves are preferred after
 * which no single capture wins material and no reply mates.
 */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { capturedOf, movedOf, toOf } from "./moves.ts";

/** In pawns, by kind. */
const PIECE_VALUES: readonly number[] = [1, 3, 3, 5, 9, 100];

export function safeMoves(board: Board, position: Position, legal: readonly Move[]): readonly Move[] {
  const sound = legal.filter((move) => isSafe(board, board.play(position, move)));
  return sound.length > 0 ? sound : legal;
}

/** Whether the side to move can neither win material by one capture nor mate in one. */
function isSafe(board: Board, position: Position): boolean {
  const replies = board.legalMoves(position);
  if (replies.length === 0) return false;
  return replies.every((reply) => {
    const next = board.play(position, reply);
    if (board.inCheck(next) && board.legalMoves(next).length === 0) return false;
    const captured = capturedOf(reply);
    if (captured === null) return true;
    const recaptured = board.legalMoves(next).some((move) => toOf(move) === toOf(reply) && capturedOf(move) !== null);
    return (PIECE_VALUES[captured] as number) <= (recaptured ? (PIECE_VALUES[movedOf(reply)] as number) : 0);
  });
}
