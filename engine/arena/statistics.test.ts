import { expect, test } from "vitest";
import { SeededRandom } from "../search/seeded.ts";
import { standing } from "./statistics.ts";

test("points, per cent and counts add up", () => {
  const { games, wins, draws, losses, points, percent } = standing([
    [1, 0],
    [1, 0.5],
    [0, 0],
  ]);
  expect({ games, wins, draws, losses, points }).toEqual({ games: 6, wins: 2, draws: 1, losses: 3, points: 2.5 });
  expect(percent).toBeCloseTo(250 / 6);
});

test("without variance the interval is Wilson's for as many pairs", () => {
  // Wilson's lower bound for 10 of 10 at 95 %: 10 / (10 + 1.96²) = 72.2 %.
  const { interval } = standing(Array.from({ length: 10 }, () => [1, 1] as const));
  expect(interval[0]).toBeCloseTo(72.2, 1);
  expect(interval[1]).toBe(100);
});

test("pairs that always split are known better than games that vary as much", () => {
  const split = standing(Array.from({ length: 50 }, () => [1, 0] as const)).interval;
  const swinging = standing(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? ([1, 1] as const) : ([0, 0] as const))),
  ).interval;
  expect(split[1] - split[0]).toBeLessThan(8);
  expect(swinging[1] - swinging[0]).toBeGreaterThan(25);
});

test("the interval holds the true value about 95 times in 100", () => {
  const random = new SeededRandom(1);
  const game = (): number => (random.fraction() < 0.55 ? 1 : random.fraction() < 0.2 ? 0.5 : 0);
  const truth = 100 * (0.55 + 0.45 * 0.2 * 0.5);
  let held = 0;
  for (let match = 0; match < 2_000; match++) {
    const { interval } = standing(Array.from({ length: 40 }, () => [game(), game()] as const));
    if (interval[0] <= truth && truth <= interval[1]) held++;
  }
  expect(held / 2_000).toBeGreaterThan(0.93);
  expect(held / 2_000).toBeLessThan(0.97);
});

test("no pairs say nothing", () => {
  const { percent, interval } = standing([]);
  expect(percent).toBe(50);
  expect(interval).toEqual([0, 100]);
});
