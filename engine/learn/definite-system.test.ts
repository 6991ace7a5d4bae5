/** Cholesky solutions of systems with known answers. */
import { expect, test } from "vitest";
import { invertDefinite, solveDefinite } from "./definite-system.ts";

/** The Hilbert matrix of size 3 and its inverse, whose entries are known to be integers. */
const HILBERT = [1, 1 / 2, 1 / 3, 1 / 2, 1 / 3, 1 / 4, 1 / 3, 1 / 4, 1 / 5];
const INVERSE = [9, -36, 30, -36, 192, -180, 30, -180, 180];

test("the inverse of the Hilbert matrix", () => {
  const found = invertDefinite(Float64Array.from(HILBERT), 3);
  for (const [i, value] of INVERSE.entries()) expect(found[i], String(i)).toBeCloseTo(value, 8);
});

test("a system of linear equations", () => {
  const found = solveDefinite(Float64Array.from([4, 2, 2, 3]), Float64Array.of(10, 11));
  expect([...found].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 3]);
});
