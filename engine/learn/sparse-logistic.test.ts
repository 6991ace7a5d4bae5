/** Sparse logistic regression recovers weights and does not change unused ones. */
import { expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { probability } from "./logistic.ts";
import { bestScale, fitOfSparse, fitSparse, type SparseExample } from "./sparse-logistic.ts";

const TRUE_WEIGHTS = [120, -60, 0];

/** Each example has two of the first three weights; its result is the probability itself. */
function examples(count: number, scale: number): SparseExample[] {
  const random = new SeededRandom(5);
  return Array.from({ length: count }, () => {
    const indices = Uint16Array.from([random.below(2), 2]);
    const values = Float32Array.from([random.fraction() * 4 - 2, random.fraction() * 4 - 2]);
    const sum = indices.reduce((total, index, i) => total + (TRUE_WEIGHTS[index] ?? 0) * (values[i] ?? 0), 0);
    return { indices, values, result: probability(sum / scale) };
  });
}

test("recovers the weights", () => {
  const start = new Float64Array(4);
  const fitted = fitSparse(examples(2_000, 100), start, { epochs: 400, rate: 3, scale: 100, priorDeviation: 1_000 });
  for (const [i, weight] of TRUE_WEIGHTS.entries()) expect(Math.abs((fitted[i] ?? 0) - weight)).toBeLessThan(3);
});

test("an unused weight does not change, and a narrow prior keeps the others near their start", () => {
  const start = Float64Array.from([0, 0, 0, 77]);
  const some = examples(200, 100);
  const free = fitSparse(some, start, { epochs: 200, rate: 3, scale: 100, priorDeviation: 1_000 });
  const narrow = fitSparse(some, start, { epochs: 200, rate: 3, scale: 100, priorDeviation: 2 });
  expect([free[3], narrow[3]]).toEqual([77, 77]);
  expect(Math.abs(narrow[0] ?? 0)).toBeLessThan(Math.abs(free[0] ?? 0) / 2);
});

test("recovers the scale", () => {
  const weights = Float64Array.from([...TRUE_WEIGHTS, 0]);
  const some = examples(2_000, 250);
  expect(Math.abs(bestScale(some, weights) - 250)).toBeLessThan(10);
  expect(fitOfSparse(some, weights, 250).logLoss).toBeLessThan(fitOfSparse(some, weights, 60).logLoss);
});
