/** Dominoes on the command line: tables, material symmetry, a terminal game without hidden tiles, a match. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
const TABLE = ["--elements", "5"];
beforeAll(async () => expect(await home.run(["solve", "dominoes", ...TABLE])).toMatchObject({ status: 0 }));
afterAll(() => home.remove());

const ENDING = "34 46 / 36 12 / 3..4 / A";

describe("solve and probe", () => {
  test("every entry is compared with its definition", async () => {
    const report = documentOf(
      await home.run(["solve", "dominoes", ...TABLE, "--check", "--samples", "1000000", "--json"]),
    );
    expect(report).toMatchObject({ samples: 420_774, wrong: [] });
  });

  test("every legal move has its value, best first", async () => {
    const answer = documentOf(await home.run(["probe", "dominoes", ENDING, ...TABLE, "--json"])) as {
      moves: { text: string; after: { score: number; exact: boolean } }[];
    };
    expect(answer.moves.map(({ text }) => text).toSorted()).toEqual(["34l", "34r", "46"]);
    const scores = answer.moves.map(({ after }) => after.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(answer.moves.every(({ after }) => after.exact)).toBe(true);
  });

  test.each([
    [["probe", "dominoes", "34 46 / 36 12 / 3..9 / A", ...TABLE], /"3..9" is not a tile/],
    [["probe", "dominoes", "34 46 / 36 34 / 3..4 / A", ...TABLE], /34 occurs twice/],
    [["probe", "dominoes", "34 46 11 / 36 12 / 3..4 / A", ...TABLE], /6 elements; the table covers at most 5/],
    [
      ["probe", "dominoes", ENDING, "--elements", "4"],
      /build it with: gamelore solve dominoes --elements 4 --blocked pips/,
    ],
    [
      ["solve", "dominoes", "--elements", "8"],
      /11,396,385 sets with 4,177,293,120 positions, which is too large; expected at most 7/,
    ],
    [["solve", "dominoes", "--elements", "2"], /elements: "2" is not a whole number from 3/],
    [["symmetry", "dominoes", "01 02 77"], /"77" is not a tile/],
    [["symmetry", "dominoes", "--elements", "9", "--classes", "pips"], /31,771,740 sets; expected at most 7/],
    [["perft", "dominoes", "2", "--hand", "14", "--keep", "1"], /keep: 1 is more than the 0 tiles/],
  ])("%j is refused", async (words, reason) => {
    expectRefusal(await home.run(words), reason);
  });

  test("a damaged table is named with the rebuild command", async () => {
    expect(await home.run(["solve", "dominoes", "--elements", "3"])).toMatchObject({ status: 0 });
    writeFileSync(home.path("tables/dominoes/endgame-3-pips.table"), "no table");
    const damaged = await home.run(["probe", "dominoes", "34 / 36 / 3..4 / A", "--elements", "3"]);
    expectRefusal(damaged, /endgame-3-pips.*gamelore solve dominoes --elements 3 --blocked pips --force/);
  });
});

describe("symmetry", () => {
  test("counts the classes of each kind", async () => {
    const count = async (classes: string): Promise<unknown> =>
      documentOf(await home.run(["symmetry", "dominoes", "--elements", "4", "--classes", classes, "--json"]));
    for (const [classes, representatives] of [
      ["numbers", 64],
      ["paper", 61],
      ["pips", 482],
    ] as const)
      expect(await count(classes)).toMatchObject({ counts: [{ elements: 4, sets: 30_303, representatives }] });
  });

  test("prints the representative of a set", async () => {
    const { stdout } = await home.run(["symmetry", "dominoes", "16 26 36 45 45"]);
    expect(stdout).toContain("16 26 36 45 45 is equivalent to");
    expect(stdout.match(/45 → 12/g)).toHaveLength(2);
  });
});

describe("play", () => {
  test("one hand is open, the other and the stock are face down; draws are not announced", async () => {
    const { status, stdout } = await home.run(["play", "dominoes", "--against", "greedy", "--seed", "4"], {
      input: "33\nhint\nquit\n",
    });
    expect(status).toBe(0);
    const [shown = ""] = stdout.split("Left at this position");
    expect(shown).toMatch(/hand of A {2}(\[\d\|\d\] ){6}\[\d\|\d\]\n/);
    expect(shown).toMatch(/hand of B {2}▒( ▒)*\n/);
    expect(shown).toMatch(/stock {6}▒ × \d+\n/);
    expect(shown).not.toContain("+");
  });

  test("an ending is played to its result", async () => {
    const words = ["play", "dominoes", "--against", "greedy", "--as", "A", "--position", "34 / 36 12 / - / 3..4 / A"];
    const { status, stdout } = await home.run(words, { input: "34l\n" });
    expect(status).toBe(0);
    expect(stdout).toContain("pips left: A 0, B 12");
    expect(stdout).toMatch(/A wins\.\n$/);
  });
});

test("a match builds missing tables and has no forfeits", async () => {
  const words = ["match", "dominoes", "best(samples=3, table=4)", "greedy", "--pairs", "3"];
  expectRefusal(await home.run(words), /--elements 4 --blocked pips \(or add --build\)/);
  expect(documentOf(await home.run([...words, "--build", "--json"]))).toMatchObject({ standing: { games: 6 } });
});
