/** A cell counts games by seat, whichever player comes first in the match. */
import { expect, test } from "vitest";
import type { MatchReport } from "../engine/arena/match.ts";
import type { MatchMeasurement } from "./experiment.ts";
import { chooseExperiments, loadExperiments } from "./experiments.ts";
import { matchOf, scoreOf } from "./measure.ts";

const score = (wins: number, losses: number) => ({
  games: wins + losses,
  wins,
  draws: 0,
  losses,
  percent: (100 * wins) / (wins + losses),
  interval: [10, 80] as const,
});

function measurement(players: readonly [string, string], seat: MatchMeasurement["seat"]): MatchMeasurement {
  return { kind: "match", game: "g", variant: {}, players, limits: {}, openingPlies: 0, seat, games: 10 };
}

test("a player's score in the second seat is the complement of the opponent's in the first", () => {
  // The match is stored as a against b: a wins 9 of 10 in the first seat, b wins 3 of 10 in it.
  const report = { bySeat: { firstMovesFirst: score(9, 1), secondMovesFirst: score(3, 7) } } as unknown as MatchReport;
  const wins = (players: readonly [string, string], seat: MatchMeasurement["seat"]): number =>
    scoreOf(measurement(players, seat), report).wins;
  expect([wins(["a", "b"], "first"), wins(["a", "b"], "second")]).toEqual([9, 7]);
  expect([wins(["b", "a"], "first"), wins(["b", "a"], "second")]).toEqual([3, 1]);
  expect(scoreOf(measurement(["a", "b"], "second"), report)).toMatchObject({ percent: 70, interval: [20, 90] });
});

test("a renamed game keeps its match: the seed is from the former id", async () => {
  const [experiment] = chooseExperiments(await loadExperiments(), ["002-table-2"]);
  const cell = experiment?.cells.find(({ row, column }) => row === "chess" && column === "paper");
  const measured = cell?.measure.quick as MatchMeasurement;
  expect(measured.game).toBe("chess-gdl");
  // As stored when the game was still called chess.
  expect(matchOf("002-table-2", "quick", measured).seed).toBe(1_482_564_479);
});

test("cells of both players and seats share one match", () => {
  const specs = (["first", "second"] as const).flatMap((seat) =>
    (
      [
        ["a", "b"],
        ["b", "a"],
      ] as const
    ).map((players) => matchOf("x", "quick", measurement(players, seat))),
  );
  expect(new Set(specs.map((spec) => JSON.stringify(spec))).size).toBe(1);
});
