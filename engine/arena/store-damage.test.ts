/** Damaged stores: whatever is altered or missing is reported; nothing is read as if it were recorded so. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GameloreError } from "../contracts/errors.ts";
import { SeededRandom } from "../random/seeded.ts";
import { playMatch, type MatchSpec } from "./match.ts";
import { heapRules } from "./rules.fixture.ts";
import { GameStore } from "./store.ts";

const FLIPS = 300;
const TRUNCATIONS = 50;
const SPEC: MatchSpec = { label: "", first: "worker", second: "random", openingPlies: 2, seed: 3, limits: {} };

let folder: string;
let whole: string;
let damaged: string;
let expected: unknown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-damage-"));
  whole = join(folder, "games.sqlite");
  damaged = join(folder, "damaged.sqlite");
  const store = GameStore.open(whole);
  await playMatch(heapRules().rules, SPEC, { pairs: 60, concurrency: 1, store });
  store.close();
  expected = contentsOf(whole);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contentsOf(path: string): unknown {
  const store = GameStore.open(path);
  try {
    const matches = store.matches();
    return { matches, games: [...store.select()], outcomes: matches.map(({ id }) => store.outcomes(id)) };
  } finally {
    store.close();
  }
}

/** "same", "reported", or the contents that were read instead. */
function verdictOn(path: string): unknown {
  try {
    const contents = contentsOf(path);
    return JSON.stringify(contents) === JSON.stringify(expected) ? "same" : contents;
  } catch (error) {
    return error instanceof GameloreError && /^store-(damaged|newer)$/.test(error.code) ? "reported" : error;
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  }
}

test(`${FLIPS} flipped bits`, () => {
  const random = new SeededRandom(21);
  const bytes = readFileSync(whole);
  const verdicts = Array.from({ length: FLIPS }, () => {
    const at = Math.floor(random.fraction() * bytes.length);
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] as number) ^ (1 << Math.floor(random.fraction() * 8));
    writeFileSync(damaged, copy);
    return verdictOn(damaged);
  });
  expect(verdicts.filter((each) => each !== "same" && each !== "reported")).toEqual([]);
  expect(verdicts.filter((each) => each === "reported").length).toBeGreaterThan(FLIPS / 4);
});

test(`${TRUNCATIONS} truncated files, the empty one among them`, () => {
  const random = new SeededRandom(22);
  const { length } = readFileSync(whole);
  for (const size of [0, 4096, ...Array.from({ length: TRUNCATIONS }, () => Math.floor(random.fraction() * length))]) {
    copyFileSync(whole, damaged);
    truncateSync(damaged, size);
    expect([size, verdictOn(damaged)]).toEqual([size, "reported"]);
  }
});

describe("a game altered by another program", () => {
  test.each(["moves = '[]'", "scores = '[0,1]'", "plies = plies + 1", "seed_first = 5", "finished = ''"])(
    "is reported: %s",
    (change) => {
      copyFileSync(whole, damaged);
      const db = new DatabaseSync(damaged);
      db.exec(`UPDATE games SET ${change} WHERE id = 7`);
      db.close();
      const store = GameStore.open(damaged);
      expect(() => [...store.select()]).toThrow("game 7 is damaged");
      expect(() => store.find(7)).toThrow("game 7 is damaged");
      expect(store.find(8)).toMatchObject({ game: { id: 8 } });
      store.close();
    },
  );
});

test("a store of version 4 is upgraded with all its games", () => {
  copyFileSync(whole, damaged);
  const db = new DatabaseSync(damaged);
  db.exec("ALTER TABLE games DROP COLUMN digest; ALTER TABLE matches DROP COLUMN digest; PRAGMA user_version = 4");
  db.close();
  expect(verdictOn(damaged)).toBe("same");
});

test("a store is read without being written", () => {
  const store = GameStore.openReadOnly(whole);
  expect([...store.select()]).toHaveLength(120);
  expect(() => store.addMatch({ ...SPEC, game: "other", variant: "" }, {})).toThrow(
    expect.objectContaining({ code: "not-writable" }),
  );
  store.close();
});
