/**
 * Fits the value of a step left (tempo). Played turns cannot show it: after each of them the other side is to move. But a selective search compares
 * values after odd and even numbers of turns. So the weight is chosen to make the evaluation agree with the mean of a search of one turn and of
 * two.
 */
import type { Position } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { Searcher } from "./searcher.ts";
import { LEAST_WIN, STEP_LEFT } from "./terms.ts";

const HASH_MEGABYTES = 16;

export async function fitStep(
  board: Board,
  positions: readonly Position[],
  weights: Int32Array,
  report: (line: string) => void,
): Promise<number> {
  const evaluator = new KernelEvaluator(board, weights);
  const evaluated = positions.map((position) => evaluator.evaluate(position));
  evaluator.close();
  const searcher = new Searcher(board, {
    selective: true,
    goalSearch: true,
    checkGoals: false,
    threads: 1,
    hash: HASH_MEGABYTES,
    weights,
  });
  const valueAt = async (position: Position, depth: number): Promise<number> =>
    (await searcher.search({ position, limits: { depth }, signal: undefined, excluded: [], hints: [] })).value;
  let sum = 0;
  let count = 0;
  try {
    for (const [i, position] of positions.entries()) {
      const values = [await valueAt(position, MAX_STEPS), await valueAt(position, 2 * MAX_STEPS)];
      if (values.some((value) => Math.abs(value) > LEAST_WIN)) continue;
      sum += values.reduce((total, value) => total + value, 0) / values.length - (evaluated[i] as number);
      count++;
      if (i % 50 === 49) report(`value of a step: ${i + 1} of ${positions.length} positions searched`);
    }
  } finally {
    searcher.close();
  }
  const error = count === 0 ? 0 : sum / count;
  return Math.round((weights[STEP_LEFT] as number) + error / MAX_STEPS);
}
