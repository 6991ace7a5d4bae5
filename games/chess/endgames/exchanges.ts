/**
 * Detects positions that captures decide: a full-width search of a few plies with quiescence search, and material as the only evaluation.
 * Independent of the players, so that stored positions do not change when a player does.
 */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { capturedOf, promotionOf } from "../moves.ts";

/** In pawns, by kind from pawn to king. */
const VALUES: readonly number[] = [1, 3, 3, 5, 9, 0];
const MATE = 1_000;

/** Material gain of the side to move within these plies, quiescence included; about ±MATE for a mate. */
export function materialGain(board: Board, position: Position, plies: number): number {
  return search(board, position, plies, -Number.MAX_VALUE, Number.MAX_VALUE);
}

function search(board: Board, position: Position, plies: number, alpha: number, beta: number): number {
  if (plies === 0) return quiescence(board, position, alpha, beta);
  const moves = board.legalMoves(position);
  if (moves.length === 0) return board.inCheck(position) ? -MATE - plies : 0;
  return bestOf(board, position, moves, -Number.MAX_VALUE, alpha, beta, (next, low, high) =>
    search(board, next, plies - 1, low, high),
  );
}

function quiescence(board: Board, position: Position, alpha: number, beta: number): number {
  const check = board.inCheck(position);
  const moves = board.captureMoves(position);
  if (check && moves.length === 0) return -MATE;
  // Stand pat, unless in check.
  const best = check ? -Number.MAX_VALUE : 0;
  if (best >= beta) return best;
  return bestOf(board, position, moves, best, Math.max(alpha, best), beta, (next, low, high) =>
    quiescence(board, next, low, high),
  );
}

function bestOf(
  board: Board,
  position: Position,
  moves: readonly Move[],
  lowerBound: number,
  alpha: number,
  beta: number,
  after: (next: Position, alpha: number, beta: number) => number,
): number {
  let best = lowerBound;
  const gains = moves.map((move) => ({ move, gain: captureGain(move) })).sort((a, b) => b.gain - a.gain);
  for (const { move, gain } of gains) {
    const low = Math.max(alpha, best);
    const value = gain - after(board.play(position, move), gain - beta, gain - low);
    if (value > best) best = value;
    if (best >= beta) break;
  }
  return best;
}

function captureGain(move: Move): number {
  const captured = capturedOf(move);
  const promotion = promotionOf(move);
  return (captured === null ? 0 : valueOf(captured)) + (promotion === 0 ? 0 : valueOf(promotion) - 1);
}

function valueOf(kind: number): number {
  return VALUES[kind] as number;
}
