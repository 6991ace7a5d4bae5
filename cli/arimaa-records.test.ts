/** `gamelore arimaa records`: lists, checks, replays and exports recorded games. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const GAME = [
  "# goldRating 2100",
  "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2",
  "1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7",
  "2g Ee2n Ee3n Ee4n Ee5n",
  "2s resigns",
];
const BROKEN = GAME.with(3, "2g Ee2n Ee3n Ee4n Ee5x");
const RECORDS = ["arimaa", "records"];
let file: string;
beforeAll(() => {
  file = home.path("games.txt");
  writeFileSync(file, [...GAME, ...BROKEN, ...GAME].join("\n"));
});

test("lists the games, and skipped games by file, line and column", async () => {
  const { status, stdout } = await home.run([...RECORDS, file]);
  expect(status).toBe(0);
  expect(stdout).toBe(
    [
      "    1  2100 – ?        3 turns  gold won (resigns)",
      "    3  2100 – ?        3 turns  gold won (resigns)",
      `${file}:9:19: game 2 is skipped: turn 2g: "Ee5x" is not a move; expected a step, as in Ra2n or rb3e rc3x, or end`,
      `${file}: 2 games, 1 skipped`,
      "",
    ].join("\n"),
  );
  expect(documentOf(await home.run([...RECORDS, file, "--json"]))).toMatchObject({
    count: 2,
    leftOut: 1,
    games: [{ game: 1, line: 2, winner: "gold", turns: 3 }, { game: 3 }],
    faults: [{ line: 9, column: 19, game: 2 }],
  });
});

test("--check fails if a game is skipped", async () => {
  expect((await home.run([...RECORDS, file, "--check"])).status).toBe(1);
  const good = home.path("good.txt");
  writeFileSync(good, GAME.join("\n"));
  expect(await home.run([...RECORDS, good, "--check"])).toMatchObject({
    status: 0,
    stdout: `${good}: 1 game, 0 skipped\n`,
  });
});

test("--export writes the valid games in either format, and they read back the same", async () => {
  for (const form of ["text", "json"]) {
    const { status, stdout, stderr } = await home.run([...RECORDS, file, "--export", form]);
    expect(status).toBe(0);
    expect(stderr).toContain("games.txt:9:19: game 2 is skipped");
    const copy = home.path(`copy.${form}`);
    writeFileSync(copy, stdout);
    expect((await home.run([...RECORDS, copy])).stdout).toContain("gold won (resigns)\n");
    const again = await home.run([...RECORDS, copy, "--export", form]);
    expect(again).toMatchObject({ stdout, stderr: "" });
  }
});

test("--replay shows the boards of a game or of one turn", async () => {
  const { stdout } = await home.run([...RECORDS, file, "--replay", "3", "--at", "2w"]);
  expect(stdout).toMatch(/^2g Ee2n Ee3n Ee4n Ee5n\n a8 r /);
  expect(stdout).toContain(" a6 ·   ·   x   ·   E   x   ·   · h6\n");
  expect(stdout).toContain("\ns rrrddrrrrhcemchr....E...........................RHCM.CHRRRRDDRRR\n");
  const whole = await home.run([...RECORDS, file, "--replay", "1", "--json"]);
  expect((documentOf(whole) as { turns: object[] }).turns).toHaveLength(3);
});

describe("refused", () => {
  test.each([
    [[], /missing required argument/],
    [["nowhere.txt"], /nowhere.txt does not exist/],
    [["."], /\. cannot be read/],
    [["FILE", "--replay", "0"], /--replay 0: expected the number of a game, from 1/],
    [["FILE", "--replay", "4"], /has 3 games/],
    [["FILE", "--replay", "2"], /games.txt:9:19: game 2 is skipped/],
    [["FILE", "--replay", "1", "--at", "9g"], /--at 9g: game 1 has no such turn; expected one from 1g to 2g/],
    [["FILE", "--at", "2g"], /expected --replay/],
    [["FILE", "--export", "pgn"], /--export pgn: expected text or json/],
    [["FILE", "--check", "--replay", "1"], /expected one of them/],
  ])("%j", async (words, why) => {
    expectRefusal(await home.run([...RECORDS, ...words.map((word) => (word === "FILE" ? file : word))]), why);
  });
});
