/** Skat on the command line: a terminal game without hidden cards, values of open cards, a match for three seats. */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const ENDING = "play CJHTS7/SJCAD8/HJCTS9 skat=D7C7 declarer=forehand game=grand trick=forehand:";

describe("play", () => {
  test("the own hand is open, the others, the skat and discards are face down", async () => {
    const { status, stdout } = await home.run(["play", "skat", "--against", "simple", "--seed", "3"], {
      input: "pass\nquit\n",
    });
    expect(status).toBe(0);
    const [shown = ""] = stdout.split("Left at this position");
    expect(shown).toMatch(/\nforehand +(\S+ ){9}\S+\n/);
    expect(shown).toMatch(/\nmiddlehand( \(declarer\))? +▒ × 10\n/);
    expect(shown).toMatch(/\nskat +▒ ▒\n/);
    expect(shown).toContain("middlehand plays two cards down\n");
  });

  test("leaving does not reveal the others' cards; the game resumes from a file", async () => {
    const words = ["play", "skat", "--against", "simple", "--seed", "3"];
    const left = await home.run(words, { input: "pass\nposition\nquit\n" });
    expect(left).toMatchObject({ status: 0, stderr: "" });
    const [, line = "", file = ""] = /resume with:\n {2}(.* --saved "(.*)")\n$/.exec(left.stdout) ?? [];
    const kept = readFileSync(file, "utf8").trim();
    const hands = /^\w+ (\S+)\/(\S+)\/(\S+) skat=(\S+)/.exec(kept)?.slice(1) ?? [];
    expect(hands).toHaveLength(4);
    for (const hidden of hands.slice(1)) expect(left.stdout).not.toContain(hidden);
    expect(left.stdout).toContain(hands[0]);

    const files = home.files();
    const again = await home.runLine(line, "position\nquit\n");
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout.endsWith(`  ${line}\n`)).toBe(true);
    expect(readFileSync(file, "utf8").trim()).toBe(kept);
    expect(home.files()).toEqual(files);
  });

  test("a spectator sees everything, including the position", async () => {
    const running = home.start(["play", "skat", "--against", "best(samples=1000000)", "--as", "none", "--seed", "3"]);
    await running.prints(" plays ");
    const left = await running.signal("SIGINT");
    expect(left).toMatchObject({ status: 130, stderr: "" });
    expect(left.stdout).toMatch(/--as none --position "\w+ \S+\/\S+\/\S+ /);
  });

  test.each([
    [["--saved", "missing.txt"], /--saved missing\.txt: cannot read a saved game/],
    [["--saved", "package.json"], /--saved package\.json: not a position of skat/],
    [["--saved", "package.json", "--position", ENDING], /--position and --saved cannot be combined/],
  ])("%j is refused", async (words, reason) => {
    expectRefusal(await home.refuse(["play", "skat", ...words]), reason);
  });

  test("an ending is played to its result, in game points too", async () => {
    const { status, stdout } = await home.run(
      ["play", "skat", "--against", "simple", "--as", "forehand", "--position", ENDING],
      { input: "cj\n♥10\ns7\ns7\n" },
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nlost with \d+ points \(with 1[^)]*\): a game of \d+ in grand, -\d+ for the declarer\n/);
    expect(stdout).toMatch(/\nmiddlehand and rearhand win\.\n$/);
  });
});

describe("probe", () => {
  test("prints every card's value, best first", async () => {
    const answer = documentOf(await home.run(["probe", "skat", ENDING, "--json"])) as {
      moves: { text: string; after: { parts: { points: number }; exact: boolean } }[];
    };
    expect(answer.moves.map(({ text }) => text).toSorted()).toEqual(["CJ", "HT", "S7"]);
    const points = answer.moves.map(({ after }) => after.parts.points);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    // The jack takes both others, 6 points. On the ten the defenders must discard the ten of clubs, 20, to keep the nine that
    // takes the seven with the ace of clubs.
    expect(points[0]).toBe(6 + 20);
  });

  test.each([
    ["play CJHT/SJCAD8/HJCTS9 declarer=forehand game=grand", /cards to finished tricks; expected equal numbers/],
    ["play CJHTS7/SJCAD8/HJCTXX declarer=forehand game=grand", /"HJCTXX" is not a list of distinct cards/],
    ["play ?3/SJCAD8/HJCTS9 declarer=forehand game=grand", /the cards are hidden/],
    ["deal -/-/-", /only unfinished positions of card play can be solved/],
  ])("%s is refused", async (position, reason) => {
    expectRefusal(await home.run(["probe", "skat", position]), reason);
  });
});

test("match: three seats, the same deal for both games of a pair", async () => {
  const words = ["match", "skat", "simple", "random", "--pairs", "3", "--opening", "32", "--json"];
  expect(documentOf(await home.run(words))).toMatchObject({ standing: { games: 6 }, bySeat: null });
  const { stdout } = await home.run(["records", "export"]);
  const games = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { start: string; pair: number; scores: number[] });
  expect(games).toHaveLength(6);
  for (const { start, pair, scores } of games) {
    expect(scores).toHaveLength(3);
    expect(start).toBe(games.find((other) => other.pair === pair)?.start);
  }
  expect(new Set(games.map(({ start }) => start)).size).toBe(3);
});
