/** Intervals against published examples and simulation; edge cases of agreement. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../engine/random/seeded.ts";
import {
  agreement,
  amongMany,
  average,
  combination,
  complement,
  difference,
  exact,
  fromPercent,
  slope,
  type Estimate,
} from "./estimate.ts";

const of = (wins: number, games: number): Estimate => fromPercent("", (100 * wins) / games, games);

describe("a percentage of a number of games", () => {
  // Newcombe (1998), Statistics in Medicine 17, 857–872, Table I, score method without continuity correction.
  test.each([
    [81, 263, 25.53, 36.62],
    [15, 148, 6.24, 16.05],
    [0, 20, 0, 16.11],
    [1, 29, 0.61, 17.18],
  ])("%d of %d has the published interval", (wins, games, low, high) => {
    const estimate = of(wins, games);
    expect(estimate.low).toBeCloseTo(low, 1);
    expect(estimate.high).toBeCloseTo(high, 1);
  });

  test("the interval of 100 % ends at 100", () => {
    expect(of(50, 50)).toMatchObject({ value: 100, high: 100 });
    expect(of(50, 50).low).toBeCloseTo(92.87, 1);
  });
});

describe("combinations", () => {
  // Newcombe (1998), Statistics in Medicine 17, 873–890: 56/70 minus 48/80, method 10.
  test("the difference of two proportions has the published interval", () => {
    const gain = difference(of(56, 70), of(48, 80));
    expect(gain?.value).toBeCloseTo(20, 9);
    expect(gain?.low).toBeCloseTo(5.24, 1);
    expect(gain?.high).toBeCloseTo(33.39, 1);
    expect(gain?.games).toBe(150);
  });

  test("the interval of a mean has about 95 % coverage, also for unequal proportions", () => {
    const random = new SeededRandom(3);
    const shares = [0.5, 0.8, 0.9, 0.95];
    const truth = (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
    let held = 0;
    for (let round = 0; round < 2_000; round++) {
      const cells = shares.map((share) =>
        of(Array.from({ length: 50 }, () => random.fraction()).filter((at) => at < share).length, 50),
      );
      const mean = average("", cells) as Estimate;
      if (mean.low <= truth && truth <= mean.high) held++;
    }
    expect(held / 2_000).toBeGreaterThan(0.93);
    expect(held / 2_000).toBeLessThan(0.98);
  });

  test("a mean ignores missing values and reports their number", () => {
    const mean = average("all", [of(10, 20), null, of(20, 20)]);
    expect(mean).toMatchObject({ value: 75, games: 40, what: "all (2 of 3 cells)" });
    expect(average("all", [null])).toBeNull();
  });

  test("the slope is that of the regression line; missing values are skipped", () => {
    expect(slope("", [exact("", 1), exact("", 3), exact("", 5)])?.value).toBeCloseTo(2, 9);
    // Least squares through (0, 1), (1, 2), (3, 7): mean x 4/3, Σ(x−4/3)y = 29/3, Σ(x−4/3)² = 14/3.
    expect(slope("", [exact("", 1), exact("", 2), null, exact("", 7)])?.value).toBeCloseTo(29 / 14, 9);
    expect(slope("", [null, exact("", 1)])).toBeNull();
  });

  test("the complement mirrors the interval", () => {
    const { low, high } = of(15, 148);
    expect(complement("", of(15, 148))).toMatchObject({ value: 100 - 1500 / 148, low: 100 - high, high: 100 - low });
    expect(complement("", null)).toBeNull();
  });

  test("a negative weight swaps the ends", () => {
    expect(combination("", [[-2, { what: "", value: 10, low: 9, high: 13, games: 5 }]])).toMatchObject({
      value: -20,
      low: -26,
      high: -18,
    });
  });
});

test("a corrected interval is at least as wide as Bonferroni's, and little wider", () => {
  const unit: Estimate = { what: "", value: 0, low: -1.959964, high: 1.959964, games: 1 };
  // Quantiles of the normal distribution at 1 − 0.025/k.
  for (const [count, z] of [
    [1, 1.95996],
    [2, 2.2414],
    [5, 2.57583],
    [10, 2.80703],
    [20, 3.02334],
  ] as const) {
    const { high } = amongMany(unit, count);
    expect(high).toBeGreaterThanOrEqual(z);
    expect(high).toBeLessThan(1.05 * z);
  }
});

describe("agreement", () => {
  test("the same figure from the same number of games", () => {
    expect(agreement(of(30, 50), of(30, 50))).toBe("agrees");
  });
  test("significantly different figures", () => {
    expect(agreement(of(25, 50), of(45, 50))).toBe("differs");
    expect(agreement(of(45, 50), of(25, 50))).toBe("differs");
  });
  test("few games give no verdict", () => {
    expect(agreement(of(3, 6), of(30, 50))).toBe("too few games");
    expect(agreement(of(5, 5), of(48, 50))).toBe("too few games");
  });
  test("even few games can differ", () => {
    expect(agreement(of(0, 6), of(49, 50))).toBe("differs");
  });
  test("numbers without games are equal or differ", () => {
    expect(agreement(exact("", 324_540_216), exact("", 324_540_216))).toBe("agrees");
    expect(agreement(exact("", 13.203), exact("", 13.202))).toBe("differs");
  });
});
