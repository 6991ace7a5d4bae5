/** `gamelore games`: the list of games, and the state of the tables on this machine. */
import { truncateSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentOf, Home } from "./run.fixture.ts";

const home = new Home();
const SOLVE = ["solve", "chinese-checkers"];
beforeAll(async () => {
  expect(await home.run([...SOLVE, "--side", "4", "--pieces", "3"])).toMatchObject({ status: 0 });
  expect(await home.run([...SOLVE, "--side", "4", "--pieces", "4"])).toMatchObject({ status: 0 });
  truncateSync(home.path("tables/chinese-checkers/one-side-4x4-4.table"), 300);
  const build = home.start([...SOLVE, "--side", "7", "--pieces", "6", "--checkpoint", "0"]);
  await home.appears(/\.partial$/, build);
  await build.signal("SIGKILL");
});
afterAll(() => home.remove());

interface Named {
  readonly name: string;
}
interface Games {
  readonly tablesFolder: string;
  readonly games: readonly {
    readonly id: string;
    readonly options: readonly Named[];
    readonly players: readonly (Named & { readonly parameters: readonly Named[] })[];
    readonly evaluators: readonly Named[];
    readonly tableOptions: readonly Named[];
    readonly tables: readonly (Named & { readonly status: string; readonly problem?: string })[];
  }[];
}

function checkersOf({ games }: Games): Games["games"][number] | undefined {
  return games.find(({ id }) => id === "chinese-checkers");
}

describe("games --json", () => {
  let games: Games;
  beforeAll(async () => {
    games = documentOf(await home.run(["games", "--json"])) as Games;
  });

  test("lists the games with their options and players", () => {
    expect(games.tablesFolder).toBe(home.path("tables"));
    const game = checkersOf(games);
    const names = (list: readonly Named[] | undefined): string[] | undefined => list?.map(({ name }) => name);
    expect(names(game?.options)).toEqual(["side", "pieces", "win", "moves", "stuck", "repetition", "ply-limit"]);
    expect(names(game?.tableOptions)).toEqual(["side", "pieces", "sides", "goal", "rear", "home", "win", "moves"]);
    expect(names(game?.players)?.slice(0, 4)).toEqual(["random", "greedy", "alphabeta", "uct"]);
    expect(names(game?.players[2]?.parameters)).toEqual(expect.arrayContaining(["depth", "nodes", "ms", "eval"]));
    expect(names(game?.evaluators)).toEqual(["rows", "manhattan", "baseline", "table", "pdb(3)", "pdb(4)", "pdb(6)"]);
  });

  test("lists the tables: ready, damaged, unfinished", () => {
    expect(checkersOf(games)?.tables).toEqual([
      expect.objectContaining({
        name: "one-side-4x4-3",
        status: "ready",
        identity: expect.objectContaining({ entries: 560 }),
      }),
      expect.objectContaining({
        name: "one-side-4x4-4",
        status: "damaged",
        problem: expect.stringContaining("truncated"),
      }),
      expect.objectContaining({ name: "one-side-7x7-6", status: "unfinished" }),
    ]);
    expect(checkersOf(games)?.tables[2], "its builder is dead").not.toHaveProperty("builderPid");
  });
});

test("games prints one line per game, native games first", async () => {
  const { status, stdout } = await home.run(["games"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Games\n(  .+\n)*  chinese-checkers +Chinese Checkers +two players race/);
  expect(stdout).toMatch(/\n\nGeneral games \(rulesheets\)\n(  .+\n)*  tic-tac-toe +Tic-tac-toe +x and o/);
  expect(stdout.split("\n").length).toBeLessThan(50);
});

test("games NAME prints the details of a game", async () => {
  const { status, stdout } = await home.run(["games", "chinese-checkers"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^chinese-checkers: /);
  expect(stdout).toMatch(/\n {2}one-side-4x4-3 +560 entries, \d+ bytes\n/);
  expect(stdout).toMatch(/\n {2}one-side-4x4-4 .* — damaged: .*truncated/);
  expect(stdout).toMatch(/\n {2}one-side-7x7-6 .* — unfinished\n/);
});

test("games NAME --json is the game's entry of games --json", async () => {
  const { games } = documentOf(await home.run(["games", "--json"])) as Games;
  expect(documentOf(await home.run(["games", "dominoes", "--json"]))).toEqual(
    games.find(({ id }) => id === "dominoes"),
  );
});

test("games NAME of a general game, by name and by file", async () => {
  const byName = await home.run(["games", "connect-four"]);
  expect(byName.stdout).toMatch(/^connect-four: Connect four, .*\n players\n/);
  const file = fileURLToPath(new URL("../gdl/rulesheets/connect-four.kif", import.meta.url));
  expect(await home.run(["games", file])).toEqual(byName);
});

test("without tables, the command that builds one is shown", async () => {
  const empty = new Home();
  const { stdout } = await empty.run(["games", "chinese-checkers"]);
  expect(stdout).toContain("none; build one with: gamelore solve chinese-checkers\n");
  empty.remove();
});
