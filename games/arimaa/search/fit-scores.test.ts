/** Fitting to scores predicts the scores of positions that it has not seen. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { game } from "../game.ts";
import type { ArimaaRules } from "../rules.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { fitScores } from "./fit-scores.ts";
import { randomPositions } from "./positions.fixture.ts";
import { BY_STRONGER, PIECE_SQUARE, STRATEGIC, TERMS } from "./terms.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
afterAll(() => rules.close());

test("scores by other weights are predicted, and what has no prior keeps its weight", () => {
  const start = weightsOf("fitted");
  const teacher = start.slice();
  // The teacher likes every piece 300 more one row ahead of another than the start does.
  for (let i = PIECE_SQUARE; i < PIECE_SQUARE + 6 * 32; i++) teacher[i]! += 100 * (((i - PIECE_SQUARE) % 32) >> 2);
  const evaluator = new KernelEvaluator(rules.board, teacher);
  const scored = randomPositions(rules, 250, 31).map((position) => ({ position, score: evaluator.evaluate(position) }));
  evaluator.close();
  const { weights, errors } = fitScores(rules.board, scored, start);
  expect(errors.before).toBeGreaterThan(200);
  expect(errors.heldOut).toBeLessThan(0.5 * errors.before);
  expect(weights.length).toBe(TERMS);
  expect(weights[STRATEGIC]).toBe(1);
  expect(weights.slice(0, BY_STRONGER)).toEqual(start.slice(0, BY_STRONGER));
});
