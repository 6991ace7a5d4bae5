/** The evaluation: symmetry in colours and under reflection, the order of material, and terms that add up to the value. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { evaluatorSuite } from "../../../engine/contracts/suites/evaluator-suite.ts";
import { game } from "../game.ts";
import { SIDE, STATE_BYTES } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { lettersOf } from "../squares.ts";
import { KernelEvaluator } from "./evaluator.ts";
import {
  mirrored,
  randomPositions,
  recordedPositions,
  smallPositions,
  withColoursSwapped,
} from "./positions.fixture.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
const weights = weightsOf("fitted");
let evaluator = new KernelEvaluator(rules.board, weights);
afterAll(() => rules.close());

const positions = [
  ...smallPositions(rules, 500, 14, 5),
  ...randomPositions(rules, 200, 6),
  ...recordedPositions(rules, 20),
];

describe.for(["strategic", "fitted"] as const)("%s", (evaluation) => {
  const own = weightsOf(evaluation);
  // The weights of the last evaluator are in effect.
  beforeAll(() => {
    evaluator = new KernelEvaluator(rules.board, own);
  });
  afterAll(() => {
    evaluator = new KernelEvaluator(rules.board, weights);
  });

  test("the value is invariant under exchange of colours and reflection", () => {
    for (const position of positions) {
      const side = position[SIDE] as number;
      const value = evaluator.evaluate(position);
      const where = rules.formatPosition(position);
      expect(evaluator.evaluate(withColoursSwapped(rules, position, side)), where).toBe(value);
      expect(evaluator.evaluate(mirrored(rules, position, side)), where).toBe(value);
    }
  });

  test("the value is the weighted sum of the term counts", () => {
    for (const position of positions) {
      const gold = evaluator.counts(position).reduce((sum, count, i) => sum + count * (own[i] as number), 0);
      expect(position[SIDE] === 0 ? gold : -gold, rules.formatPosition(position)).toBe(evaluator.evaluate(position));
    }
  });
});

describe("material", () => {
  /** Gold's value of the initial position without some pieces. */
  const without = (...pieces: readonly string[]): number => {
    let letters = lettersOf(rules.initial());
    for (const piece of pieces) letters = letters.replace(piece, ".");
    return evaluator.evaluate(rules.board.position(letters, 0));
  };

  test("losing a stronger piece is worse", () => {
    const values = ["E", "M", "H", "D", "C", "R"].map((piece) => without(piece));
    for (let i = 1; i < values.length; i++) expect(values[i], String(i)).toBeGreaterThan(values[i - 1] as number);
    expect(values.at(-1)).toBeLessThan(without());
  });

  test("the value of a rabbit rises as fewer are left", () => {
    const losses = Array.from({ length: 7 }, (_, n) => {
      const before = Array.from({ length: n }, () => "R");
      return without(...before) - without(...before, "R");
    });
    expect(losses.at(-1)).toBeGreaterThan(2 * (losses[0] as number));
  });

  test("the value of horses rises without the enemy's camel", () => {
    expect(without("m") - without("m", "H")).toBeGreaterThan(without() - without("H"));
  });
});

describe("the evaluation as an evaluator", () => {
  evaluatorSuite(async () => {
    const [spec] = rules.evaluators;
    if (!spec) throw new Error("no evaluator");
    const evaluator = await spec.create();
    return {
      evaluator,
      others: [evaluator],
      players: 2,
      positions: [...positions.slice(0, 300), new Uint8Array(STATE_BYTES)],
    };
  });
});
