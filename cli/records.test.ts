/** `gamelore records`: list, show, replay, export. */
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MatchReport } from "../engine/arena/match.ts";
import { documentOf, expectRefusal, Home, type Outcome } from "./run.fixture.ts";

const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const UCT = "uct(playouts=30)";
const ALPHABETA = "alphabeta(depth=2, eval=rows)";
const WITHOUT_DIGESTS = "ALTER TABLE games DROP COLUMN digest; ALTER TABLE matches DROP COLUMN digest";
/** Characters that CSV must quote. */
const LABEL = 'a "label", with\na line';

const home = new Home();
let uct: MatchReport;
beforeAll(async () => {
  const run = async (...words: string[]): Promise<MatchReport> => {
    const common = ["--opening", "3", "--pairs", "2", "--json", "--games", "--threads", "1"];
    return documentOf(await home.run(["match", ...VARIANT, ...words, ...common])) as MatchReport;
  };
  uct = await run(UCT, ALPHABETA);
  await run("greedy", "random", "--label", LABEL);
  await run(UCT, "greedy", "--ms", "5");
});
afterAll(() => home.remove());

interface Listed {
  readonly total: number;
  readonly games: readonly { readonly id: number; readonly first: string; readonly second: string }[];
}

function records(...words: string[]): Promise<Outcome> {
  return home.run(["records", ...words]);
}

async function list(...words: string[]): Promise<Listed> {
  return documentOf(await records("list", "--json", ...words)) as Listed;
}

describe("the list", () => {
  test("has the newest first, up to the limit", async () => {
    const all = await list();
    expect(all.total).toBe(12);
    expect(all.games.map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const some = await list("--limit", "2");
    expect(some.games.map(({ id }) => id)).toEqual([12, 11]);
    const { stdout } = await records("list", "--limit", "2");
    expect(stdout.split("\n"), "a head, two games, a line about the rest, and the end").toHaveLength(5);
    expect(stdout).toContain("10 more; show all with --limit 12");
  });

  test("can be filtered by game, player and label", async () => {
    const [uct, alphabeta, labelled, plain, game, chess] = await Promise.all([
      list("--player", "uct"),
      list("--player", ALPHABETA),
      list("--label", LABEL),
      list("--label", ""),
      list("--game", "chinese-checkers"),
      list("--game", "chess"),
    ]);
    expect([uct.total, plain.total, game.total, chess.total]).toEqual([8, 8, 12, 0]);
    expect(alphabeta.games.map(({ second }) => second)).toEqual(Array.from({ length: 4 }, () => ALPHABETA));
    expect(labelled.games.map(({ first }) => first)).toEqual(Array.from({ length: 4 }, () => "greedy"));
  });

  test("is empty without a store, and creates none", async () => {
    const other = new Home();
    const { status, stdout } = await other.run(["records", "list"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^no matching games in .*games\.sqlite\n$/);
    expect(other.files()).toEqual([]);
    other.remove();
  });
});

test("games of the chess rulesheet from before it was renamed are listed, shown and replayed", async () => {
  const old = new Home();
  await old.run(["match", "chess-gdl", "random", "random", "--pairs", "1"]);
  const db = new DatabaseSync(old.path("games.sqlite"));
  db.exec(`UPDATE matches SET game = 'chess'; ${WITHOUT_DIGESTS}; PRAGMA user_version = 3`);
  db.close();
  const list = async (game: string): Promise<unknown> =>
    documentOf(await old.run(["records", "list", "--game", game, "--json"]));
  expect(await list("chess-gdl")).toMatchObject({ total: 2, games: [{ game: "chess-gdl" }, { game: "chess-gdl" }] });
  expect(await list("chess")).toMatchObject({ total: 0 });
  expect((await old.run(["records", "replay", "1"])).stdout).toBe("game 1: the same moves\n");
  old.remove();
});

describe("show", () => {
  test("prints the game of the match", async () => {
    for (const [number, game] of uct.games.entries()) {
      const { stdout } = await records("show", String(number + 1), "--json");
      const { start, moves, scores, ending, plies } = game;
      expect(JSON.parse(stdout)).toMatchObject({
        id: number + 1,
        number,
        start,
        moves,
        scores,
        ending,
        plies,
        first: UCT,
        second: ALPHABETA,
        firstMovesFirst: number % 2 === 0,
      });
    }
    const { stdout } = await records("show", "2");
    expect(stdout).toContain(
      `\n${ALPHABETA} (x) against ${UCT} (o): ${uct.games[1]?.scores.join(" : ")}, by rules after`,
    );
    expect(stdout).toContain(`\nstart  ${uct.games[1]?.start}\n`);
    const printed = stdout.slice(stdout.indexOf("\nstart")).replaceAll(/^ *\d+\. /gm, "  ");
    for (const move of uct.games[1]?.moves ?? []) expect(printed).toContain(`  ${move}`);
  });

  test("fails for an unknown id", async () => {
    expectRefusal(await records("show", "13"), /game 13 not found in .*; see: gamelore records list/);
    expectRefusal(await records("show", "0"), /expected a whole number from 1/);
    expectRefusal(await records("show"), /missing required argument 'id'/);
  });
});

describe("replay", () => {
  test("gives the same moves", async () => {
    for (const id of ["1", "2", "6"]) {
      expect(await records("replay", id)).toEqual({ status: 0, stdout: `game ${id}: the same moves\n`, stderr: "" });
    }
  });

  test("reports the first difference if a move was changed", async () => {
    const changed = new Home();
    writeFileSync(changed.path("games.sqlite"), readFileSync(home.path("games.sqlite")));
    const moves = [...(uct.games[0]?.moves ?? [])];
    const right = moves[2];
    moves[2] = "a1-a2-a3";
    const db = new DatabaseSync(changed.path("games.sqlite"));
    db.prepare("UPDATE games SET moves = ?, build = '0.0.9+abc' WHERE id = 1").run(JSON.stringify(moves));
    db.prepare("UPDATE games SET scores = '[0.5,0.5]' WHERE id = 2").run();
    db.prepare("UPDATE games SET moves = ? WHERE id = 3").run(JSON.stringify(uct.games[2]?.moves.slice(0, -1)));
    // As if it had been recorded so.
    db.exec(`${WITHOUT_DIGESTS}; PRAGMA user_version = 4`);
    db.close();
    const { status, stdout } = await changed.run(["records", "replay", "1"]);
    expect(status).toBe(1);
    expect(stdout).toContain(`game 1: different moves from ply 3 on: recorded a1-a2-a3, now ${right}\n`);
    expect(stdout).toMatch(/\nplayed by Gamelore 0\.0\.9\+abc, this is \d/);
    expect(await changed.run(["records", "replay", "2"])).toMatchObject({
      status: 1,
      stdout: "game 2: the same moves, but a different result\n",
    });
    const shorter = await changed.run(["records", "replay", "3", "--json"]);
    expect(shorter.status).toBe(1);
    expect(JSON.parse(shorter.stdout)).toMatchObject({
      same: false,
      difference: { ply: uct.games[2]?.plies, recorded: null, now: uct.games[2]?.moves.at(-1) },
    });
    changed.remove();
  });

  test("needs --force for games limited by time", async () => {
    expectRefusal(await records("replay", "9"), /game 9 was limited by time.*; use --force/);
    expect([0, 1]).toContain((await records("replay", "9", "--force")).status);
  });
});

describe("export", () => {
  /** Parses CSV: quoted cells may contain anything, quotes are doubled. */
  function parseCsv(text: string): string[][] {
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
    const rows: string[][] = [[]];
    while (cell.lastIndex < text.length) {
      const [, quoted, plain = "", end] = cell.exec(text) ?? expect.unreachable();
      rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
      if (end === "\r\n") rows.push([]);
    }
    return rows.slice(0, -1);
  }

  test("writes all games as JSON lines", async () => {
    const { status, stdout } = await records("export");
    expect(status).toBe(0);
    const games = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; moves: string[]; label: string });
    expect(games.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(games.slice(0, 4).map(({ moves }) => moves)).toEqual(uct.games.map(({ moves }) => moves));
    expect(games[4]?.label).toBe(LABEL);
  });

  test("writes CSV atomically to a file", async () => {
    const file = home.path("out/games.csv");
    const { status, stdout } = await records("export", "--format", "csv", "--player", "greedy", "--output", file);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `8 games written to ${file}\n` });
    const [heads = [], ...rows] = parseCsv(readFileSync(file, "utf8"));
    expect(rows).toHaveLength(8);
    for (const row of rows) expect(row).toHaveLength(heads.length);
    const column = (name: string): (string | undefined)[] => rows.map((row) => row[heads.indexOf(name)]);
    expect(column("label").slice(0, 4)).toEqual(Array.from({ length: 4 }, () => LABEL));
    expect(column("limits").at(-1)).toBe('{"milliseconds":5}');
    const game = JSON.parse((await records("show", "5", "--json")).stdout) as { moves: string[] };
    expect(column("moves")[0]).toBe(game.moves.join(";"));
    expect(home.files()).toEqual(["games.sqlite", "out/games.csv"]);
  });

  test("leaves nothing if the file cannot be written", async () => {
    writeFileSync(home.path("in-the-way"), "");
    expectRefusal(await records("export", "--output", home.path("in-the-way/x.csv")), /cannot write in/, 1);
    expectRefusal(await records("export", "--format", "xml"), /Allowed choices are jsonl, csv/);
  });
});

test("help shows examples; missing and unknown arguments are reported", async () => {
  const all = [[], ["list"], ["show"], ["replay"], ["export"]].map(async (words) => {
    const { status, stdout } = await records(...words, "--help");
    expect(status).toBe(0);
    expect(stdout.split("\nExamples:\n")[1]).toContain(`gamelore ${["records", ...words].join(" ")}`);
  });
  await Promise.all(all);
  expectRefusal(await records(), /records: expected a command/);
  expectRefusal(await records("frob"), /unknown command 'frob'/);
});

test("an invalid store is reported and not changed", async () => {
  const other = new Home();
  writeFileSync(other.path("games.sqlite"), "not a database, by any means".repeat(50));
  expectRefusal(await other.run(["records", "list"]), /games\.sqlite is not a readable game store/);
  expectRefusal(
    await other.run(["match", ...VARIANT, "random", "random"]),
    /is not a readable game store.*; use --no-store to play without it/,
  );
  expect(other.read("games.sqlite").toString()).toBe("not a database, by any means".repeat(50));
  other.remove();
});

describe("check", () => {
  test("replays all games, and names those that were altered", async () => {
    expect(documentOf(await records("check", "--json"))).toMatchObject({ games: 12, replayed: 12, problems: [] });
    const altered = new Home();
    await altered.run(["match", ...VARIANT, "greedy", "random", "--pairs", "1", "--threads", "1"]);
    const db = new DatabaseSync(`${altered.folder}/games.sqlite`);
    db.exec("UPDATE games SET scores = '[0.5,0.5]' WHERE id = 2");
    db.close();
    const { status, stdout } = await altered.run(["records", "check"]);
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/game 2 is damaged[^]*2 games .*1 replayed, 1 problem/),
    ]);
    altered.remove();
  });
});
