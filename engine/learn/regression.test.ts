/** Logistic regression on results sampled from known weights. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import type { Example } from "./examples.ts";
import { solveLinear } from "./linear-system.ts";
import { fitOf, logLoss, probability } from "./logistic.ts";
import { fitOfModel, logOddsOf, normalised, regress, regressScale } from "./regression.ts";

/** Results sampled by the log-odds of known weights, with terms of very different sizes. */
function sampled(weights: readonly number[], tempo: number, count: number, seed: number): Example[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const terms = weights.map((_, i) => 10 ** (i - 1) * (random.below(21) - 10));
    const logOdds = terms.reduce((sum, term, i) => sum + term * (weights[i] as number), tempo);
    return { terms, result: random.fraction() < 1 / (1 + Math.exp(-logOdds)) ? 1 : 0 };
  });
}

const TRUTH = [1.5, -0.2, 0.01];
const TEMPO = 0.4;

describe("results sampled from known weights", () => {
  const examples = sampled(TRUTH, TEMPO, 20_000, 1);
  const model = regress(examples);
  test("recover the weights and the tempo", () => {
    model.weights.forEach((weight, i) => expect(weight / (TRUTH[i] as number)).toBeCloseTo(1, 1));
    expect(model.tempo).toBeCloseTo(TEMPO, 1);
  });
  test("the gradient with ridge is 0", () => {
    const sizes = TRUTH.map(
      (_, i) => Math.hypot(...examples.map(({ terms }) => terms[i] as number)) / Math.sqrt(20_000),
    );
    sizes.forEach((size, i) => {
      const slope = examples.reduce(
        (sum, each) => sum + (probability(logOddsOf(model, each)) - each.result) * ((each.terms[i] as number) / size),
        (model.weights[i] as number) * size,
      );
      expect(Math.abs(slope)).toBeLessThan(1e-3);
    });
  });
  test("predict other games as well as the true weights, and better than wrong weights", () => {
    const others = sampled(TRUTH, TEMPO, 20_000, 2);
    const truth = fitOfModel({ weights: TRUTH, tempo: TEMPO }, others).logLoss;
    expect(Math.abs(fitOfModel(model, others).logLoss - truth)).toBeLessThan(0.001);
    const wrong = fitOfModel(regressScale([1, 1, 1], examples), others).logLoss;
    expect(wrong).toBeGreaterThan(truth + 0.1);
  });
  test("regressScale recovers the scale", () => {
    const scaled = regressScale(
      TRUTH.map((weight) => weight * 7),
      examples,
    );
    scaled.weights.forEach((weight, i) => expect(weight / (TRUTH[i] as number)).toBeCloseTo(1, 1));
  });
  test("the result is deterministic", () => {
    expect(regress(sampled(TRUTH, TEMPO, 20_000, 1))).toEqual(model);
  });
});

test("identical terms share the weight", () => {
  const examples = sampled([1], 0, 2_000, 3).map(({ terms: [term = 0], result }) => ({ terms: [term, term], result }));
  const { weights } = regress(examples);
  expect(weights[0]).toBeCloseTo(weights[1] as number, 6);
});

test("a perfect predictor has a finite weight", () => {
  const { weights } = regress([-2, -1, 1, 2].map((term) => ({ terms: [term], result: term > 0 ? 1 : 0 })));
  expect(weights[0]).toBeGreaterThan(0.3);
  expect(weights[0]).toBeLessThan(10);
});

test("a term that is always 0 has weight 0", () => {
  const examples = sampled([1], 0, 500, 4).map(({ terms, result }) => ({ terms: [...terms, 0], result }));
  expect(regress(examples).weights[1]).toBe(0);
});

test("normalised weights keep ratios and signs, with a mean of 1", () => {
  expect(normalised([2, -1, 3])).toEqual([1, -0.5, 1.5]);
  expect(normalised([0, 0])).toEqual([0, 0]);
});

describe("log-loss and accuracy", () => {
  test("by hand", () => {
    expect(logLoss(0, 1)).toBeCloseTo(Math.log(2), 12);
    expect(logLoss(Math.log(3), 1)).toBeCloseTo(-Math.log(0.75), 12);
    expect(logLoss(Math.log(3), 0)).toBeCloseTo(-Math.log(0.25), 12);
    expect(logLoss(Math.log(3), 0.5)).toBeCloseTo(-Math.log(0.75 * 0.25) / 2, 12);
  });
  test("a wrong certainty has a finite loss", () => {
    expect(logLoss(1_000, 0)).toBe(1_000);
    expect(logLoss(-1_000, 1)).toBe(1_000);
    expect(logLoss(1_000, 1)).toBe(0);
  });
  test("draws do not count in the accuracy", () => {
    const examples = [
      { result: 1, odds: 2 },
      { result: 0, odds: 1 },
      { result: 0, odds: -1 },
      { result: 0.5, odds: 3 },
    ];
    const { accuracy, positions } = fitOf(examples, ({ odds }) => odds);
    expect(accuracy).toBeCloseTo(2 / 3, 12);
    expect(positions).toBe(4);
  });
});

describe("linear systems", () => {
  test("recover a known solution", () => {
    const random = new SeededRandom(9);
    const matrix = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => random.fraction() - 0.5));
    const x = [1, -2, 3, 0, 5, -6];
    const right = matrix.map((row) => row.reduce((sum, each, i) => sum + each * (x[i] as number), 0));
    solveLinear(matrix, right)?.forEach((found, i) => expect(found).toBeCloseTo(x[i] as number, 9));
  });
  test("a zero on the diagonal is handled, a singular matrix gives null", () => {
    expect(
      solveLinear(
        [
          [0, 1],
          [1, 0],
        ],
        [2, 3],
      ),
    ).toEqual([3, 2]);
    expect(
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 1],
      ),
    ).toBeNull();
  });
});
