/** Reference search: minimax to a depth, then quiescence over captures, without pruning. Full-width alpha-beta must return the same values. */
import type { Position, Move } from "../../../engine/contracts/position.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import type { ChessRules } from "../rules.ts";

/** For the side to move, in centipawns. */
export async function referenceValue(
  rules: ChessRules,
  position: Position,
  depth: number,
  evaluation: string,
): Promise<number> {
  const { board } = rules;
  const evaluator = await rules.evaluations.evaluator(evaluation);
  const evaluated = (at: Position): number => Math.round(100 * evaluator.evaluate(at, board.states.turn(at)));
  const value = (at: Position, left: number, plies: number): number => {
    const scores = rules.result(at);
    if (left > 0 && scores) return scores[0] === 0.5 ? 0 : plies - WIN_VALUE;
    if (left > 0) return best(board.legalMoves(at), at, left - 1, plies);
    if (scores?.[0] === 0.5 && board.legalMoves(at).length > 0) return 0;
    const moves = board.captureMoves(at);
    if (board.inCheck(at)) return moves.length === 0 ? plies - WIN_VALUE : best(moves, at, 0, plies);
    return Math.max(evaluated(at), best(moves, at, 0, plies));
  };
  const best = (moves: readonly Move[], at: Position, left: number, plies: number): number =>
    Math.max(...moves.map((move) => -value(board.play(at, move), left, plies + 1)), -Infinity);
  return value(position, depth, 0) || 0;
}
