/** `gamelore chess pgn`: shows, checks, imports and exports games. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const FOOL = `[Event "Club"]
[Date "2001.02.??"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
`;
const BROKEN = `[White "Ann"]

1. e4 e5 2. Bb4 1-0
`;
const PGN = ["chess", "pgn"];
let file: string;
beforeAll(() => {
  file = home.path("games.pgn");
  writeFileSync(file, `${FOOL}\n${BROKEN}`);
});

test("lists the games, and errors by file, line, column, game and move", async () => {
  const { status, stdout } = await home.run([...PGN, "show", file]);
  expect(status).toBe(0);
  const [first, second, last] = stdout.split("\n");
  expect(first).toBe("    1  0-1      4 plies    Ann – Bob, Club 2001.02");
  expect(second).toMatch(/games\.pgn:11:13: game 2, move 2\.: Bb4 is not a legal move here; legal moves: /);
  expect(last).toBe(`${file}: 1 game, 1 skipped`);
  expect((await home.run([...PGN, "check", file])).status).toBe(1);
});

test("shows one game with its last position or the position after a move", async () => {
  const whole = await home.run([...PGN, "show", file, "--game", "1"]);
  expect(whole.stdout).toContain("1. f3 e5 2. g4 Qh4# 0-1");
  expect(whole.stdout).toContain("checkmate: White is mated");
  const at = documentOf(await home.run([...PGN, "show", file, "--game", "1", "--at", "1b", "--json"]));
  expect(at).toMatchObject({ position: "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2" });
});

test("games are imported once, listed among the records, and exported", async () => {
  const stored = await home.run([...PGN, "import", file, "--label", "club"]);
  expect(stored.stdout).toContain("1 game stored under the label club, 0 already stored, 1 skipped");
  expect((await home.run([...PGN, "import", file, "--label", "club"])).stdout).toContain("0 games stored");
  expect((await home.run(["records", "list", "--label", "club"])).stdout).toMatch(
    /chess +Ann +Bob +0 : 1 +4 plies +club/,
  );
  const out = home.path("out.pgn");
  expect((await home.run([...PGN, "export", out, "--player", "Ann"])).stdout).toBe(`1 game written to ${out}\n`);
  expect(readFileSync(out, "utf8")).toMatch(
    /\[White "Ann"\]\n\[Black "Bob"\]\n\[Result "0-1"\][^]*\n1\. f3 e5 2\. g4 Qh4# 0-1\n$/,
  );
  expect((await home.run([...PGN, "check", out])).status).toBe(0);
});

test.each([
  [["play"], /pgn play: expected one of show, check, import, export/],
  [["show"], /pgn show: expected a PGN file/],
  [["show", "nowhere.pgn"], /nowhere\.pgn does not exist/],
  [["export", "--id", "99"], /--id 99: no such game of chess/],
])("%j is refused", async (words, why) => {
  expectRefusal(await home.run([...PGN, ...words]), why);
});

test("a move number beyond the game is refused", async () => {
  expectRefusal(
    await home.run([...PGN, "show", file, "--game", "1", "--at", "9w"]),
    /--at 9w: expected a move of the game/,
  );
  expectRefusal(await home.run([...PGN, "show", file, "--game", "3"]), /--game 3: .*games\.pgn has 2 games/);
});

test("import states remarks as check does", async () => {
  const wrong = home.path("wrong-result.pgn");
  writeFileSync(wrong, FOOL.replaceAll("0-1", "1-0").replace("2. g4", "(1... d5) 2. g4"));
  const remarks = [
    "game 1 (line 1): 1 variation skipped",
    "game 1 (line 1): the game ends with checkmate, 0-1, but the result is 1-0",
  ];
  for (const action of ["check", "import"]) {
    const { stdout } = await home.run([...PGN, action, wrong]);
    expect(stdout.split("\n").slice(0, 2)).toEqual(remarks);
  }
});
