import fc from "fast-check";
import { expect, test } from "vitest";
import { binomial, combinations, rankCombination, unrankCombination } from "./combinations.ts";

test("binomials are exact up to the largest tables", () => {
  expect(binomial(81, 6)).toBe(324_540_216);
  expect(binomial(81, 7)).toBe(3_477_216_600);
  // Table 1 of paper 001.
  expect(binomial(81, 10)).toBe(1_878_392_407_320);
  expect(binomial(5, 0)).toBe(1);
  expect(binomial(3, 4)).toBe(0);
  expect(binomial(3, -1)).toBe(0);
});

test("binomials satisfy Pascal's rule", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 9 }), (n, k) => {
      expect(binomial(n, k)).toBe(binomial(n - 1, k - 1) + binomial(n - 1, k));
    }),
  );
});

test("combinations are unique and their ranks have no gaps", () => {
  const ranks = [...combinations([0, 1, 2, 3, 4, 5, 6], 3)].map((cells) => rankCombination(cells));
  expect(ranks.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 35 }, (_, i) => i));
});

test("unrank inverts rank", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 7 }), (cells) => {
      const sorted = cells.toSorted((a, b) => a - b);
      expect(unrankCombination(rankCombination(sorted), sorted.length, 81)).toEqual(sorted);
    }),
  );
});

test("placements within the first m cells are a prefix of the ranks", () => {
  for (const m of [4, 7, 12]) {
    const last = Array.from({ length: 4 }, (_, i) => m - 4 + i);
    expect(rankCombination(last)).toBe(binomial(m, 4) - 1);
  }
});

test("choosing more cells than exist gives nothing", () => {
  expect([...combinations([1, 2], 3)]).toEqual([]);
});
