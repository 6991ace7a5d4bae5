/** SPSA on noisy games with known strengths, and the duels it requests. */
import { describe, expect, test } from "vitest";
import { hillClimb } from "./hill-climb.ts";
import { noisyOracle, type Strength } from "./oracle.fixture.ts";
import { spsa } from "./spsa.ts";
import type { Duel, PlayRound } from "./tune-rounds.ts";
import type { ChoiceVariable, NumberVariable, Point, Variable } from "./tune-variables.ts";

const C: NumberVariable = { kind: "number", name: "c", low: 0, high: 2, digits: 3 };
const DEPTH: NumberVariable = { kind: "number", name: "depth", low: 1, high: 6, digits: 0 };
const RANDOM: NumberVariable = { kind: "number", name: "random", low: 0, high: 100, digits: 0 };
const MOVES: ChoiceVariable = { kind: "choice", name: "moves", choices: ["all", "some", "few"] };
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Best at c 0.6, depth 5, random 25; c and random depend on each other. */
const elo: Strength = ({ c, depth, random }) => {
  const [x, y, z] = [Number(c) / 2 - 0.3, (Number(depth) - 5) / 5, Number(random) / 100 - 0.25];
  return -400 * (x * x + y * y + z * z + x * z);
};
const START: Point = { c: 1.6, depth: 2, random: 80 };

async function meanElo(method: (play: PlayRound, seed: number) => Promise<{ best: Point }>): Promise<number> {
  const found = await Promise.all(SEEDS.map((seed) => method(noisyOracle(elo, seed), seed)));
  return found.reduce((sum, { best }) => sum + elo(best), 0) / found.length;
}

describe("of noisy games", () => {
  const variables = [C, DEPTH, RANDOM];

  test("SPSA approaches the optimum from far away", async () => {
    expect(elo(START)).toBeLessThan(-400);
    expect(await meanElo((play, seed) => spsa(variables, START, { pairs: 1_000, seed }, play))).toBeGreaterThan(-15);
  });

  test("SPSA is better than hill climbing with equally many games", async () => {
    const [pairs, variants, passes] = [10, 6, 3];
    const climbed = await meanElo((play) =>
      hillClimb(variables, START, { pairs, variants, passes, shrink: 0.5 }, play),
    );
    const all = pairs * variants * passes * variables.length;
    const tuned = await meanElo((play, seed) => spsa(variables, START, { pairs: all, seed }, play));
    expect(-tuned).toBeLessThan(-climbed / 2);
  });

  test.each<[string, readonly Variable[], Point]>([
    ["alone", [MOVES], { moves: "all" }],
    ["among numbers", [C, MOVES, RANDOM], { c: 1.6, moves: "all", random: 80 }],
  ])("the best choice is found, %s", async (_, variables, start) => {
    const strength: Strength = (point) =>
      elo({ depth: 5, c: 0.6, random: 25, ...point }) + { all: -60, some: 0, few: -90 }[String(point["moves"])]!;
    const found = await Promise.all(
      SEEDS.map((seed) => spsa(variables, start, { pairs: 600, seed }, noisyOracle(strength, seed))),
    );
    expect(found.filter(({ best }) => best["moves"] === "some").length).toBeGreaterThanOrEqual(9);
  });
});

describe("the requested duels", () => {
  async function duelsOf(variables: readonly Variable[], start: Point, pairs: number, seed: number): Promise<Duel[]> {
    const requested: Duel[] = [];
    const oracle = noisyOracle(() => 0, 5);
    await spsa(variables, start, { pairs, seed }, (round) => {
      requested.push(...round.duels);
      return oracle(round);
    });
    return requested;
  }
  const variables = [C, DEPTH, MOVES];
  const start = { c: 1, depth: 3, moves: "few" };

  test("are single pairs, each with its own openings", async () => {
    for (const pairs of [1, 8, 100]) {
      const duels = await duelsOf(variables, start, pairs, 1);
      expect(duels.map(({ openings }) => openings)).toEqual(Array.from({ length: pairs }, (_, i) => i));
      for (const duel of duels) expect(duel.pairs).toBe(1);
    }
  });

  test("are reproducible by seed", async () => {
    const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => duelsOf(variables, start, 50, seed)));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test("have valid values, and the sides of a pair always differ", async () => {
    const bits: NumberVariable = { kind: "number", name: "bits", low: 0, high: 1, digits: 0 };
    for (const subject of [variables, [DEPTH], [bits], [MOVES]]) {
      const duels = await duelsOf(subject, { ...start, bits: 1 }, 400, 3);
      for (const { first, second } of duels) expect(first).not.toEqual(second);
      for (const point of duels.flatMap(({ first, second }) => [first, second]))
        for (const variable of subject) {
          const value = point[variable.name] as never;
          if (variable.kind === "choice") expect(variable.choices).toContain(value);
          else {
            expect(value).toBeGreaterThanOrEqual(variable.low);
            expect(value).toBeLessThanOrEqual(variable.high);
            expect(Number(Number(value).toFixed(variable.digits))).toBe(value);
          }
        }
    }
  });
});

test("with drawn games nothing changes", async () => {
  const start = { c: 1.234, depth: 4, moves: "few" };
  const drawn: PlayRound = async ({ duels }) => duels.map(() => 0.5);
  const { best, places } = await spsa([C, DEPTH, MOVES], start, { pairs: 100, seed: 1 }, drawn);
  expect(best).toEqual(start);
  expect(places.at(-1)).toEqual({ games: 200, point: start });
  expect(places.map(({ games }) => games)).toEqual(places.map(({ games }) => games).toSorted((a, b) => a - b));
});
