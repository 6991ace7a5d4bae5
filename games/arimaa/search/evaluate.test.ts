/** The evaluation: both colours and mirror images alike, material in its order, and terms that add up to the value. */
import { afterAll, describe, expect, test } from "vitest";
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
const judge = new KernelEvaluator(rules.board, weights);
afterAll(() => rules.close());

const positions = [
  ...smallPositions(rules, 500, 14, 5),
  ...randomPositions(rules, 200, 6),
  ...recordedPositions(rules, 20),
];

test("a position is worth the same with colours exchanged, and in a mirror", () => {
  for (const position of positions) {
    const side = position[SIDE] as number;
    const value = judge.evaluate(position);
    const where = rules.formatPosition(position);
    expect(judge.evaluate(withColoursSwapped(rules, position, side)), where).toBe(value);
    expect(judge.evaluate(mirrored(rules, position, side)), where).toBe(value);
  }
});

test("the weighted counts of terms make up the value", () => {
  for (const position of positions) {
    const gold = judge.counts(position).reduce((sum, count, i) => sum + count * (weights[i] as number), 0);
    expect(position[SIDE] === 0 ? gold : -gold, rules.formatPosition(position)).toBe(judge.evaluate(position));
  }
});

describe("material", () => {
  /** Gold's value, with pieces taken from the first position. */
  const without = (...pieces: readonly string[]): number => {
    let letters = lettersOf(rules.initial());
    for (const piece of pieces) letters = letters.replace(piece, ".");
    return judge.evaluate(rules.board.position(letters, 0));
  };

  test("to lose a stronger piece is worse", () => {
    const values = ["E", "M", "H", "D", "C", "R"].map((piece) => without(piece));
    for (let i = 1; i < values.length; i++) expect(values[i], String(i)).toBeGreaterThan(values[i - 1] as number);
    expect(values.at(-1)).toBeLessThan(without());
  });

  test("a rabbit is worth the more the fewer are left", () => {
    const losses = Array.from({ length: 7 }, (_, n) => {
      const before = Array.from({ length: n }, () => "R");
      return without(...before) - without(...before, "R");
    });
    expect(losses.at(-1)).toBeGreaterThan(2 * (losses[0] as number));
  });

  test("with the enemy's camel gone, horses are worth more", () => {
    expect(without("m") - without("m", "H")).toBeGreaterThan(without() - without("H"));
  });
});

describe("the evaluation as an evaluator", () => {
  evaluatorSuite(async () => {
    const [offer] = rules.evaluators;
    if (!offer) throw new Error("no evaluator");
    const evaluator = await offer.create();
    return {
      evaluator,
      others: [evaluator],
      players: 2,
      positions: [...positions.slice(0, 300), new Uint8Array(STATE_BYTES)],
    };
  });
});
