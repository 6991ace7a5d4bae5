/** SPRT: likelihood ratio against known formulas, error rates by simulation. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { expectedShare } from "./elo.ts";
import type { Pair, Pentanomial } from "./pairs.ts";
import { sprt, sprtOfCounts, type SprtBounds } from "./sprt.ts";

const BOUNDS: SprtBounds = { elo0: 0, elo1: 40, alpha: 0.05, beta: 0.05 };

function times(count: number, pair: Pair): Pair[] {
  return Array.from({ length: count }, () => pair);
}

describe("the likelihood ratio", () => {
  test("is binomial if pairs are won or lost as a whole", () => {
    // A distribution on 0 and 2 points is determined by its mean.
    const [p0, p1] = [expectedShare(0), expectedShare(40)];
    const expected = 70 * Math.log(p1 / p0) + 50 * Math.log((1 - p1) / (1 - p0));
    expect(sprt([...times(70, [1, 1]), ...times(50, [0, 0])], BOUNDS).llr).toBeCloseTo(expected, 1);
  });

  test("approaches the formula by mean and variance for many pairs", () => {
    const counts: Pentanomial = [310, 1_020, 2_200, 1_090, 380];
    const shares = [0, 0.25, 0.5, 0.75, 1];
    const n = counts.reduce((sum, count) => sum + count, 0);
    const mean = counts.reduce((sum, count, kind) => sum + count * (shares[kind] as number), 0) / n;
    const variance = counts.reduce((sum, count, kind) => sum + count * ((shares[kind] as number) - mean) ** 2, 0) / n;
    const bounds = { ...BOUNDS, elo1: 5 };
    const [s0, s1] = [expectedShare(0), expectedShare(5)];
    const known = (n * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance);
    expect(Math.abs(sprtOfCounts(counts, bounds).llr / known - 1)).toBeLessThan(0.02);
  });

  test("changes its sign when players and hypotheses are swapped", () => {
    const counts: Pentanomial = [3, 9, 20, 14, 8];
    const swapped = counts.toReversed() as unknown as Pentanomial;
    const { llr } = sprtOfCounts(counts, BOUNDS);
    expect(llr).toBeGreaterThan(0.1);
    expect(sprtOfCounts(swapped, { ...BOUNDS, elo0: -40, elo1: 0 }).llr).toBeCloseTo(-llr, 9);
  });
});

describe("few or equal pairs", () => {
  test("do not decide early", () => {
    expect(sprt([], BOUNDS).llr).toBeCloseTo(0, 3);
    for (const pair of [
      [1, 1],
      [0, 0],
      [1, 0],
      [0.5, 0.5],
      [1, 0.5],
    ] as const)
      expect(sprt(times(5, pair), BOUNDS).decision).toBeNull();
  });

  test("decide eventually", () => {
    expect(sprt(times(60, [1, 1]), BOUNDS).decision).toBe("H1");
    expect(sprt(times(60, [0, 0]), BOUNDS).decision).toBe("H0");
    expect(sprt(times(60, [1, 0]), BOUNDS).decision).toBe("H0");
  });
});

describe("error rates", () => {
  /** Rate of H1 decisions at an Elo difference, with draws and biased openings. */
  function share(elo: number, seed: number, matches: number): { h1: number; pairs: number } {
    const random = new SeededRandom(seed);
    const chance = expectedShare(elo);
    const game = (bias: number): number => {
      const drawn = 0.3;
      const won = chance - drawn / 2 + bias;
      const fraction = random.fraction();
      return fraction < won ? 1 : fraction < won + drawn ? 0.5 : 0;
    };
    let h1 = 0;
    let all = 0;
    for (let match = 0; match < matches; match++) {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      for (let decision: "H0" | "H1" | null = null; decision === null; all++) {
        const bias = 0.3 * (random.fraction() - 0.5);
        counts[2 * (game(bias) + game(-bias))]!++;
        decision = sprtOfCounts(counts, BOUNDS).decision;
        if (decision === "H1") h1++;
      }
    }
    return { h1: h1 / matches, pairs: all / matches };
  }

  test("respect the bounds under both hypotheses", () => {
    const none = share(0, 1, 500);
    const all = share(40, 2, 500);
    // 5 % of 500 with three standard errors of 1 %.
    expect(none.h1).toBeLessThan(0.08);
    expect(none.h1).toBeGreaterThan(0.005);
    expect(1 - all.h1).toBeLessThan(0.08);
    expect(1 - all.h1).toBeGreaterThan(0.005);
    expect(Math.max(none.pairs, all.pairs)).toBeLessThan(250);
  });

  test("between the hypotheses both decisions occur", () => {
    const { h1 } = share(20, 3, 200);
    expect(h1).toBeGreaterThan(0.3);
    expect(h1).toBeLessThan(0.7);
  });
});
