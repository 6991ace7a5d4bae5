/** Ratings against the equations of the model, and ranking tables. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import { bradleyTerry, type Score } from "./bradley-terry.ts";
import { roundRobin } from "./pairings.ts";
import { rank } from "./ranking.ts";

function share(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

describe("Elo of several players", () => {
  /**
   * At the maximum likelihood every player's points equal the expected points, including the virtual draw. The virtual
   * player's Elo is the one at which all these draws together are expected.
   */
  function expectMaximumLikelihood(elos: readonly number[], scores: readonly Score[]): void {
    let [low, high] = [-10_000, 10_000];
    for (let i = 0; i < 100; i++) {
      const middle = (low + high) / 2;
      const expected = elos.reduce((sum, elo) => sum + share(elo - middle), 0);
      if (expected > elos.length / 2) low = middle;
      else high = middle;
    }
    elos.forEach((elo, player) => {
      let [made, expected] = [0.5, share(elo - low)];
      for (const {
        players: [a, b],
        games,
        points,
      } of scores) {
        if (a !== player && b !== player) continue;
        made += player === a ? points : games - points;
        expected += games * share(elo - (elos[player === a ? b : a] as number));
      }
      expect(expected).toBeCloseTo(made, 6);
    });
    expect(elos.reduce((sum, elo) => sum + elo, 0)).toBeCloseTo(0, 6);
  }

  test("solves the equations of the model, for complete and incomplete tournaments", () => {
    const random = new SeededRandom(3);
    for (let i = 0; i < 20; i++) {
      const players = 2 + random.below(6);
      const scores = roundRobin(players)
        .filter(() => random.fraction() < 0.8)
        .map((pair): Score => ({ players: pair, games: 40, points: random.below(81) / 2 }));
      expectMaximumLikelihood(bradleyTerry(players, scores), scores);
    }
  });

  test("is finite for players who won or lost all games, and ordered", () => {
    const scores: Score[] = [
      { players: [0, 1], games: 50, points: 50 },
      { players: [1, 2], games: 50, points: 50 },
    ];
    const elos = bradleyTerry(3, scores) as [number, number, number];
    expect(elos.every(Number.isFinite)).toBe(true);
    expect(elos[0]).toBeGreaterThan(elos[1] + 200);
    expect(elos[1]).toBeGreaterThan(elos[2] + 200);
    expectMaximumLikelihood(elos, scores);
  });

  test("approaches the truth with many games", () => {
    const truth = [150, 20, -50, -120];
    const scores = roundRobin(4).map(([a, b]): Score => ({
      players: [a, b],
      games: 1e6,
      points: 1e6 * share((truth[a] as number) - (truth[b] as number)),
    }));
    bradleyTerry(4, scores).forEach((elo, player) => expect(elo).toBeCloseTo(truth[player] as number, 1));
  });

  test("is 0 without games", () => {
    expect(bradleyTerry(3, [])).toEqual([0, 0, 0]);
  });
});

describe("the table", () => {
  const results = [
    {
      players: [0, 1],
      pairs: [
        [1, 0.5],
        [0, 0],
      ],
    },
    {
      players: [0, 2],
      pairs: [
        [0.5, 0.5],
        [1, 0],
      ],
    },
    {
      players: [1, 2],
      pairs: [
        [1, 1],
        [1, 0.5],
      ],
    },
  ] as const;

  test("has points, games and percentages, best first", () => {
    const { rows, cross } = rank(["a", "b", "c"], results, { by: "points", byes: [], byeGames: 4 });
    const summary = rows.map(({ player, points, games, wins, draws, losses, percent }) => [
      player,
      points,
      games,
      wins,
      draws,
      losses,
      percent,
    ]);
    // b: 2½ against a, 3½ against c; a: 1½ and 2; c: 2 and ½.
    expect(summary).toEqual([
      ["b", 12, 8, 5, 2, 1, 75],
      ["a", 7, 8, 2, 3, 3, 43.75],
      ["c", 5, 8, 1, 3, 4, 31.25],
    ]);
    expect(cross).toEqual([
      [null, { points: 5, games: 4 }, { points: 7, games: 4 }],
      [{ points: 3, games: 4 }, null, { points: 4, games: 4 }],
      [{ points: 1, games: 4 }, { points: 4, games: 4 }, null],
    ]);
    expect(rows.map(({ elo }) => elo).toSorted((x, y) => y - x)).toEqual(rows.map(({ elo }) => elo));
  });

  test("counts a bye as won games in points only", () => {
    const { rows } = rank(["a", "b", "c"], results.slice(0, 1), { by: "points", byes: [0, 0, 1], byeGames: 4 });
    expect(rows.map(({ player, points, byes, games }) => [player, points, byes, games])).toEqual([
      ["c", 8, 1, 0],
      ["b", 5, 0, 4],
      ["a", 3, 0, 4],
    ]);
  });

  test("by Elo ranks the stronger player first, even with fewer points", () => {
    const gauntlet = [
      {
        players: [0, 1],
        pairs: [
          [1, 1],
          [1, 1],
        ],
      },
      {
        players: [0, 2],
        pairs: [
          [0, 0],
          [0, 0.5],
        ],
      },
    ] as const;
    const { rows, cross } = rank(["a", "b", "c"], gauntlet, { by: "elo", byes: [], byeGames: 0 });
    expect(rows.map(({ player, points }) => [player, points])).toEqual([
      ["c", 7],
      ["a", 9],
      ["b", 0],
    ]);
    expect(cross[0]?.[2], "b and c have not met").toBeNull();
    const byPoints = rank(["a", "b", "c"], gauntlet, { by: "points", byes: [], byeGames: 0 });
    expect(byPoints.rows.map(({ player }) => player)).toEqual(["a", "c", "b"]);
  });
});
