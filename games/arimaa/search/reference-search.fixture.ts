/** Reference implementation of the search: minimax to a number of whole turns, without pruning or caching. */
import type { Position } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { SIDE } from "../layout.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import type { KernelEvaluator } from "./evaluator.ts";

const WIN = 1_000_000;

/** The value for the side to move. Leaves are evaluated statically, except that with `goalSearch` a goal in one turn is a win. */
export function referenceValue(
  board: Board,
  evaluator: KernelEvaluator,
  position: Position,
  turns: number,
  made = 0,
  goalSearch = true,
): number {
  const scores = board.states.result(position);
  if (scores) return scores[position[SIDE] as number] === 1 ? WIN - made : made - WIN;
  if (goalSearch && made > 0 && board.goalTurn(position) !== null) return WIN - made - 1;
  if (turns === 0) return evaluator.evaluate(position);
  let best = Number.NEGATIVE_INFINITY;
  for (const turn of board.turns(position)) {
    const after = playMoves(board, position, movesOfTurn(turn));
    best = Math.max(best, -referenceValue(board, evaluator, after, turns - 1, made + 1, goalSearch));
  }
  return best;
}
