/** Thief and Police on the command line: mazes, and terminal games in both roles. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const maze = (...words: string[]): ReturnType<Home["run"]> => home.run(["thief-and-police", "maze", ...words]);

function file(name: string, text: string): string {
  const path = join(home.folder, name);
  writeFileSync(path, text);
  return path;
}

describe("maze", () => {
  test("lists the mazes and shows one with walls as blocks", async () => {
    const { stdout } = await maze("list");
    expect(stdout).toMatch(/^20x20-1 +20 × 20, 150 empty squares, 1 exit, \d+ dead ends, 10 loops$/m);
    expect(stdout).toMatch(/^60x60-5 +60 × 60, 1,610 empty squares/m);
    const shown = await maze("show", "small");
    expect(shown.stdout).toContain("██ · · · · E██ ·██ ·██");
  });

  test("generates by seed: printed, stored under a name, played", async () => {
    const words = ["generate", "15x11", "--seed", "7", "--loops", "3", "--exits", "2"];
    const printed = await maze(...words);
    expect(printed.stdout.trimEnd().split("\n")).toHaveLength(11);
    expect((await maze(...words)).stdout).toBe(printed.stdout);
    expect(documentOf(await maze(...words, "--json"))).toMatchObject({ width: 15, height: 11, loops: 3, exits: 2 });
    const stored = await maze(...words, "--store", "garden");
    expect(stored.stdout).toContain("stored as garden");
    expect(readFileSync(join(home.folder, "mazes", "garden.txt"), "utf8")).toBe(printed.stdout);
    expect((await maze("list")).stdout).toMatch(/^garden /m);
    const played = await home.run(["play", "thief-and-police", "--maze", "garden", "--against", "random"], {
      input: "quit\n",
    });
    expect(played).toMatchObject({ status: 0, stderr: "" });
  });

  test("checks a file, and imports it under a name; overwrites only with --replace", async () => {
    const good = file("good.txt", "#####\n#...#\n#.#E#\n#####\n");
    expect((await maze("check", good)).stdout).toContain("5 × 4, 5 empty squares, 1 exit");
    expect((await maze("import", good, "cellar")).stdout).toContain("stored as cellar");
    expectRefusal(await maze("import", good, "cellar"), /"cellar" exists already; use --replace to replace it/);
    const other = file("other.txt", "....E\n");
    expect((await maze("import", other, "cellar", "--replace")).status).toBe(0);
    expect(readFileSync(join(home.folder, "mazes", "cellar.txt"), "utf8")).toBe("....E\n");
    expectRefusal(await maze("import", good, "20x20-1"), /"20x20-1" is the name of a bundled maze/);
    expectRefusal(await maze("import", good, "../elsewhere"), /not a valid name; use up to 60 letters/);
  });

  test.each([
    ["no-exit.txt", "....\n....\n", /no-exit\.txt: maze: there is no exit/],
    ["apart.txt", "..#.E\n..#..\n", /square d1 \(row 1, column 4\) is cut off from a1/],
    ["odd.txt", "..E\n.\u001B[31m\n", /row 2 has|row 2, column 2/],
    ["nul.txt", "..E\n.\0.\n", /row 2, column 2: the character U\+0000 \(NUL\) is not a square/],
    ["uneven.txt", "...E\n..\n", /row 2 has 2 squares, row 1 has 4/],
    ["wide.txt", `${".".repeat(200)}E`, /201 × 1 squares are too many; at most 128 × 128/],
    ["huge.txt", ".".repeat(200_000), /not a maze: larger than 100000 bytes/],
    ["binary.txt", "\u0000\u0001\u0002", /row 1, column 1/],
    ["empty.txt", "", /0 empty squares are too few/],
  ])("%s is refused", async (name, text, reason) => {
    expectRefusal(await maze("check", file(name, text)), reason);
  });

  test.each([
    [["check", "missing.txt"], /missing\.txt: cannot read the file/],
    [["check"], /check: expected a file/],
    [["import", "a.txt"], /import: expected a name/],
    [["show", "nowhere"], /"nowhere" not found; available: 20x20-1/],
    [["paint"], /maze paint: expected one of list, show, generate, check, import/],
    [["generate", "3x3"], /both sides must be from 5 to 128/],
    [["generate", "20x20", "--seed", "x"], /seed must be a non-negative integer/],
    [["generate", "20x20", "--squares", "9999"], /cannot have 9,999 empty squares/],
  ])("%j is refused", async (words, reason) => {
    expectRefusal(await maze(...words), reason);
  });
});

describe("play", () => {
  const MAZE = ["--maze", "...#..E/.#.#.##/.......", "--policemen", "2", "--against", "random"];

  test("a move of several policemen is typed in any order, by squares or directions; an invalid one plays nothing", async () => {
    const words = ["play", "thief-and-police", ...MAZE, "--position", "a1,c3/e1/police"];
    const { status, stdout } = await home.run(words, {
      input: "?\nc3r a1d xx\na1-b1 c3-c4\nc3r a1d\nundo\nposition\nquit\n",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("several policemen together, in any order");
    expect(stdout).toContain('"xx" is not a step like b2-b3 or b2u');
    expect(stdout).toContain("c4 is outside the maze of 7 × 3");
    expect(stdout).toContain("thief plays ");
    // After undo the position is as before.
    expect(stdout).toMatch(/: a1,c3\/e1\/police\n/);
    expect(stdout).toContain(`--maze '...#..E/.#.#.##/.......'`);
  });

  test("the thief moves by one letter, and distances are shown", async () => {
    const words = ["play", "thief-and-police", ...MAZE, "--as", "thief", "--position", "a1,c3/f1/thief"];
    const { stdout } = await home.run(words, { input: "heat\nheat 2\nr\n" });
    expect(stdout).toContain("heat 1    to an exit, policemen as walls");
    expect(stdout).toContain("1 ███  P  9  8███  2  T  E███");
    expect(stdout).toContain("thief wins");
  });

  test("simultaneous moves are announced after both are chosen", async () => {
    const words = ["play", "thief-and-police", ...MAZE, "--turns", "simultaneous", "--as", "thief", "--seed", "4"];
    const { status, stdout } = await home.run([...words, "--position", "a1,c3/e1"], { input: "d\nquit\n" });
    expect(status).toBe(0);
    const prompt = stdout.indexOf("thief to move");
    expect(prompt).toBeGreaterThan(0);
    expect(stdout.indexOf("police plays")).toBeGreaterThan(prompt);
  });

  test("60 by 60 squares fit into 80 columns", async () => {
    const { stdout } = await home.run(["play", "thief-and-police", "--maze", "60x60-3", "--against", "random"], {
      input: "quit\n",
    });
    const rows = stdout.split("\n").filter((line) => line.includes("█"));
    expect(rows).toHaveLength(59);
    for (const row of rows) expect([...row].length).toBeLessThanOrEqual(80);
  });
});

describe("players of other turn rules", () => {
  test("are listed with the option that they need", async () => {
    const { stdout } = await home.run(["games", "thief-and-police"]);
    expect(stdout).toMatch(/^ {2}equilibrium .*; only with --turns simultaneous$/m);
    expect(stdout).toMatch(/^ {2}duct .*; only with --turns simultaneous$/m);
  });

  test("an error names the option", async () => {
    const outcome = await home.run(["match", "thief-and-police", "equilibrium", "random"]);
    expectRefusal(outcome, /the player "equilibrium" of thief-and-police needs --turns simultaneous/);
  });
});

describe("values name the winner", () => {
  const MAZE = ["--maze", ".....E", "--policemen", "1"];

  test("in a probe, and in a game", async () => {
    expect((await home.run(["solve", "thief-and-police", "--kind", "game", ...MAZE])).status).toBe(0);
    const probe = await home.run(["probe", "thief-and-police", "--kind", "game", ...MAZE, "a1/d1/thief"]);
    expect(probe.stdout.split("\n").slice(1, 3)).toEqual(["the thief wins in 3 plies", expect.stringMatching(/wins/)]);
    const words = ["play", "thief-and-police", ...MAZE, "--position", "a1/d1/thief", "--as", "thief"];
    const { stdout } = await home.run([...words, "--against", "random"], { input: "values\nquit\n" });
    expect(stdout).toMatch(/thief wins in 2 moves {2}exact, from the table /);
    expect(stdout).toContain("the thief wins in 2 plies");
  });
});

test("legal moves of a simultaneous game are grouped by side, as are the examples in errors", async () => {
  const words = ["play", "thief-and-police", "--turns", "simultaneous", "--against", "random"];
  const { stdout } = await home.run(words, { input: "values\nz9\nquit\n" });
  expect(stdout).toMatch(/police: stay .*\nthief: wait /);
  expect(stdout).toContain("expected, for example, police: stay or thief: wait");
});
