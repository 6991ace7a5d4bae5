/** The game store: round trips, resumed matches, concurrent processes, damaged files. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diceRace } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";
import { buildOf } from "./build.ts";
import { playMatch, storedMatch, type MatchReport, type MatchSpec } from "./match.ts";
import type { PlayedGame } from "./records.ts";
import { heapRules } from "./rules.fixture.ts";
import { gameDigest } from "./store-digest.ts";
import { storeError } from "./store-errors.ts";
import { GameStore } from "./store.ts";

const SPEC: MatchSpec = { label: "", first: "worker", second: "random", openingPlies: 2, seed: 3, limits: {} };
const WITHOUT_DIGESTS = "ALTER TABLE games DROP COLUMN digest; ALTER TABLE matches DROP COLUMN digest";
const WRITER = fileURLToPath(new URL("store-writer.fixture.ts", import.meta.url));

let folder: string;
let path: string;
const open: GameStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-store-"));
  path = join(folder, "deep", "games.sqlite");
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(): GameStore {
  const store = GameStore.open(path);
  open.push(store);
  return store;
}

function closeAll(): void {
  for (const store of open.splice(0)) store.close();
}

/** A report without the number of resumed games. */
function fresh(report: MatchReport | null): MatchReport {
  return { ...(report as MatchReport), resumed: 0 };
}

describe("a match", () => {
  test("of three players has the same points from the store as when played", async () => {
    const race = diceRace();
    const rules = { ...race, playerKinds: [randomKind(race)] };
    const spec = { ...SPEC, first: "random", second: "random", openingPlies: 0 };
    const played = await playMatch(rules, spec, { pairs: 9, concurrency: 1 });
    const stored = await playMatch(rules, spec, { pairs: 9, concurrency: 1, store: openStore() });
    expect(stored.games).toEqual(played.games);
    expect(stored.standing).toEqual(played.standing);
  });

  test("resumes after the stored games, with the same result", async () => {
    const { rules, counts } = heapRules();
    const whole = await playMatch(rules, SPEC, { pairs: 10, concurrency: 1 });
    const store = openStore();
    const some = await playMatch(rules, SPEC, { pairs: 4, concurrency: 3, store });
    expect(some.games).toEqual(whole.games.slice(0, 8));
    const more = await playMatch(rules, SPEC, { pairs: 10, concurrency: 3, store });
    expect(more).toEqual({ ...whole, resumed: 8 });
    counts.moves = 0;
    expect(await playMatch(rules, SPEC, { pairs: 10, concurrency: 3, store })).toEqual({ ...whole, resumed: 20 });
    expect(await playMatch(rules, SPEC, { pairs: 4, concurrency: 3, store })).toEqual({ ...some, resumed: 8 });
    expect(storedMatch(rules, SPEC, store)).toEqual({ ...whole, resumed: 20 });
    expect(counts.moves, "stored games are not played").toBe(0);
  });

  test("is identified by label, seed, opening, limits and canonical players", async () => {
    const { rules } = heapRules();
    const store = openStore();
    await playMatch(rules, { ...SPEC, limits: { nodes: 5, depth: 2 } }, { pairs: 1, concurrency: 1, store });
    const others: Partial<MatchSpec>[] = [
      { limits: { nodes: 5 } },
      { limits: { nodes: 5, depth: 2, milliseconds: 1 } },
      { label: "x" },
      { seed: 4 },
      { openingPlies: 1 },
      { first: "worker(skill=51)" },
      { first: "random", second: "worker" },
    ];
    for (const other of others) {
      const spec = { ...SPEC, limits: { nodes: 5, depth: 2 }, ...other };
      expect(storedMatch(rules, spec, store), JSON.stringify(other)).toBeNull();
    }
    const same = { ...SPEC, first: "worker( skill=50 )", limits: { depth: 2, nodes: 5 } };
    expect(storedMatch(rules, same, store)?.games).toHaveLength(2);
  });

  test("keeps finished games when interrupted, also of an incomplete pair", async () => {
    const { rules } = heapRules();
    const store = openStore();
    const aborter = new AbortController();
    const onGame = (done: number): void => void (done === 5 && aborter.abort());
    const match = playMatch(rules, SPEC, { pairs: 10, concurrency: 1, store, signal: aborter.signal, onGame });
    await expect(match).rejects.toMatchObject({ code: "interrupted" });
    const kept = storedMatch(rules, SPEC, store);
    expect(kept?.games).toHaveLength(5);
    expect(kept?.standing.games).toBe(4);
    const whole = await playMatch(rules, SPEC, { pairs: 10, concurrency: 1 });
    expect(await playMatch(rules, SPEC, { pairs: 10, concurrency: 1, store })).toEqual({ ...whole, resumed: 5 });
  });

  test("is decided by the same pair of an SPRT when read from the store", async () => {
    const { rules } = heapRules();
    const store = openStore();
    const options = { pairs: 300, concurrency: 1, sprt: { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 } };
    const spec = { ...SPEC, first: "perfect" };
    const alone = await playMatch(rules, spec, options);
    expect(alone.sprt?.decision).toBe("H1");
    const pairs = alone.games.length / 2 + 20;
    await playMatch(rules, spec, { pairs, concurrency: 2, store });
    expect(fresh(await playMatch(rules, spec, { ...options, store }))).toEqual(alone);
  });

  test("reports the builds of its games", async () => {
    const { rules } = heapRules();
    const store = openStore();
    const { builds } = await playMatch(rules, SPEC, { pairs: 2, concurrency: 1, store });
    const now = buildOf(rules.game.id);
    expect(builds).toEqual({ [now]: 4 });
    const db = new DatabaseSync(path);
    for (const row of db.prepare("SELECT * FROM games WHERE number < 3").all()) {
      const older = { ...row, build: "0.0.9+abc" };
      db.prepare("UPDATE games SET build = ?, digest = ? WHERE id = ?").run(
        older.build,
        gameDigest(older),
        row["id"] as number,
      );
    }
    db.close();
    const later = await playMatch(rules, SPEC, { pairs: 3, concurrency: 1, store });
    expect(later.builds).toEqual({ "0.0.9+abc": 3, [now]: 3 });
  });
});

test("a build is the version and a prefix of the kernel's SHA-256", () => {
  const kernel = join(folder, "kernel.wasm");
  writeFileSync(kernel, "abc");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  // The published digest of "abc" begins like this.
  expect(buildOf("some-game", kernel)).toBe(`${version}+ba7816bf8f`);
  expect(buildOf("some-game", join(folder, "none.wasm"))).toBe(version);
});

describe("a game", () => {
  const played: PlayedGame = {
    number: 3,
    pair: 1,
    firstPlaysFirst: false,
    points: 1,
    start: "20 0",
    moves: ["1", "a b&c", 'quoted "…"'],
    scores: [0, 1],
    ending: "rules",
    plies: 3,
    seeds: { first: 1, second: 2, chance: 2 ** 31 - 1 },
    milliseconds: 1.5,
    build: "x",
  };
  const identity = { ...SPEC, game: "g", variant: "v=1" };

  test("round-trips", () => {
    const key = openStore().addMatch(identity, { v: 1, w: null });
    const kept = openStore().add(key, played);
    expect(kept).toMatchObject(played);
    closeAll();
    const store = openStore();
    expect(store.games(key)).toEqual([kept]);
    expect(store.find(kept.id)).toEqual({ match: { ...identity, options: { v: 1, w: null } }, game: kept });
    expect(store.find(kept.id + 1)).toBeNull();
  });

  test("stored first by another process is kept", () => {
    const key = openStore().addMatch(identity, {});
    const first = openStore().add(key, played);
    expect(openStore().add(key, { ...played, moves: ["other"], scores: [1, 0], points: 0 })).toEqual(first);
    expect(openStore().games(key)).toHaveLength(1);
  });

  test("is found by game, label and player", () => {
    const store = openStore();
    const add = (more: object, number: number): number =>
      store.add(store.addMatch({ ...identity, ...more }, {}), { ...played, number }).id;
    const one = add({ first: "uct(c=1)" }, 0);
    const two = add({ first: "uct", second: "uct(c=1)", label: "l" }, 0);
    const three = add({ game: "h", first: "uctx" }, 0);
    const ids = (filter: object): number[] => [...store.select(filter)].map(({ game }) => game.id);
    expect(ids({})).toEqual([one, two, three]);
    expect(ids({ newestFirst: true, limit: 2 })).toEqual([three, two]);
    expect(ids({ player: "uct" })).toEqual([one, two]);
    expect(ids({ player: "uct(c=1)" })).toEqual([one, two]);
    expect(ids({ player: "random" })).toEqual([one, three]);
    expect(ids({ game: "g", label: "" })).toEqual([one]);
    expect(ids({ player: "%" })).toEqual([]);
    expect(store.count({ game: "g" })).toBe(2);
  });
});

describe("several processes", () => {
  const run = async (label: string, pairs: number): Promise<MatchReport> => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [WRITER, path, label, String(pairs)]);
    expect(stderr).toBe("");
    return JSON.parse(stdout) as MatchReport;
  };

  test("create a store and play matches concurrently, and no game is lost or duplicated", async () => {
    const { rules } = heapRules();
    const expected = await playMatch(rules, SPEC, { pairs: 60, concurrency: 1 });
    const reports = await Promise.all([run("", 60), run("", 60), run("a", 60), run("b", 60)]);
    const plain = JSON.parse(JSON.stringify(expected)) as MatchReport;
    for (const report of reports) expect(report).toEqual(plain);
    const store = openStore();
    expect(store.count()).toBe(3 * 120);
    for (const label of ["", "a", "b"]) expect(fresh(storedMatch(rules, { ...SPEC, label }, store))).toEqual(expected);
  });
});

describe("unusable files are reported and not changed", () => {
  const files = (): [string, string][] =>
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "latin1")]);

  function expectRefused(code: string, message: RegExp): void {
    const before = files();
    let caught: unknown;
    try {
      GameStore.open(path).close();
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((caught as Error).message).toContain(path);
    expect(files()).toEqual(before);
  }

  beforeEach(() => (path = join(folder, "games.sqlite")));

  test("a store of a newer version", () => {
    openStore();
    closeAll();
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 7; CREATE TABLE more (x)");
    db.close();
    expectRefused("store-newer", /newer Gamelore \(store version 7, supported up to 5\)/);
  });

  test("a file that is not a database", () => {
    writeFileSync(path, "a letter to a friend\n".repeat(100));
    expectRefused("store-damaged", /not a database/);
  });

  test("a database of another application", () => {
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE recipes (name)");
    db.close();
    expectRefused("store-damaged", /another application/);
  });

  test("a truncated store", () => {
    const store = openStore();
    const key = store.addMatch({ ...SPEC, game: "g", variant: "" }, {});
    const game = { number: 0, pair: 0, firstPlaysFirst: true, points: 1, start: "s".repeat(50_000), moves: [] };
    const more = { scores: [1, 0], ending: "rules", plies: 0, seeds: { first: 0, second: 0, chance: 0 } } as const;
    store.add(key, { ...game, ...more, milliseconds: 0, build: "" });
    closeAll();
    truncateSync(path, 16_384);
    const cut = readFileSync(path);
    expect(() => openStore().games(key)).toThrow(expect.objectContaining({ code: "store-damaged" }));
    closeAll();
    expect(readFileSync(path).equals(cut)).toBe(true);
  });

  test("a damaged record", () => {
    const store = openStore();
    const key = store.addMatch({ ...SPEC, game: "g", variant: "" }, {});
    const db = new DatabaseSync(path);
    db.exec(
      `INSERT INTO games VALUES (9, ${key}, 0, 0, 1, 's', 'not JSON', '[1,0]', 'rules', 0, 0, 0, 0, 0, '', '', '[]', 'null', 'a digest')`,
    );
    db.close();
    expect(() => store.games(key)).toThrow(/game 9 is damaged/);
  });

  test.runIf(process.platform === "linux")("a folder that is not writable", () => {
    expect(() => GameStore.open("/proc/deep/games.sqlite")).toThrow(
      expect.objectContaining({ code: "not-writable", message: expect.stringMatching(/cannot write in \/proc\/deep/) }),
    );
  });

  test("a file in place of its folder", () => {
    writeFileSync(join(folder, "deep"), "in the way");
    path = join(folder, "deep", "games.sqlite");
    expect(() => openStore()).toThrow(expect.objectContaining({ code: "not-writable" }));
  });

  test("openExisting does not create a store", () => {
    expect(GameStore.openExisting(path)).toBeNull();
    expect(files()).toEqual([]);
  });
});

test("a full disk is reported as no-space", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA max_page_count = 2; CREATE TABLE t (x)");
  try {
    db.exec("INSERT INTO t VALUES (zeroblob(100000))");
    expect.unreachable();
  } catch (error) {
    expect(storeError(error, "/some/games.sqlite")).toMatchObject({
      code: "no-space",
      message: "not enough space to write /some/games.sqlite",
    });
  }
});

describe("a store of version 3, in which a game had another id", () => {
  const renamed = [{ from: "bridge", to: "bridge-cards", position: "{" }];
  const identity = { ...SPEC, game: "bridge", variant: "" };
  const game = { number: 0, pair: 0, firstPlaysFirst: true, points: 1, moves: [], scores: [1, 0], plies: 0 };
  const more = { ending: "rules", seeds: { first: 0, second: 0, chance: 0 }, milliseconds: 0, build: "" } as const;

  /** A store of version 3 with one match per starting position. */
  function oldStore(starts: readonly string[]): void {
    const store = openStore();
    for (const [seed, start] of starts.entries())
      store.add(store.addMatch({ ...identity, seed }, {}), { ...game, ...more, start });
    closeAll();
    const db = new DatabaseSync(path);
    db.exec(`${WITHOUT_DIGESTS}; PRAGMA user_version = 3`);
    db.close();
  }

  function reopened(): GameStore {
    const store = GameStore.open(path, renamed);
    open.push(store);
    return store;
  }

  test("its matches get the new game id and keep their ids", () => {
    oldStore(["{(deal 1)}", "{(deal 2)}"]);
    const store = reopened();
    expect(store.matches().map(({ id, game: name }) => [id, name])).toEqual([
      [2, "bridge-cards"],
      [1, "bridge-cards"],
    ]);
    expect(store.findMatch({ ...identity, game: "bridge-cards", seed: 1 })).toBe(2);
    expect(store.findMatch({ ...identity, seed: 1 })).toBeNull();
  });

  test("a match of the game that now has the old id is not changed", () => {
    oldStore(["{(deal 1)}", "AKQ/JT9"]);
    expect(
      reopened()
        .matches()
        .map((match) => match.game),
    ).toEqual(["bridge", "bridge-cards"]);
  });

  test("later matches under the old id are not changed", () => {
    oldStore(["{(deal 1)}"]);
    const store = reopened();
    store.add(store.addMatch(identity, {}), { ...game, ...more, start: "AKQ/JT9" });
    closeAll();
    expect(
      reopened()
        .matches()
        .map((match) => match.game),
    ).toEqual(["bridge", "bridge-cards"]);
  });
});

test("a store of version 1 is migrated with its games", async () => {
  const store = openStore();
  await playMatch(heapRules().rules, SPEC, { pairs: 1, concurrency: 1, store });
  const before = [...store.select()];
  closeAll();
  const db = new DatabaseSync(path);
  db.exec(`${WITHOUT_DIGESTS}; ALTER TABLE games DROP COLUMN errors; ALTER TABLE games DROP COLUMN forfeit;
    PRAGMA user_version = 1`);
  db.close();
  expect([...openStore().select()]).toEqual(before);
});
