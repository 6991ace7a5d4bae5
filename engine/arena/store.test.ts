/** The store of games: what is kept comes back, a match goes on where it ended, several processes write, and no harm is done. */
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
import { storeFault } from "./store-faults.ts";
import { GameStore } from "./store.ts";

const SPEC: MatchSpec = { label: "", first: "worker", second: "random", openingPlies: 2, seed: 3, limits: {} };
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

/** Reports are equal but for how many games had been there. */
function fresh(report: MatchReport | null): MatchReport {
  return { ...(report as MatchReport), resumed: 0 };
}

describe("a match", () => {
  test("of three at the board gives the same points from the store as when it is played", async () => {
    const race = diceRace();
    const rules = { ...race, playerKinds: [randomKind(race)] };
    const spec = { ...SPEC, first: "random", second: "random", openingPlies: 0 };
    const played = await playMatch(rules, spec, { pairs: 9, concurrency: 1 });
    const kept = await playMatch(rules, spec, { pairs: 9, concurrency: 1, store: openStore() });
    expect(kept.games).toEqual(played.games);
    expect(kept.standing).toEqual(played.standing);
  });

  test("goes on where the stored games end, and is then the one that was played at once", async () => {
    const { rules, doings } = heapRules();
    const whole = await playMatch(rules, SPEC, { pairs: 10, concurrency: 1 });
    const store = openStore();
    const some = await playMatch(rules, SPEC, { pairs: 4, concurrency: 3, store });
    expect(some.games).toEqual(whole.games.slice(0, 8));
    const more = await playMatch(rules, SPEC, { pairs: 10, concurrency: 3, store });
    expect(more).toEqual({ ...whole, resumed: 8 });
    doings.moves = 0;
    expect(await playMatch(rules, SPEC, { pairs: 10, concurrency: 3, store })).toEqual({ ...whole, resumed: 20 });
    expect(await playMatch(rules, SPEC, { pairs: 4, concurrency: 3, store })).toEqual({ ...some, resumed: 8 });
    expect(storedMatch(rules, SPEC, store)).toEqual({ ...whole, resumed: 20 });
    expect(doings.moves, "what is stored is not played").toBe(0);
  });

  test("is another one with another label, seed, opening, limit or player, in whichever words these are said", async () => {
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

  test("keeps its finished games when it is interrupted, also one of an unfinished pair", async () => {
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

  test("that a test has decided is decided by the same pair when it is read again", async () => {
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

  test("tells the builds that played its games", async () => {
    const { rules } = heapRules();
    const store = openStore();
    const { builds } = await playMatch(rules, SPEC, { pairs: 2, concurrency: 1, store });
    const now = buildOf(rules.game.id);
    expect(builds).toEqual({ [now]: 4 });
    const db = new DatabaseSync(path);
    db.exec("UPDATE games SET build = '0.0.9+abc' WHERE number < 3");
    db.close();
    const later = await playMatch(rules, SPEC, { pairs: 3, concurrency: 1, store });
    expect(later.builds).toEqual({ "0.0.9+abc": 3, [now]: 3 });
  });
});

test("a build is the version and the beginning of the kernel's SHA-256", () => {
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

  test("comes back as it was", () => {
    const key = openStore().addMatch(identity, { v: 1, w: null });
    const kept = openStore().add(key, played);
    expect(kept).toMatchObject(played);
    closeAll();
    const store = openStore();
    expect(store.games(key)).toEqual([kept]);
    expect(store.find(kept.id)).toEqual({ match: { ...identity, options: { v: 1, w: null } }, game: kept });
    expect(store.find(kept.id + 1)).toBeNull();
  });

  test("that another process has stored first stays as that one was", () => {
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

  test("begin a store, play one match and play others at the same time, and nothing is lost or doubled", async () => {
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

describe("what cannot be used is told, and left as it is", () => {
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
    expectRefused("store-newer", /newer Gamelore \(version 7 of the store, this one knows up to 4\)/);
  });

  test("a file that is no database", () => {
    writeFileSync(path, "a letter to a friend\n".repeat(100));
    expectRefused("store-damaged", /not a database/);
  });

  test("somebody else's database", () => {
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE recipes (name)");
    db.close();
    expectRefused("store-damaged", /something else/);
  });

  test("a store that was cut off", () => {
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

  test("a game whose record was changed by another hand", () => {
    const store = openStore();
    const key = store.addMatch({ ...SPEC, game: "g", variant: "" }, {});
    const db = new DatabaseSync(path);
    db.exec(
      `INSERT INTO games VALUES (9, ${key}, 0, 0, 1, 's', 'not JSON', '[1,0]', 'rules', 0, 0, 0, 0, 0, '', '', '[]', 'null')`,
    );
    db.close();
    expect(() => store.games(key)).toThrow(/game 9 is not as it was written/);
  });

  test.runIf(process.platform === "linux")("a folder that cannot be written", () => {
    expect(() => GameStore.open("/proc/deep/games.sqlite")).toThrow(
      expect.objectContaining({ code: "not-writable", message: expect.stringMatching(/cannot write in \/proc\/deep/) }),
    );
  });

  test("a file where its folder should be", () => {
    writeFileSync(join(folder, "deep"), "in the way");
    path = join(folder, "deep", "games.sqlite");
    expect(() => openStore()).toThrow(expect.objectContaining({ code: "not-writable" }));
  });

  test("a store that is not there is not made by asking for it", () => {
    expect(GameStore.openExisting(path)).toBeNull();
    expect(files()).toEqual([]);
  });
});

test("a full disk, as SQLite tells of it, is told as one", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA max_page_count = 2; CREATE TABLE t (x)");
  try {
    db.exec("INSERT INTO t VALUES (zeroblob(100000))");
    expect.unreachable();
  } catch (error) {
    expect(storeFault(error, "/some/games.sqlite")).toMatchObject({
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

  /** One match for each position that a game starts from, as version 3 kept it. */
  function oldStore(starts: readonly string[]): void {
    const store = openStore();
    for (const [seed, start] of starts.entries())
      store.add(store.addMatch({ ...identity, seed }, {}), { ...game, ...more, start });
    closeAll();
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 3");
    db.close();
  }

  function reopened(): GameStore {
    const store = GameStore.open(path, renamed);
    open.push(store);
    return store;
  }

  test("its matches have the new id and keep their numbers", () => {
    oldStore(["{(deal 1)}", "{(deal 2)}"]);
    const store = reopened();
    expect(store.matches().map(({ id, game: name }) => [id, name])).toEqual([
      [2, "bridge-cards"],
      [1, "bridge-cards"],
    ]);
    expect(store.findMatch({ ...identity, game: "bridge-cards", seed: 1 })).toBe(2);
    expect(store.findMatch({ ...identity, seed: 1 })).toBeNull();
  });

  test("a match of the game that has the old id now is left alone", () => {
    oldStore(["{(deal 1)}", "AKQ/JT9"]);
    expect(
      reopened()
        .matches()
        .map((match) => match.game),
    ).toEqual(["bridge", "bridge-cards"]);
  });

  test("what is stored later under the old id stays there", () => {
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

test("a store of the first version is brought to this one, with its games", async () => {
  const store = openStore();
  await playMatch(heapRules().rules, SPEC, { pairs: 1, concurrency: 1, store });
  const before = [...store.select()];
  closeAll();
  const db = new DatabaseSync(path);
  db.exec("ALTER TABLE games DROP COLUMN errors; ALTER TABLE games DROP COLUMN forfeit; PRAGMA user_version = 1");
  db.close();
  expect([...openStore().select()]).toEqual(before);
});
