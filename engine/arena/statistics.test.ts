import { pointsOfFirst } from "./seats.ts";
import { expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { seatScore, standing } from "./statistics.ts";

test("points, percentage and counts", () => {
  const { games, wins, draws, losses, points, percent } = standing([
    [1, 0],
    [1, 0.5],
    [0, 0],
  ]);
  expect({ games, wins, draws, losses, points }).toEqual({ games: 6, wins: 2, draws: 1, losses: 3, points: 2.5 });
  expect(percent).toBeCloseTo(250 / 6);
});

test("without variance the interval is Wilson's", () => {
  // Wilson's lower bound for 10 of 10 at 95 %: 10 / (10 + 1.96²) = 72.2 %.
  const { interval } = standing(Array.from({ length: 10 }, () => [1, 1] as const));
  expect(interval[0]).toBeCloseTo(72.2, 1);
  expect(interval[1]).toBe(100);
});

test("split pairs have a narrower interval than swinging pairs", () => {
  const split = standing(Array.from({ length: 50 }, () => [1, 0] as const)).interval;
  const swinging = standing(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? ([1, 1] as const) : ([0, 0] as const))),
  ).interval;
  expect(split[1] - split[0]).toBeLessThan(8);
  expect(swinging[1] - swinging[0]).toBeGreaterThan(25);
});

test("the interval covers the true value in about 95 % of cases", () => {
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

test("no pairs", () => {
  const { percent, interval } = standing([]);
  expect(percent).toBe(50);
  expect(interval).toEqual([0, 100]);
});

test("the pentanomial counts pairs by points", () => {
  const pairs = [
    [0, 0],
    [0, 0.5],
    [0.5, 0],
    [0.5, 0.5],
    [1, 0],
    [0, 1],
    [1, 0.5],
    [1, 1],
    [1, 1],
  ] as const;
  expect(standing(pairs).pentanomial).toEqual([1, 2, 3, 1, 2]);
});

test("Elo and its interval follow from the percentages", () => {
  // 75 % is 400 log10(3) = 190.85 Elo; 10 of 11 points are 400 Elo by definition.
  expect(standing([[1, 0.5]]).elo.value).toBeCloseTo(190.85, 2);
  const { elo, interval } = standing([...Array.from({ length: 10 }, () => [1, 1] as const), [0, 0]]);
  expect(elo.value).toBeCloseTo(400, 9);
  // By hand: 11 pairs with mean 10/11 and variance 1/11 (ten ones, a zero, divided by ten): from 61.8 to 98.8 %.
  expect(interval[0]).toBeCloseTo(61.8, 1);
  expect(interval[1]).toBeCloseTo(98.8, 1);
  expect(elo.interval[0]).toBeCloseTo(400 * Math.log10(interval[0] / (100 - interval[0])), 6);
  expect(elo.interval[1]).toBeCloseTo(400 * Math.log10(interval[1] / (100 - interval[1])), 6);
});

test("Elo is infinite if all games are won or lost", () => {
  for (let n = 1; n < 60; n++) {
    const won = standing(Array.from({ length: n }, () => [1, 1] as const));
    expect([won.elo.value, won.elo.interval[1]]).toEqual([Infinity, Infinity]);
    expect(won.elo.interval[0]).toBeLessThan(2_000);
    const lost = standing(Array.from({ length: n }, () => [0, 0] as const));
    expect([lost.elo.value, lost.elo.interval[0]]).toEqual([-Infinity, -Infinity]);
  }
});

test("a seat's score counts games, with Wilson's interval", () => {
  // Wilson's interval for 8 of 10, as published: 49.0 to 94.3 %; the sample variance is 10/9 of the population variance, so slightly wider.
  const { games, wins, draws, losses, percent, interval } = seatScore([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
  expect({ games, wins, draws, losses, percent }).toEqual({ games: 10, wins: 8, draws: 0, losses: 2, percent: 80 });
  expect(interval[0]).toBeCloseTo(48.2, 1);
  expect(interval[1]).toBeCloseTo(95.1, 1);
});

test("if scores do not sum to 1, points are shares of their sum", () => {
  const game = { pair: 0, firstPlaysFirst: true };
  expect(pointsOfFirst([1, 0], game)).toBe(1);
  expect(pointsOfFirst([0.6, 0.2], game)).toBeCloseTo(0.75, 12);
  expect(pointsOfFirst([0.6, 0.2], { pair: 0, firstPlaysFirst: false })).toBeCloseTo(0.25, 12);
  expect(pointsOfFirst([0, 0], game)).toBe(0.5);
  expect(pointsOfFirst([0.4], game)).toBe(0.4);
});
