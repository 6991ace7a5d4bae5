/** `gamelore match`: reproducible games, paired openings, consistent statistics. */
import { afterAll, describe, expect, test } from "vitest";
import type { MatchReport } from "../engine/arena/match.ts";
import { eloNumber } from "./match-lines.ts";
import { ReferenceRules, type ReferencePosition } from "../games/chinese-checkers/reference.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const PLAYERS = ["alphabeta(depth=2, eval=rows)", "uct(playouts=30)"];

async function match(...words: string[]): Promise<MatchReport> {
  return documentOf(await home.run(["match", ...VARIANT, ...words, "--no-store", "--json", "--games"])) as MatchReport;
}

describe("the same seed", () => {
  test("gives the same games on one and two threads, another seed others", async () => {
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
  test("are paired: each opening once from either side", async () => {
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
    const rules = new ReferenceRules({ side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" });
    const { games } = await match("greedy", "random", "--pairs", "3", "--opening", "0");
    for (const game of games) {
      let position: ReferencePosition = rules.initial();
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

describe("the statistics of a match", () => {
  test("match its games and the printed text", async () => {
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
    const elo = Math.round(400 * Math.log10(percent / (100 - percent)));
    expect(stdout).toContain(`\nElo ${elo > 0 ? "+" : ""}${elo} (95 % interval `);
    const pairs = [0, 0.5, 1, 1.5, 2].map(
      (sum) => games.filter((game, i) => i % 2 === 0 && game.points + (games[i + 1]?.points ?? 0) === sum).length,
    );
    expect(stdout).toContain(
      `\npairs by points: 0: ${pairs[0]}, ½: ${pairs[1]}, 1: ${pairs[2]}, 1½: ${pairs[3]}, 2: ${pairs[4]}\n`,
    );
    const moverWins = games.filter((game) => game.firstPlaysFirst && game.scores[0] === 1).length;
    expect(stdout).toContain(`\n  greedy as x: +${moverWins} =`);
  });

  test("narrow with the number of pairs", async () => {
    const width = async (pairs: string): Promise<number> => {
      const { standing } = await match("random", "random", "--pairs", pairs, "--opening", "2");
      return standing.interval[1] - standing.interval[0];
    };
    expect(await width("40")).toBeLessThan((await width("4")) / 2);
  });
});

describe("invalid players are refused before any game", () => {
  test.each([
    ["kasparov", /no player "kasparov" in chinese-checkers; players: random, greedy, alphabeta, uct/],
    ["", /"" is not a valid player; expected, for example, alphabeta\(depth=5/],
    ["alphabeta(", /is not a valid player/],
    ["alphabeta(3)", /"3" is not of the form key=value/],
    ["alphabeta(depht=3)", /alphabeta\(depht=3\): unknown option "depht"; known: depth/],
    ["alphabeta(depth=0)", /depth: "0" is not a whole number from 1 to/],
    ["alphabeta(depth=deep)", /depth: "deep" is not a whole number/],
    ["alphabeta(depth=1, depth=2)", /"depth" is given twice/],
    ["uct(eval=mine)", /eval: "mine": expected one of rows, manhattan, baseline, table/],
    ["alphabeta(eval=table)", /one-side-4x4-3 not found; build it with: gamelore solve chinese-checkers --side 4/],
  ])("%j", async (player, why) => {
    // Games between these would take longer than a test.
    const many = ["--pairs", "1000000"];
    expectRefusal(await home.run(["match", ...VARIANT, player, "random", ...many]), why);
    expectRefusal(await home.run(["match", ...VARIANT, "random", player, ...many]), why);
  });

  test("a variant without a table has no player that uses one", async () => {
    const words = ["match", "chinese-checkers", "--side", "5", "--pieces", "10", "alphabeta(eval=table)", "random"];
    expectRefusal(await home.run(words), /no table covers 10 pieces.*pdb\(/);
  });
});

describe("limits of a match", () => {
  test("apply to every move of both players and are part of the report", async () => {
    const words = ["alphabeta(eval=rows)", "alphabeta(eval=rows)", "--pairs", "2", "--opening", "2"];
    const [limited, plain, shallow] = await Promise.all([
      match(...words, "--depth", "1"),
      match(...words),
      match(...words.slice(2), "alphabeta(eval=rows, depth=1)", "alphabeta(eval=rows, depth=1)"),
    ]);
    expect(limited).toMatchObject({ limits: { depth: 1 } });
    expect(limited.games).toEqual(shallow.games);
    expect(limited.games).not.toEqual(plain.games);
  });

  test("with a sequential test, ends when it is decided", async () => {
    const words = [PLAYERS[0] as string, "random", "--opening", "2", "--sprt", "0,200"];
    const report = await match(...words);
    expect(report.sprt).toMatchObject({ elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, decision: "H1" });
    expect(report.games.length).toBeLessThan(200);
    const { stdout } = await home.run(["match", ...VARIANT, ...words]);
    expect(stdout).toMatch(/\nSPRT of Elo 0 against Elo \+200: .* H1: Elo \+200 is accepted\n/);
  });

  test.each(["", "0", "10,0", "0,10,0.05,0.05,1", "0,10,0.7", "a,b", "0,9999"])(
    "--sprt %j is refused",
    async (text) => {
      expectRefusal(
        await home.run(["match", ...VARIANT, "random", "random", "--sprt", text]),
        /expected two Elo numbers, the lower first/,
      );
    },
  );
});

test("Elo numbers have a sign unless they are zero", () => {
  expect([12.6, -0.4, 0, -33.3, Infinity, -Infinity].map(eloNumber)).toEqual(["+13", "0", "0", "-33", "+∞", "-∞"]);
});

test("Ctrl-C ends a match during a search", async () => {
  const thinker = "alphabeta(ms=600000, depth=64, eval=rows)";
  const words = ["match", "chinese-checkers", "--side", "7", thinker, thinker];
  expectRefusal(await home.interrupt(words), /interrupted/, 130);
  expect(home.processes()).toEqual([]);
});

test("Ctrl-C ends a match of players that never yield", async () => {
  const words = ["match", "chinese-checkers", "random", "random", "--pairs", "1000000"];
  expectRefusal(await home.interrupt(words), /interrupted/, 130);
});
