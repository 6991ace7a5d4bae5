/** Hill climbing against oracles: values tried and taken, and shrinking ranges. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hillClimb, valuesNear, type HillClimbOptions } from "./hill-climb.ts";
import { exactOracle } from "./oracle.fixture.ts";
import type { Round } from "./tune-rounds.ts";
import type { ChoiceVariable, NumberVariable } from "./tune-variables.ts";

const PAPER: HillClimbOptions = { pairs: 10, variants: 6, passes: 3, shrink: 0.5 };
const C: NumberVariable = { kind: "number", name: "c", low: 0, high: 10, digits: 2 };
const DEPTH: NumberVariable = { kind: "number", name: "depth", low: 1, high: 6, digits: 0 };
const MOVES: ChoiceVariable = { kind: "choice", name: "moves", choices: ["all", "some", "few"] };

describe("one variable", () => {
  test("takes the best of six values, in ranges that halve around the current one", async () => {
    const best = 6.4;
    const { best: found, steps } = await hillClimb(
      [C],
      { c: 1 },
      PAPER,
      exactOracle(({ c }) => -10 * (Number(c) - best) ** 2),
    );
    expect(steps.map(({ pass, from, tried, taken }) => [pass, from, tried.map(({ value }) => value), taken])).toEqual([
      [1, 1, [0, 2, 4, 6, 8, 10], 6],
      [2, 6, [3.5, 4.5, 5.5, 6.5, 7.5, 8.5], 6.5],
      // 6.25 and 6.75 are worse than the incumbent.
      [3, 6.5, [5.25, 5.75, 6.25, 6.75, 7.25, 7.75], 6.5],
    ]);
    expect(found).toEqual({ c: 6.5 });
  });

  test("reports the share of the points of each value", async () => {
    const shares = [0.2, 0.55, 0.9, 0.9, 0.5, 0];
    const { steps } = await hillClimb([C], { c: 5 }, { ...PAPER, passes: 1 }, async () => shares);
    expect(steps[0]?.tried.map(({ share }) => share)).toEqual(shares);
    expect(steps[0]?.taken, "of equals the first").toBe(4);
  });

  test.each([
    ["half", 0.5],
    ["less than half", 0.45],
  ])("does not change if every other value scores %s of the points", async (_, share) => {
    const play = async ({ duels }: Round): Promise<number[]> => duels.map(() => share);
    const { best, steps } = await hillClimb([C, MOVES], { c: 5, moves: "few" }, PAPER, play);
    expect(best).toEqual({ c: 5, moves: "few" });
    for (const { from, taken } of steps) expect(taken).toBe(from);
  });
});

describe("several variables", () => {
  const elo = ({ c, depth, moves }: Readonly<Record<string, unknown>>): number =>
    -(Math.abs(Number(c) - 2) + 5 * Math.abs(Number(depth) - 4)) + (moves === "few" ? 3 : 0);
  const START = { c: 6, depth: 2, moves: "all" };

  test("are varied one after another in each pass, from the current incumbent", async () => {
    const rounds: Round[] = [];
    const { best, steps } = await hillClimb([C, DEPTH, MOVES], START, PAPER, exactOracle(elo, rounds));
    expect(best).toEqual({ c: 2, depth: 4, moves: "few" });
    expect(steps.map(({ pass, variable }) => `${pass} ${variable}`)).toEqual(
      [1, 2, 3].flatMap((pass) => [`${pass} c`, `${pass} depth`, `${pass} moves`]),
    );
    expect(rounds.map(({ what }) => what).slice(0, 2)).toEqual(["pass 1 of 3, c", "pass 1 of 3, depth"]);
    expect(rounds.map(({ number, of }) => [number, of])).toEqual(rounds.map((_, i) => [i, 9]));
    expect(rounds[3]?.incumbent).toEqual({ c: 2, depth: 4, moves: "few" });
  });

  test("every variant differs from the incumbent in one variable, and all play it from the same openings", async () => {
    const rounds: Round[] = [];
    const { steps } = await hillClimb([C, DEPTH, MOVES], START, PAPER, exactOracle(elo, rounds));
    for (const [i, { duels, incumbent }] of rounds.entries())
      for (const { first, second, pairs, openings } of duels) {
        expect(second).toEqual(incumbent);
        expect({ ...first, [steps[i]?.variable as string]: null }).toEqual({
          ...incumbent,
          [steps[i]?.variable as string]: null,
        });
        expect({ pairs, openings }).toEqual({ pairs: 10, openings: i });
      }
  });
});

describe("the values that are tried", () => {
  test("of a choice are all other choices", () => {
    expect(valuesNear(MOVES, "some", 0.25, 6)).toEqual(["all", "few"]);
  });

  test("stay within the range", () => {
    expect(valuesNear(C, 9.5, 0.5, 6)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(valuesNear(C, 0, 0.5, 6)).toEqual([1, 2, 3, 4, 5]);
  });

  test("are distinct integers for an integer, without the current one", () => {
    expect(valuesNear(DEPTH, 3, 1, 6)).toEqual([1, 2, 4, 5, 6]);
    expect(valuesNear(DEPTH, 3, 0.5, 6)).toEqual([2, 4]);
    expect(valuesNear(DEPTH, 3, 0.01, 6)).toEqual([]);
  });

  test("are distinct, inside the range and not the current value, for any range", () => {
    const cases = fc.record({
      low: fc.integer({ min: -20, max: 20 }),
      width: fc.integer({ min: 1, max: 100 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      part: fc.double({ min: 0.01, max: 1, noNaN: true }),
      count: fc.integer({ min: 2, max: 9 }),
      digits: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(cases, ({ low, width, at, part, count, digits }) => {
        const variable: NumberVariable = { kind: "number", name: "x", low, high: low + width, digits };
        const current = Number((low + at * width).toFixed(digits));
        const values = valuesNear(variable, current, part, count).map(Number);
        expect(values.length).toBeLessThanOrEqual(count);
        expect(new Set(values).size).toBe(values.length);
        expect(values).not.toContain(current);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
        expect(Math.min(...values, low)).toBe(low);
        expect(Math.max(...values, low + width)).toBe(low + width);
        const spread = values.length > 0 ? (values.at(-1) as number) - (values[0] as number) : 0;
        expect(spread).toBeLessThanOrEqual(part * width + 10 ** -digits + 1e-9);
      }),
    );
  });

  test("may be empty in a late pass, which then plays no games", async () => {
    const rounds: Round[] = [];
    const small: NumberVariable = { ...DEPTH, high: 2 };
    const { steps } = await hillClimb(
      [small],
      { depth: 1 },
      PAPER,
      exactOracle(({ depth }) => -Number(depth), rounds),
    );
    expect(steps.at(-1)).toEqual({ pass: 3, variable: "depth", from: 1, tried: [], taken: 1 });
  });
});
