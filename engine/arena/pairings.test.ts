/** Pairings: every encounter of a format, and no avoidable rematch in Swiss rounds. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { maximumMatching, type Joins } from "./matching.ts";
import { seededOrder, gauntlet, roundRobin, swissRound, type Round } from "./pairings.ts";

/** Reference implementation by exhaustive search. */
function mostPairs(nodes: readonly number[], joins: Joins): number {
  const [first, ...rest] = nodes;
  if (first === undefined) return 0;
  const without = mostPairs(rest, joins);
  const withOne = rest.map((other) =>
    joins(first, other)
      ? 1 +
        mostPairs(
          rest.filter((each) => each !== other),
          joins,
        )
      : 0,
  );
  return Math.max(without, ...withOne);
}

function joinsOf(edges: readonly (readonly [number, number])[]): Joins {
  const keys = new Set(edges.flatMap(([a, b]) => [100 * a + b, 100 * b + a]));
  return (a, b) => keys.has(100 * a + b);
}

describe("maximum matching", () => {
  test("equals exhaustive search on random graphs", () => {
    const random = new SeededRandom(5);
    for (let i = 0; i < 2_000; i++) {
      const nodes = Array.from({ length: 2 + random.below(8) }, (_, node) => 10 + node);
      const share = 0.1 + 0.4 * random.fraction();
      const edges = roundRobin(nodes.length)
        .filter(() => random.fraction() < share)
        .map(([a, b]) => [10 + a, 10 + b] as const);
      expect(maximumMatching(nodes, joinsOf(edges)), JSON.stringify(edges)).toBe(mostPairs(nodes, joinsOf(edges)));
    }
  });

  test("is known for the Petersen graph and two triangles", () => {
    const cycle = (nodes: readonly number[]): [number, number][] =>
      nodes.map((node, i) => [node, nodes[(i + 1) % nodes.length] as number]);
    const nodes = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
    const outer = cycle([0, 1, 2, 3, 4]);
    const inner = cycle([5, 7, 9, 6, 8]);
    const spokes = nodes(5).map((i): [number, number] => [i, i + 5]);
    expect(maximumMatching(nodes(10), joinsOf([...outer, ...inner, ...spokes]))).toBe(5);
    expect(maximumMatching(nodes(6), joinsOf([...cycle([0, 1, 2]), ...cycle([3, 4, 5])]))).toBe(2);
    expect(maximumMatching(nodes(6), joinsOf([...cycle([0, 1, 2]), ...cycle([3, 4, 5]), [2, 3]]))).toBe(3);
  });
});

test("a round robin has every encounter once, a gauntlet those of the first", () => {
  expect(roundRobin(4)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
  expect(gauntlet(4)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
});

describe("Swiss rounds", () => {
  /** Simulates a tournament with random results. */
  function tournament(players: number, rounds: number, seed: number): { played: Round[]; points: number[][] } {
    const random = new SeededRandom(seed);
    const order = seededOrder(players, seed);
    const total = Array.from({ length: players }, () => 0);
    const played: Round[] = [];
    const points: number[][] = [];
    for (let i = 0; i < rounds; i++) {
      points.push([...total]);
      const round = swissRound({ points: total, order, rounds: played });
      played.push(round);
      if (round.bye !== null) total[round.bye]! += 2;
      for (const [a, b] of round.encounters) {
        const first = random.below(5);
        if (first === 0) [a, b].forEach((player) => (total[player]! += 1));
        else total[first < 4 ? a : b]! += 2;
      }
    }
    return { played, points };
  }

  const keys = ({ encounters }: Round): string[] => encounters.map((encounter) => encounter.join());

  test.each([2, 3, 4, 5, 6, 7, 8, 9, 16, 31])("of %i players pair everyone once in each round", (players) => {
    const { played } = tournament(players, 5, players);
    for (const { encounters, bye } of played) {
      const all = [...encounters.flat(), ...(bye === null ? [] : [bye])];
      expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: players }, (_, i) => i));
      expect(encounters.every(([a, b]) => a < b)).toBe(true);
      expect(bye === null).toBe(players % 2 === 0);
    }
  });

  test("avoid rematches and second byes", () => {
    for (let seed = 0; seed < 60; seed++) {
      const players = 3 + (seed % 7);
      const { played } = tournament(players, 6, seed);
      const size = players + (players % 2);
      const met = new Set<string>();
      for (const round of played) {
        const now = [...keys(round), ...(round.bye === null ? [] : [[round.bye, players].join()])];
        const fresh = mostPairs(
          Array.from({ length: size }, (_, i) => i),
          (a, b) => !met.has([Math.min(a, b), Math.max(a, b)].join()),
        );
        expect(now.filter((key) => !met.has(key))).toHaveLength(fresh);
        for (const key of now) met.add(key);
      }
    }
  });

  test("pair neighbours in the standings", () => {
    const order = [3, 2, 1, 0];
    const first = swissRound({ points: [0, 0, 0, 0], order, rounds: [] });
    expect(first.encounters).toEqual([
      [2, 3],
      [0, 1],
    ]);
    const second = swissRound({ points: [2, 0, 2, 0], order, rounds: [first] });
    expect(second.encounters).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  test("give the bye to the last player without one", () => {
    const order = [0, 1, 2];
    const first = swissRound({ points: [0, 0, 0], order, rounds: [] });
    expect(first.bye).toBe(2);
    expect(swissRound({ points: [4, 0, 4], order, rounds: [first] }).bye).toBe(1);
  });

  test("are reproducible by seed", () => {
    expect(tournament(9, 4, 7)).toEqual(tournament(9, 4, 7));
    expect(seededOrder(9, 1)).not.toEqual(seededOrder(9, 2));
    expect(seededOrder(9, 1).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
