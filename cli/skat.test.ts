/** Skat by the command: a game at the terminal that shows no hidden card, values of open cards, a match for three seats. */
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const ENDING = "play CJHTS7/SJCAD8/HJCTS9 skat=D7C7 declarer=forehand game=grand trick=forehand:";

describe("play", () => {
  test("the hand is open, the others and the skat lie face down, also what is put down", async () => {
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
  test("gives every card's value, best first", async () => {
    const answer = documentOf(await home.run(["probe", "skat", ENDING, "--json"])) as {
      moves: { text: string; after: { parts: { points: number }; exact: boolean } }[];
    };
    expect(answer.moves.map(({ text }) => text).toSorted()).toEqual(["CJ", "HT", "S7"]);
    const points = answer.moves.map(({ after }) => after.parts.points);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    // The jack takes both others, 6 points. To the ten the defenders must give the ten of clubs, 20, to keep the nine that
    // takes the seven with the ace of clubs.
    expect(points[0]).toBe(6 + 20);
  });

  test.each([
    ["play CJHT/SJCAD8/HJCTS9 declarer=forehand game=grand", /cards to finished tricks; expected as many each/],
    ["play CJHTS7/SJCAD8/HJCTXX declarer=forehand game=grand", /"HJCTXX" are not cards/],
    ["play ?3/SJCAD8/HJCTS9 declarer=forehand game=grand", /the cards are hidden/],
    ["deal -/-/-", /only positions of card play that have not ended can be solved/],
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
