/** `gamelore games`: what there is, and what state the tables on this machine are in. */
import { truncateSync } from "node:fs";
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
    expect(names(game?.tableOptions)).toEqual(["side", "pieces", "sides", "goal", "rear", "win", "moves"]);
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

test("a person reads the same", async () => {
  const { status, stdout } = await home.run(["games"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^chinese-checkers: /m);
  expect(stdout).toMatch(/\n {2}one-side-4x4-3 +560 entries, \d+ bytes\n/);
  expect(stdout).toMatch(/\n {2}one-side-4x4-4 .* — damaged: .*truncated/);
  expect(stdout).toMatch(/\n {2}one-side-7x7-6 .* — unfinished\n/);
});

test("where there is no table yet, it says how to come by one", async () => {
  const empty = new Home();
  const { stdout } = await empty.run(["games"]);
  expect(stdout).toContain("none yet; build one with: gamelore solve chinese-checkers\n");
  empty.remove();
});
