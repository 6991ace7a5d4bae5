/** The value of a position to a number of whole turns: every turn and every reply played out, nothing pruned, nothing remembered. */
import type { Position } from "../../../engine/contracts/game.ts";
import type { Board } from "../board.ts";
import { SIDE } from "../layout.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import type { KernelEvaluator } from "./evaluator.ts";

const WIN = 1_000_000;

/** For the side to move. After the last turn comes the evaluation, but a goal that is possible at once is seen. */
export function plainValue(board: Board, judge: KernelEvaluator, position: Position, turns: number, made = 0): number {
  const scores = board.states.result(position);
  if (scores) return scores[position[SIDE] as number] === 1 ? WIN - made : made - WIN;
  if (made > 0 && board.goalTurn(position) !== null) return WIN - made - 1;
  if (turns === 0) return judge.evaluate(position);
  let best = Number.NEGATIVE_INFINITY;
  for (const turn of board.turns(position)) {
    const after = playMoves(board, position, movesOfTurn(turn));
    best = Math.max(best, -plainValue(board, judge, after, turns - 1, made + 1));
  }
  return best;
}
