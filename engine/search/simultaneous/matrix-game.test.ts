/** Matrix games with known solutions, and random ones against support enumeration. */
import type { Exports } from "../../../build/kernels/fixtures/matrix-game.ts";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../contracts/suites/random-play.ts";
import { Kernel } from "../../kernel/kernel.ts";
import type { Address } from "../../kernel/memory.ts";
import { type Matrix, valueBySupports } from "./reference-matrix-game.fixture.ts";

const kernel = new Kernel<Exports>("fixtures/matrix-game");

interface Solution {
  readonly value: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly gap: number;
}

function solve(matrix: Matrix): Solution {
  const { memory } = kernel;
  const rows = matrix.length;
  const columns = (matrix[0] as readonly number[]).length;
  const sizes = [8 * rows * columns, 8 * rows, 8 * columns, kernel.exports.scratchBytes(rows, columns)];
  const [at, x, y, scratch] = sizes.map((bytes) => memory.allocate(bytes)) as [Address, Address, Address, Address];
  const numbers = (start: Address, count: number): Float64Array => new Float64Array(memory.memory.buffer, start, count);
  numbers(at, rows * columns).set(matrix.flat());
  const value = kernel.exports.solve(at, rows, columns, x, y, scratch);
  const solution = { value, x: [...numbers(x, rows)], y: [...numbers(y, columns)], gap: kernel.exports.gap() };
  for (const start of [at, x, y, scratch]) memory.free(start);
  return solution;
}

/** Both strategies guarantee the value. */
function expectOptimal(matrix: Matrix, { value, x, y, gap }: Solution, scale = 1): void {
  const against = (column: number): number => x.reduce((sum, p, i) => sum + p * (matrix[i]?.[column] as number), 0);
  const lower = Math.min(...y.map((_, j) => against(j)));
  const upper = Math.max(...matrix.map((row) => row.reduce((sum, payoff, j) => sum + payoff * (y[j] as number), 0)));
  for (const strategy of [x, y]) {
    expect(Math.min(...strategy)).toBeGreaterThanOrEqual(0);
    expect(strategy.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  }
  expect(Math.abs(lower - value)).toBeLessThan(1e-9 * scale);
  expect(Math.abs(upper - value)).toBeLessThan(1e-9 * scale);
  expect(gap).toBeLessThan(2e-9 * scale);
}

function close(actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((p, i) => expect(p).toBeCloseTo(expected[i] as number, 10));
}

describe("games with known solutions", () => {
  test("matching pennies", () => {
    const { value, x, y } = solve([
      [1, -1],
      [-1, 1],
    ]);
    expect(value).toBeCloseTo(0, 12);
    close(x, [0.5, 0.5]);
    close(y, [0.5, 0.5]);
  });

  test("rock, paper, scissors", () => {
    const { value, x, y } = solve([
      [0, -1, 1],
      [1, 0, -1],
      [-1, 1, 0],
    ]);
    expect(value).toBeCloseTo(0, 12);
    close(x, [1 / 3, 1 / 3, 1 / 3]);
    close(y, [1 / 3, 1 / 3, 1 / 3]);
  });

  test("rock, paper, scissors in which a win by rock counts double", () => {
    const { value, x, y } = solve([
      [0, -1, 2],
      [1, 0, -1],
      [-2, 1, 0],
    ]);
    expect(value).toBeCloseTo(0, 12);
    close(x, [0.25, 0.5, 0.25]);
    close(y, [0.25, 0.5, 0.25]);
  });

  test("2 × 2 without a saddle point: (ad - bc) / (a + d - b - c)", () => {
    const random = randomNumbers(5);
    let mixed = 0;
    for (let k = 0; k < 500; k++) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 0, 0, 0].map(() => Math.round(20 * random() - 10));
      const saddle = Math.max(Math.min(a, b), Math.min(c, d));
      const isSaddle = saddle === Math.min(Math.max(a, c), Math.max(b, d));
      if (!isSaddle) mixed++;
      const { value } = solve([
        [a, b],
        [c, d],
      ]);
      expect(value).toBeCloseTo(isSaddle ? saddle : (a * d - b * c) / (a + d - b - c), 10);
    }
    expect(mixed).toBeGreaterThan(50);
  });

  test("a saddle point is found exactly, with pure strategies", () => {
    const solution = solve([
      [4, 2, 3],
      [5, 0, 9],
      [1, 1, 2],
    ]);
    expect(solution).toEqual({ value: 2, x: [1, 0, 0], y: [0, 1, 0], gap: 0 });
  });

  test("one row, one column, one number", () => {
    expect(solve([[3, 1, 2]])).toMatchObject({ value: 1, y: [0, 1, 0] });
    expect(solve([[3], [7], [7]])).toMatchObject({ value: 7, x: [0, 1, 0] });
    expect(solve([[-5]])).toMatchObject({ value: -5, x: [1], y: [1] });
  });

  test("equal payoffs, equal rows, equal columns", () => {
    expect(
      solve([
        [2, 2],
        [2, 2],
      ]).value,
    ).toBe(2);
    const twice = [
      [1, -1, 1, -1],
      [1, -1, 1, -1],
      [-1, 1, -1, 1],
      [-1, 1, -1, 1],
      [-1, 1, -1, 1],
    ];
    const solution = solve(twice);
    expect(solution.value).toBeCloseTo(0, 12);
    expectOptimal(twice, solution);
  });

  test("dominated moves are not played", () => {
    const { value, x, y } = solve([
      [1, -1, 5],
      [-1, 1, 4],
      [-2, 0.5, 3],
    ]);
    expect(value).toBeCloseTo(0, 12);
    close(x, [0.5, 0.5, 0]);
    close(y, [0.5, 0.5, 0]);
  });
});

describe("random games", () => {
  /** Whole numbers from a small range give ties and degenerate programs. */
  function randomMatrix(seed: number, rows: number, columns: number, range: number): number[][] {
    const random = randomNumbers(seed);
    return Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => Math.floor(random() * (2 * range + 1)) - range),
    );
  }

  test.for([1, 2, 3, 10, 1_000])("payoffs within ±%d have the value of support enumeration", (range) => {
    for (let seed = 1; seed <= 150; seed++) {
      const matrix = randomMatrix(seed, 1 + (seed % 5), 1 + (Math.floor(seed / 5) % 5), range);
      const solution = solve(matrix);
      expect(Math.abs(solution.value - valueBySupports(matrix))).toBeLessThan(1e-7 * range);
      expectOptimal(matrix, solution, range);
    }
  });

  test.for([
    [625, 5],
    [5, 625],
    [25, 25],
    [60, 60],
    [625, 2],
  ])("%d × %d: the strategies are a Nash equilibrium", ([rows = 0, columns = 0]) => {
    for (const range of [1, 2, 20, 20_000]) {
      for (let seed = 1; seed <= 8; seed++) {
        const matrix = randomMatrix(seed, rows, columns, range);
        expectOptimal(matrix, solve(matrix), range);
      }
    }
  });
});
