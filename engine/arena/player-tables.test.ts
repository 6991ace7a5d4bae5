/** Tables of players: reported when missing, built on request, and not rebuilt. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ok } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { takeAway } from "../contracts/suites/fixtures.ts";
import type { TableSpec } from "../contracts/table.ts";
import { randomKind } from "../search/random.ts";
import { tablesFolder } from "../platform/node/folders.ts";
import { TableStore } from "../tables/store.ts";
import { ensureTables } from "./player-tables.ts";

const ENTRIES = 21;
let folder: string;
let solved: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-tables-"));
  vi.stubEnv("GAMELORE_HOME", folder);
  solved = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function specOf(name: string): TableSpec {
  const identity = {
    game: "take-away",
    name,
    covers: "heaps",
    index: "heap 1",
    value: "outcome",
    entries: ENTRIES,
  } as const;
  return {
    identity,
    summary: "",
    requiredEntries: ENTRIES,
    memoryBytes: ENTRIES,
    solver: "fixture 1",
    command: `gamelore solve take-away --name ${name}`,
    solve: async () => {
      solved.push(name);
      const bytes = new Uint8Array(ENTRIES).fill(1);
      return { identity, bytes, histogram: [0, ENTRIES], statistics: {}, release: () => {} };
    },
    open: () => expect.unreachable(),
  };
}

/** `reader(table=NAME)` reads that table. */
function rules(): OpenGame {
  const parameter = { name: "table", summary: "", kind: "text", default: "heap" } as const;
  return takeAway((own) => [
    randomKind(own),
    {
      ...randomKind(own),
      name: "reader",
      parameters: [parameter],
      tables: ({ table }) => ok([specOf(String(table))]),
    },
  ]);
}

const options = {
  threads: 1,
  signal: new AbortController().signal,
  resume: "gamelore",
  reporter: { progress: () => ({ update: () => {}, end: () => {} }), say: () => {} },
};

test("the error for a missing table has the command that builds it", async () => {
  await expect(ensureTables(rules(), ["random", "reader"], { ...options, build: false })).rejects.toMatchObject({
    code: "table-missing",
    message: "table heap not found; build it with: gamelore solve take-away --name heap (or add --build)",
  });
  expect(solved).toEqual([]);
});

test("missing tables are built once each", async () => {
  const players = ["reader", "random", "reader(table=heap)", "reader(table=other)"];
  await ensureTables(rules(), players, { ...options, build: true });
  expect(solved).toEqual(["heap", "other"]);
  expect(new TableStore(tablesFolder()).list().map(({ name, status }) => [name, status])).toEqual([
    ["heap", "ready"],
    ["other", "ready"],
  ]);
  await ensureTables(rules(), players, { ...options, build: true });
  await ensureTables(rules(), players, { ...options, build: false });
  expect(solved).toHaveLength(2);
});

test("an unknown player fails before anything is built", async () => {
  await expect(ensureTables(rules(), ["reader", "raeder"], { ...options, build: true })).rejects.toMatchObject({
    code: "bad-player",
  });
  expect(solved).toEqual([]);
});
