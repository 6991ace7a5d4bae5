/** Which games a cell counts: by the seat that it asks for, whichever of the two players the match names first. */
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

test("the points of a player in the second seat are what the other leaves in the first", () => {
  // The match is told as «a» against «b»: a wins 9 of 10 in the first seat, b wins 3 of 10 in it.
  const report = { bySeat: { firstMovesFirst: score(9, 1), secondMovesFirst: score(3, 7) } } as unknown as MatchReport;
  const wins = (players: readonly [string, string], seat: MatchMeasurement["seat"]): number =>
    scoreOf(measurement(players, seat), report).wins;
  expect([wins(["a", "b"], "first"), wins(["a", "b"], "second")]).toEqual([9, 7]);
  expect([wins(["b", "a"], "first"), wins(["b", "a"], "second")]).toEqual([3, 1]);
  expect(scoreOf(measurement(["a", "b"], "second"), report)).toMatchObject({ percent: 70, interval: [20, 90] });
});

test("a game that was renamed keeps its match: the seed comes from the former id", async () => {
  const [experiment] = chooseExperiments(await loadExperiments(), ["002-table-2"]);
  const cell = experiment?.cells.find(({ row, column }) => row === "chess" && column === "paper");
  const measured = cell?.measure.quick as MatchMeasurement;
  expect(measured.game).toBe("chess-gdl");
  // As a store has it that was made when the game was still called chess.
  expect(matchOf("002-table-2", "quick", measured).seed).toBe(1_482_564_479);
});

test("cells of either player and seat share one match", () => {
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
