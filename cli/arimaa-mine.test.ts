/** `gamelore arimaa mine`: output, files, errors, interruption. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestRecordedGames, RECORDED_GAMES_FILE, recordedGames } from "../games/arimaa/facts.fixture.ts";
import { expectRefusal, Home, type Outcome } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const MINE = ["arimaa", "mine"];
/** The same idea in every game: gold's camel goes to g3, or b3 in the mirror image. */
const GAME = [
  "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Ed2 Hf2 Cg2 Me2 Rh2",
  "1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7",
  "2g Me2n Me3n Me4e Mf4e",
  "2s ra7s hb7s",
  "3g Mg4s Ed2n",
  "3s resigns",
];
let file: string;
beforeAll(() => {
  file = home.path("games.txt");
  const rated = (rating: number): string[] => [`# goldRating ${rating}`, "# silverRating 1200", ...GAME];
  const broken = rated(2000).with(4, "2g Me2n Me3x");
  const games = Array.from({ length: 12 }, (_, i) => (i === 5 ? broken : rated(2000 + i)));
  writeFileSync(file, games.flat().join("\n"));
});

interface Mined {
  readonly games: number;
  readonly leftOut: number;
  readonly setups: { readonly rows: string; readonly games: number; readonly sides: { readonly games: number }[] }[];
  readonly compared: number;
  readonly same: number;
  readonly contained: number;
  readonly missed: number;
  readonly written: string[];
}

/** Skipped games and progress go to stderr. */
function documentOf({ status, stdout }: Outcome): Mined {
  expect(status).toBe(0);
  return JSON.parse(stdout) as Mined;
}

test("prints the results, names skipped games, and writes files that parse", async () => {
  const out = home.path("candidates");
  const run = await home.run([...MINE, file, "--out", out, "--min-count", "4", "--rating", "1500"]);
  expect(run.status).toBe(0);
  expect(run.stderr).toContain("games.txt:45:9: game 6 is skipped: turn 2g:");
  expect(run.stdout).toContain("games.txt: 11 games, 33 turns; 1 game skipped\n");
  expect(run.stdout).toMatch(/setups: 2 different/);
  expect(run.stdout).toContain("gold   11 games, won 100 % of 11, rating 2006 on average\n");
  expect(run.stdout).toMatch(/turns of players rated 1500 and above: 22 compared with Rat's plans/);
  expect(existsSync(join(out, "setups.txt"))).toBe(true);
  expect(existsSync(join(out, "traps.patterns"))).toBe(true);
  if (/ [1-9]\d* candidates for a graph/.test(run.stdout))
    expect(await home.run(["arimaa", "graph", join(out, "missed.graph"), "--check"])).toMatchObject({ status: 0 });
  expect(await home.run(["arimaa", "patterns", join(out, "traps.patterns")])).toMatchObject({ status: 0 });
  expect(readFileSync(join(out, "missed.txt"), "utf8")).toMatch(
    /\n# game \d+ turn [23]g, rated 20\d\d, won\ng .{64}\nM/,
  );
  expect(readFileSync(join(out, "setups.txt"), "utf8")).toContain("From 11 games of games.txt (1 skipped).");
});

test("prints a document with --json", async () => {
  const mined = documentOf(await home.run([...MINE, file, "--json", "--positions", "5"]));
  expect(mined).toMatchObject({ games: 11, leftOut: 1, compared: 5, written: [] });
  expect(mined.same + mined.contained + mined.missed).toBe(5);
  // Only gold's players are known to be among the best third.
  expect(mined.setups.map(({ games }) => games)).toEqual([11, 11]);
});

describe("refused", () => {
  test.each([
    [["nowhere.txt"], /nowhere.txt does not exist/],
    [["EMPTY"], /has no game with complete setups/],
    [["FILE", "--rating", "high"], /--rating high: expected a whole number from 0/],
    [["FILE", "--positions", "-1"], /--positions -1: expected a whole number/],
    [["FILE", "--ahead", "0"], /--ahead 0: expected a whole number from 1/],
  ])("%j", async (words, why) => {
    const empty = home.path("empty.txt");
    writeFileSync(empty, "");
    const named = words.map((word) => ({ FILE: file, EMPTY: empty })[word] ?? word);
    expectRefusal(await home.run([...MINE, ...named]), why);
  });
});

test("Ctrl-C while turns are compared keeps the results so far", async () => {
  const many = home.path("many.txt");
  writeFileSync(many, Array.from({ length: 300 }, () => GAME.join("\n")).join("\n"));
  const out = home.path("interrupted");
  const running = home.start([...MINE, many, "--out", out, "--positions", "10000", "--min-count", "300"]);
  await home.appears(/interrupted.traps\.patterns$/, running);
  const left = await running.signal("SIGINT");
  expect(left.status).toBe(130);
  expect(left.stderr).toMatch(/interrupted after \d+ turns; partial results are in .*traps\.patterns/);
  expect(existsSync(join(out, "setups.txt"))).toBe(true);
});

test.runIf(canTestRecordedGames)(
  "the recorded games: all are read, setups are counted as plainly counting does",
  async () => {
    const mined = documentOf(
      await home.run([...MINE, RECORDED_GAMES_FILE, "--positions", "8", "--min-count", "300", "--json"]),
    );
    expect(mined).toMatchObject({ games: recordedGames().length, leftOut: 0, compared: 8 });
    const setup = (text: string): string => {
      const rows = ["1", "2"].map((row) => [..."abcdefgh"].map((name) => text[text.indexOf(name + row) - 1]).join(""));
      const mirror = rows.map((row) => [...row].toReversed().join(""));
      return [rows.join(""), mirror.join("")].toSorted()[0] as string;
    };
    const counts = new Map<string, number>();
    for (const { turns } of recordedGames())
      if (turns.length > 2) {
        const key = setup(turns[0]![1]);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    for (const { rows, sides } of mined.setups.slice(0, 20)) expect(sides[0]?.games).toBe(counts.get(rows) ?? 0);
  },
);
