/** The scores are those of a search of one turn; the positions are the given ones and others reached from them. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { sameBytes } from "../../../engine/contracts/bytes.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { game } from "../game.ts";
import { STEP_COUNT } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { scorePositions } from "./score-positions.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
afterAll(() => rules.close());

test("a score is the value of the best turn by evaluation; after each position comes one that follows it", async () => {
  const { board } = rules;
  const start = rules.initial();
  const [turn = 0] = board.turns(start).slice(5000);
  const given = [start, playMoves(board, start, movesOfTurn(turn))];
  const weights = weightsOf("fitted");
  const scored = await Array.fromAsync(scorePositions(board, given, weights, new SeededRandom(3)));
  expect(scored.length).toBe(4);
  expect(sameBytes(scored[0]!.position, given[0]!)).toBe(true);
  expect(sameBytes(scored[2]!.position, given[1]!)).toBe(true);
  const evaluator = new KernelEvaluator(board, weights);
  for (const { position, score } of scored) {
    const values = board
      .turns(position)
      .map((each) => -evaluator.evaluate(playMoves(board, position, movesOfTurn(each))));
    // No goal is near.
    expect(score, rules.formatPosition(position)).toBe(values.reduce((best, value) => Math.max(best, value)));
  }
  evaluator.close();
  for (const i of [1, 3]) {
    expect(sameBytes(scored[i]!.position, scored[i - 1]!.position)).toBe(false);
    expect(scored[i]!.position[STEP_COUNT]).toBe(0);
  }
});
