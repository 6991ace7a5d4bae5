/** Fitting raises the likelihood of the played turns. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { game } from "../game.ts";
import type { ArimaaRules } from "../rules.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { FIT_DEFAULTS, fitWeights } from "./fit.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { randomPositions } from "./positions.fixture.ts";
import { LOGS, PIECE_SQUARE } from "./terms.ts";
import { handmadeWeights, weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
afterAll(() => rules.close());

test("turns chosen by other weights out of thirty become likelier", () => {
  const evaluator = new KernelEvaluator(rules.board, weightsOf("fitted"));
  const played = randomPositions(rules, 120, 21).flatMap((before) => {
    const turns = rules.board.turns(before);
    const some = Array.from({ length: 30 }, (_, i) => turns[Math.floor((i * turns.length) / 30)] as number)
      .map((turn) => playMoves(rules.board, before, movesOfTurn(turn)))
      .filter((after) => rules.result(after) === null)
      .sort((a, b) => evaluator.evaluate(a) - evaluator.evaluate(b));
    return some[0] ? [{ before, after: some[0] }] : [];
  });
  evaluator.close();
  const start = handmadeWeights();
  const { weights, likelihood } = fitWeights(
    rules.board,
    played,
    start,
    { ...FIT_DEFAULTS, drawn: 40, rounds: 20 },
    () => {},
  );
  expect(likelihood[1]?.fitted).toBeGreaterThan(likelihood[0]?.fitted as number);
  expect(weights.slice(LOGS, PIECE_SQUARE)).toEqual(start.slice(LOGS, PIECE_SQUARE));
});
