/** `gamelore tournament`: the ranking matches the games; an interrupted tournament resumes to the same ranking. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GameStore } from "../engine/arena/store.ts";
import type { TournamentReport } from "../engine/arena/tournament.ts";
import { documentOf, expectRefusal, Home, type Running } from "./run.fixture.ts";

const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const PLAYERS = ["alphabeta(depth=2, eval=rows)", "greedy", "random"];
const WORDS = ["tournament", ...VARIANT, ...PLAYERS, "--opening", "3"];

let home: Home;
beforeEach(() => (home = new Home()));
afterEach(() => home.remove());

function withStore<T>(use: (store: GameStore) => T): T | null {
  const store = GameStore.openExisting(home.path("games.sqlite"));
  try {
    return store && use(store);
  } finally {
    store?.close();
  }
}

async function kept(games: number, running: Running): Promise<void> {
  while ((withStore((store) => store.count()) ?? 0) < games) {
    if (running.outcome !== null) throw new Error(`it ended: ${running.outcome.stderr}`);
    await sleep(5);
  }
}

describe("the ranking", () => {
  test("matches the stored games and the printed text", async () => {
    const words = [...WORDS, "--pairs", "3", "--name", "spring"];
    const { stdout } = await home.run(words);
    const { ranking, label } = documentOf(await home.run([...words, "--json"])) as TournamentReport;
    expect(label).toBe("tournament/spring");
    const games = withStore((store) => [...store.select({ label })]) ?? [];
    expect(games).toHaveLength(18);
    for (const row of ranking.rows) {
      const points = games.flatMap(({ match, game }) =>
        match.first === row.player ? [game.points] : match.second === row.player ? [1 - game.points] : [],
      );
      expect(row).toMatchObject({
        games: 12,
        points: 2 * points.reduce((sum, each) => sum + each, 0),
        wins: points.filter((each) => each === 1).length,
      });
      const line = stdout.split("\n").find((each) => /^\d/.test(each) && each.includes(`  ${row.player}  `));
      expect(line).toMatch(new RegExp(` ${row.points} +12 .* ${row.percent.toFixed(1)} `));
    }
    expect(ranking.rows.at(-1)?.player).toBe("random");
  });

  test.each([
    ["gauntlet", 2],
    ["swiss", 2],
    ["round-robin", 3],
  ])("of a %s has its encounters", async (format, encounters) => {
    const words = [...WORDS, "--pairs", "1", "--format", format, "--no-store", "--json"];
    const report = documentOf(await home.run(words)) as TournamentReport;
    expect(report.rounds.flatMap((round) => round.encounters)).toHaveLength(encounters);
    expect(report.games).toBe(2 * encounters);
    expect(home.files()).toEqual([]);
  });
});

describe("an interrupted tournament", () => {
  const LONG =
    "tournament chinese-checkers --side 5 --pieces 3 alphabeta(depth=3,eval=rows) uct(playouts=300) greedy random --opening 4 --pairs 6 --format swiss".split(
      " ",
    );

  test("resumes with the command that Ctrl-C prints, and after a kill, to the same ranking", async () => {
    const whole = await home.run([...LONG, "--no-store"]);
    expect(whole).toMatchObject({ status: 0 });
    const killed = home.start(LONG);
    await kept(4, killed);
    await killed.signal("SIGKILL");
    const running = home.start(LONG);
    await kept(9, running);
    const { status, stdout, stderr } = await running.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    const [, saved, line = ""] =
      /^gamelore: interrupted; (\d+) of 48 games are saved; resume with: (.*)\n$/m.exec(stderr) ?? [];
    expect(Number(saved)).toBe(withStore((store) => store.count()));
    expect(line).toMatch(/^gamelore tournament chinese-checkers .* 'uct\(playouts=300\)' greedy random .*swiss$/);
    const again = await home.runLine(line);
    expect(again.stdout).toBe(`${whole.stdout}\n${saved} of 48 games were already stored\n`);
    expect(withStore((store) => store.count())).toBe(48);
  });
});

describe("wrong usage is one line and exit status 2", () => {
  test.each<[readonly string[], RegExp]>([
    [["random"], /a tournament needs at least two players/],
    [[], /missing required argument 'players'/],
    [["random", "random"], /the player random is given twice/],
    [["random", "kasparov"], /no player "kasparov"/],
    [
      ["random", "greedy", "--rounds", "2"],
      /--rounds requires --format swiss; use --pairs to make a round-robin longer/,
    ],
    [["random", "greedy", "--format", "cup"], /Allowed choices are round-robin, gauntlet, swiss/],
    [["random", "greedy", "--frob"], /unknown option '--frob'/],
  ])("%j", async (words, why) => {
    expectRefusal(await home.run(["tournament", ...VARIANT, ...words]), why);
  });

  test("a missing or unknown game is reported; help shows examples", async () => {
    expectRefusal(await home.run(["tournament"]), /tournament: expected a game first/);
    expectRefusal(await home.run(["tournament", "shogi"]), /unknown game "shogi"/);
    const help = await home.run(["tournament", "chinese-checkers", "--help"]);
    expect(help).toMatchObject({ status: 0, stderr: "" });
    expect(help.stdout).toContain("\nExamples:\n  gamelore tournament chinese-checkers ");
    expect(home.files()).toEqual([]);
  });
});
