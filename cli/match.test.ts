/** `gamelore match`: the same games for the same seed, each opening from both sides, and figures that fit the games. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { Standing } from "../engine/arena/statistics.ts";
import { PlainRules, type PlainPosition } from "../games/chinese-checkers/plain.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

interface Game {
  readonly start: string;
  readonly moves: readonly string[];
  readonly scores: readonly [number, number];
  readonly ending: string;
  readonly plies: number;
  readonly pair: number;
  readonly firstPlaysFirst: boolean;
  readonly points: number;
}
interface Match {
  readonly players: readonly [string, string];
  readonly standing: Standing;
  readonly games: readonly Game[];
}

const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const PLAYERS = ["alphabeta(depth=2, eval=rows)", "uct(playouts=30)"];

async function match(...words: string[]): Promise<Match> {
  return documentOf(await home.run(["match", ...VARIANT, ...words, "--json", "--games"])) as Match;
}

describe("the same seed", () => {
  test("gives the same games on one thread and on two, and another seed gives others", async () => {
    const words = [...PLAYERS, "--pairs", "4", "--opening", "4"];
    const [one, two, again, other] = await Promise.all([
      match(...words, "--threads", "1"),
      match(...words, "--threads", "2"),
      match(...words, "--threads", "2", "--seed", "1"),
      match(...words, "--seed", "2"),
    ]);
    expect(two).toEqual(one);
    expect(again).toEqual(one);
    expect(other.games.map(({ start }) => start)).not.toEqual(one.games.map(({ start }) => start));
    expect(one.players).toEqual(PLAYERS);
  });
});

describe("the games of a match", () => {
  test("are in pairs: each opening once from either side", async () => {
    const { games } = await match(...PLAYERS, "--pairs", "5", "--opening", "4");
    expect(games).toHaveLength(10);
    for (let pair = 0; pair < 5; pair++) {
      const [one, two] = games.filter((game) => game.pair === pair);
      expect(one?.start).toBe(two?.start);
      expect([one?.firstPlaysFirst, two?.firstPlaysFirst]).toEqual([true, false]);
    }
    expect(new Set(games.map(({ start }) => start)).size).toBeGreaterThan(1);
  });

  test("are legal from start to end, and scored by the rules", async () => {
    const rules = new PlainRules({ side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" });
    const { games } = await match("greedy", "random", "--pairs", "3", "--opening", "0");
    for (const game of games) {
      let position: PlainPosition = rules.initial();
      expect(game.start).toBe(rules.text(position));
      for (const move of game.moves) {
        expect(rules.moves(position)).toContain(move);
        position = rules.play(position, move);
      }
      expect(game.plies).toBe(game.moves.length);
      if (game.ending === "rules") expect(rules.result(position)).toEqual(game.scores);
      else expect(game.scores).toEqual([0.5, 0.5]);
      expect(game.points).toBe(game.scores[game.firstPlaysFirst ? 0 : 1]);
    }
  });
});

describe("the figures of a match", () => {
  test("fit its games, and what a person reads", async () => {
    const words = ["greedy", PLAYERS[0] as string, "--pairs", "8", "--opening", "3", "--seed", "5"];
    const { games, standing } = await match(...words);
    const points = games.map((game) => game.points);
    expect(standing).toMatchObject({
      games: 16,
      wins: points.filter((each) => each === 1).length,
      draws: points.filter((each) => each === 0.5).length,
      losses: points.filter((each) => each === 0).length,
      points: points.reduce((sum, each) => sum + each, 0),
    });
    const { wins, draws, losses, percent, interval } = standing;
    expect(percent).toBeCloseTo((100 * (wins + draws / 2)) / 16, 9);
    expect(interval[0]).toBeGreaterThanOrEqual(0);
    expect(interval[0]).toBeLessThan(percent);
    expect(interval[1]).toBeGreaterThan(percent);
    expect(interval[1]).toBeLessThanOrEqual(100);
    const { stdout } = await home.run(["match", ...VARIANT, ...words]);
    const [low, high] = interval.map((end) => end.toFixed(1));
    expect(stdout).toContain(
      `+${wins} =${draws} -${losses}, ${percent.toFixed(1)} % of the points (95 % interval ${low} to ${high})\n`,
    );
  });

  test("narrow with the number of pairs", async () => {
    const width = async (pairs: string): Promise<number> => {
      const { standing } = await match("random", "random", "--pairs", pairs, "--opening", "2");
      return standing.interval[1] - standing.interval[0];
    };
    expect(await width("40")).toBeLessThan((await width("4")) / 2);
  });
});

describe("players that cannot be had are refused before any game", () => {
  test.each([
    ["kasparov", /there is no player "kasparov" in chinese-checkers; there is: random, greedy, alphabeta, uct/],
    ["", /"" is not a player; expected a form like alphabeta\(depth=5/],
    ["alphabeta(", /is not a player/],
    ["alphabeta(3)", /"3" is not of the form key=value/],
    ["alphabeta(depht=3)", /alphabeta\(depht=3\): unknown option "depht"; known: depth/],
    ["alphabeta(depth=0)", /depth: "0" is not a whole number from 1 to/],
    ["alphabeta(depth=deep)", /depth: "deep" is not a whole number/],
    ["alphabeta(depth=1, depth=2)", /"depth" is given twice/],
    ["uct(eval=mine)", /eval: "mine" is not one of rows, table/],
    ["alphabeta(eval=table)", /one-side-4x4-3 is not there; build it with: gamelore solve chinese-checkers --side 4/],
  ])("%j", async (player, why) => {
    // Of games between these there would be no end within a test.
    const many = ["--pairs", "1000000"];
    expectRefusal(await home.run(["match", ...VARIANT, player, "random", ...many]), why);
    expectRefusal(await home.run(["match", ...VARIANT, "random", player, ...many]), why);
  });

  test("a variant without a table has no player that uses one", async () => {
    const words = ["match", "chinese-checkers", "--side", "5", "--pieces", "10", "alphabeta(eval=table)", "random"];
    expectRefusal(await home.run(words), /no table for 10 pieces.*eval=rows/);
  });
});

test("Ctrl-C ends a match, also in the middle of a thought", async () => {
  const thinker = "alphabeta(ms=20000, depth=64, eval=rows)";
  const running = home.start(["match", "chinese-checkers", "--side", "7", thinker, thinker]);
  await sleep(1500);
  const began = performance.now();
  expectRefusal(await running.signal("SIGINT"), /interrupted/, 130);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(home.processes()).toEqual([]);
});

test("Ctrl-C ends a match of players that never wait", async () => {
  const running = home.start(["match", "chinese-checkers", "random", "random", "--pairs", "1000000"]);
  await sleep(1500);
  expectRefusal(await running.signal("SIGINT"), /interrupted/, 130);
});
