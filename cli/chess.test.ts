/** Chess endgame tables on the command line: values in a game, missing tables, positions that are drawn by the rules. */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());
beforeAll(async () => {
  const { status, stdout } = await home.run(["solve", "chess", "--material", "KRK"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^krk: distance to mate in KRK and its dependencies\n1 table, 1 built now; /);
});

const ROOK_ENDING = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";

test("a game shows the values of every move from the tables of a set", async () => {
  const words = ["play", "chess", "--start", ROOK_ENDING, "--against", "random"];
  const { status, stdout } = await home.run(words, { input: "values\nquit\n" });
  expect(status).toBe(0);
  const [, , values = ""] = stdout.split("White wins in 16 moves  exact, from the table krk\n");
  expect(values).toMatch(/^ {2}Rb1 {3}White wins: mate in 15 moves \(30 plies\)$/m);
  expect(values).toMatch(/^ {2}Rc2\+ {2}draw$/m);
});

test("a game names the command that builds the tables of its position", async () => {
  const words = ["play", "chess", "--start", "8/8/8/8/8/2k5/7Q/K7 w - - 0 1", "--against", "random"];
  const { stdout } = await home.run(words, { input: "values\nquit\n" });
  expect(stdout).toContain(
    "no exact values: the table of KQK is not on this machine; build it with: gamelore solve chess",
  );
});

test("the command for missing tables of a player builds all of them", async () => {
  const player = "alphabeta(depth=1, eval=edb(KRKB+KBNK))";
  const words = ["match", "chess", player, "random", "--start", "KRPP-KBN", "--pairs", "1", "--no-store"];
  const refused = await home.run(words);
  expectRefusal(refused, /\(4 tables, about [\d.]+ MB and [\d.]+ s; or add --build\)/);
  const [, material = ""] = /build them with: gamelore solve chess --material (\S+) /.exec(refused.stderr) ?? [];
  expect((await home.run(["solve", "chess", "--material", material])).status).toBe(0);
  expect((await home.run(words)).status).toBe(0);
});

test("--check of an incomplete set names the number of missing tables, their size and time", async () => {
  expectRefusal(
    await home.run(["solve", "chess", "--pieces", "3", "--check"]),
    /2 of 5 tables are missing; build them with: gamelore solve chess --pieces 3 \(2 tables, about [\d.]+ kB and 1\.0 s\)/,
  );
});

test.for([
  ["8/8/8/8/8/2k5/1R6/K7 w - - 100 80", /^draw by the fifty-move rule$/m],
  ["k7/1R6/2K5/8/8/8/8/8 b - - 0 1", /^draw: stalemate$/m],
  ["k7/2R5/1K6/8/8/8/8/8 w - - 0 1", /^White wins: mate in 1 move \(1 ply\)$/m],
] as const)("the value of %s", async ([position, value]) => {
  expect((await home.run(["probe", "chess", position])).stdout).toMatch(value);
});

test.for([
  [["match", "chess", "random", "random", "--start", "KRPP-KXX"], /start: KRPP-KXX: X is not a piece/, 2],
  [["probe", "chess", ROOK_ENDING, "--syzygy", "/nowhere"], /the Syzygy folder \/nowhere does not exist$/m, 2],
  [["chess", "pgn", "check", "/nowhere.pgn"], /: \/nowhere\.pgn does not exist$/m, 2],
] as const)("%j is refused", async ([words, why, status]) => {
  expectRefusal(await home.run(words), why, status);
});

test("an empty Syzygy folder: tables of as many pieces as the position has", async () => {
  const folder = home.path("empty");
  mkdirSync(folder);
  const outcome = await home.run(["probe", "chess", "8/8/8/8/8/2k5/1R4PP/K6r w - - 0 1", "--syzygy", folder]);
  expectRefusal(outcome, /download tables of 3 to 7 pieces/);
});
