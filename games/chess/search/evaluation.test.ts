/** The evaluation: colour symmetry, traced terms, tuning; static exchange evaluation (SEE). */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { SECOND, FIRST, type Position } from "../../../engine/contracts/position.ts";
import { spread, randomGame } from "../../../engine/contracts/suites/random-play.ts";
import { game } from "../game.ts";
import type { ChessRules } from "../rules.ts";
import { ALL_GROUPS } from "./evaluations.ts";
import { tunedWeights } from "./evaluation-text.ts";
import { exampleOf, fitWeights, isQuiet } from "./fit.ts";
import { handmadeWeights, type Pair } from "./handmade.ts";
import { BRATKO_KOPEC, WIN_AT_CHESS } from "./tactics.fixture.ts";
import { MATERIAL, TERMS } from "./terms.ts";

const rules = unwrap(await game.open({})) as ChessRules;
afterAll(() => rules.close());
const at = (fen: string): Position => unwrap(rules.parsePosition(fen));

const positions = [
  ...[1, 2, 3]
    .flatMap((seed) => spread(randomGame(rules, rules.initial(), seed, 200), 12))
    .map(({ position }) => position),
  ...[...BRATKO_KOPEC, ...WIN_AT_CHESS].map(({ fen }) => at(fen)),
];

/** The same position with colours swapped and the board flipped. */
function mirrored(position: Position): Position {
  const [placement = "", turn, castling = "-", enPassant = "-"] = rules.formatPosition(position).split(" ");
  const swap = (text: string): string =>
    [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("");
  const rights = castling === "-" ? "-" : [...swap(castling)].toSorted().join("");
  const target = enPassant === "-" ? "-" : `${enPassant[0]}${9 - Number(enPassant[1])}`;
  const rows = placement.split("/").toReversed().map(swap).join("/");
  return at(`${rows} ${turn === "w" ? "b" : "w"} ${rights} ${target} 0 1`);
}

test.each(["tuned", "handmade", "sum(material)"])("%s is symmetric in the colours", async (name) => {
  const evaluator = await rules.evaluations.evaluator(name);
  for (const position of positions) {
    expect(evaluator.evaluate(mirrored(position), SECOND)).toBe(evaluator.evaluate(position, FIRST));
  }
});

test("the value of the initial position is the tempo term", async () => {
  const value = (await rules.evaluations.evaluator("handmade")).evaluate(rules.initial(), FIRST);
  expect(value).toBeCloseTo((handmadeWeights().at(-1)?.[0] ?? 0) / 100, 5);
});

test("the value is the sum of the traced terms", async () => {
  const weights = tunedWeights();
  const block = await rules.evaluations.load("tuned");
  for (const position of positions) {
    const traced = rules.evaluations.counts(position, block);
    if (traced.isSpecial) continue;
    const { indices, values } = exampleOf(traced, 0.5);
    const all = weights.flat();
    const sum = indices.reduce((total, index, i) => total + (all[index] as number) * (values[i] as number), 0);
    // The kernel truncates to integers.
    expect(Math.abs(sum - traced.value)).toBeLessThan(3);
  }
});

test("the terms of all groups add up to the evaluation", async () => {
  const evaluator = await rules.termEvaluator(ALL_GROUPS);
  const tuned = await rules.evaluations.evaluator("tuned");
  for (const position of positions) {
    const sum = evaluator.terms(position, FIRST).reduce((total, term) => total + term, 0);
    expect(Math.abs(sum - tuned.evaluate(position, FIRST))).toBeLessThan(0.03);
  }
  expect(evaluator.withWeights(evaluator.names.map((_, i) => (i === 0 ? 1 : 0.5)))).toBe(
    `sum(material, ${evaluator.names
      .slice(1)
      .map((name) => `${name}*0.5`)
      .join(", ")})`,
  );
});

describe("endings", async () => {
  const tuned = await rules.evaluations.evaluator("tuned");
  const value = (fen: string): number => tuned.evaluate(at(fen), FIRST);

  test("a bare king is driven to the edge, with bishop and knight to a corner of the bishop's colour", () => {
    expect(value("7k/8/5K2/8/8/8/8/R7 w - - 0 1")).toBeGreaterThan(value("8/8/5K2/3k4/8/8/8/R7 w - - 0 1"));
    // The bishop on d4 is dark-squared, as are a1 and h8.
    expect(value("7k/5K2/5N2/8/3B4/8/8/8 w - - 0 1")).toBeGreaterThan(value("k7/2K5/2N5/8/3B4/8/8/8 w - - 0 1"));
  });

  test("an extra minor piece without pawns is close to a draw", () => {
    expect(Math.abs(value("8/8/4k3/8/8/3K4/8/5N2 w - - 0 1"))).toBeLessThan(0.5);
    expect(Math.abs(value("8/3r4/5k2/8/8/2K5/8/4R2N w - - 0 1"))).toBeLessThan(1.5);
  });

  test("opposite-coloured bishops are drawish", () => {
    const opposite = value("8/5k2/3b4/8/3P4/3BK3/8/8 w - - 0 1");
    const same = value("8/5k2/4b3/8/3P4/3BK3/8/8 w - - 0 1");
    expect(opposite).toBeLessThan(same);
  });
});

describe("static exchange evaluation", () => {
  const wins = (fen: string, san: string, threshold: number): boolean => {
    const position = at(fen);
    return (
      rules.board.states.kernel.exports.seeAtLeast(
        rules.board.states.put(position),
        unwrap(rules.parseMove(position, san)),
        threshold,
      ) !== 0
    );
  };

  test("an undefended pawn is won", () => {
    const fen = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
    expect([wins(fen, "Rxe5", 100), wins(fen, "Rxe5", 101)]).toEqual([true, false]);
  });

  test("a knight for a pawn, with x-ray attackers on both sides", () => {
    const fen = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    expect([wins(fen, "Nxe5", -220), wins(fen, "Nxe5", -219)]).toEqual([true, false]);
  });

  test("a king does not capture a defended piece", () => {
    expect(wins("8/8/2k5/3p4/8/8/3R4/K2R4 w - - 0 1", "Rxd5", 100)).toBe(true);
    expect(wins("8/8/2k5/3p4/8/8/3R4/K7 w - - 0 1", "Rxd5", 0)).toBe(false);
  });
});

test("quiet positions have no winning capture and no check", () => {
  expect(isQuiet(rules.board, rules.initial())).toBe(true);
  expect(isQuiet(rules.board, at("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1"))).toBe(false);
  expect(isQuiet(rules.board, at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"))).toBe(false);
});

test("tuning recovers the weight behind the results", () => {
  // Results depend on queens alone; the fit starts from a third of the true queen value.
  const truth = 900;
  const start = Array.from({ length: TERMS }, (_, i): Pair => (i === MATERIAL + 4 ? [300, 300] : [0, 0]));
  const examples = [-1, 0, 1].flatMap((queens) =>
    Array.from({ length: 200 }, (_, i) => {
      const counts = new Int32Array(TERMS);
      counts[MATERIAL + 4] = queens;
      const won = i / 200 < 1 / (1 + Math.exp((-queens * truth) / 450)) ? 1 : 0;
      return exampleOf({ counts, phase: 1, scale: 1, isSpecial: false, value: 0 }, won);
    }),
  );
  const fitted = fitWeights(start, examples, examples, { rounds: 200, freedom: 1_000, results: 1 });
  const queen = fitted.weights[MATERIAL + 4]?.[0] ?? 0;
  expect(queen / fitted.scale).toBeCloseTo(truth / 450, 1);
  expect(fitted.after.test.logLoss).toBeLessThanOrEqual(fitted.before.test.logLoss);
});
