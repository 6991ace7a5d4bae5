/** The graph of a set of tables: built in the order of its dependencies, from what is stored, around what fails. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Game } from "../engine/contracts/game.ts";
import type { TableSetSpec, TableSpec } from "../engine/contracts/table.ts";
import { InProcessTasks } from "../engine/jobs/in-process-tasks.ts";
import { TableStore } from "../engine/tables/store.ts";
import { readPayload, type TablesPayload } from "./payloads.ts";
import { queuedTables } from "./queued-tables.ts";
import { TableHost } from "./table-host.ts";

/** Each table with those it needs; the two of a pair are built together. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  a: [],
  b: ["a"],
  c: ["b"],
  d: ["a"],
  e: ["c", "d"],
  f: [],
};
const PAIRS = [["a", "f"], ["b"], ["c"], ["d"], ["e"]];

let folder: string;
let store: TableStore;
let host: TableHost;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-graph-"));
  store = new TableStore(folder);
  const redis = { set: async () => "OK", on: () => {}, off: () => {} };
  host = await TableHost.start(redis as unknown as Redis, store, null);
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

function specOf(name: string): TableSpec {
  const identity = { game: "test", name, covers: name, index: "none", value: "distance", entries: 3e6 } as const;
  return { identity, solver: "test 1", command: "gamelore solve test" } as unknown as TableSpec;
}

const specs = new Map(Object.keys(NEEDS).map((name) => [name, specOf(name)]));
const all = [...specs.values()];
const set = {
  name: "graph",
  tables: all,
  units: (tables: readonly TableSpec[]) =>
    PAIRS.map((names) => names.map((name) => specs.get(name) as TableSpec).filter((spec) => tables.includes(spec)))
      .filter((pair) => pair.length > 0)
      .map((pair) => ({
        tables: pair,
        needs: pair.flatMap(({ identity }) => (NEEDS[identity.name] ?? []).map((name) => specs.get(name) as TableSpec)),
      })),
} as unknown as TableSetSpec;

async function solve(name: string): Promise<{ name: string; digest: string }> {
  for (const need of NEEDS[name] ?? [])
    expect(store.has({ game: "test", name: need }), `${name} needs ${need}`).toBe(true);
  const { identity } = specOf(name);
  const bytes = new Uint8Array(identity.entries).fill(name.charCodeAt(0));
  const histogram = Array.from({ length: 200 }, (_, value) => (value === bytes[0] ? identity.entries : 0));
  await store.write({ identity, bytes, histogram }, "test 1");
  return { name, digest: host.ref(identity).digest };
}

async function build(missing: readonly TableSpec[], fails: (name: string) => boolean = () => false): Promise<string[]> {
  const queue = new InProcessTasks(
    async (data) => {
      const tables = [];
      for (const name of (readPayload(data) as TablesPayload).names) {
        if (fails(name)) throw new Error(`${name} is poison`);
        tables.push(await solve(name));
      }
      return { tables, cpuSeconds: tables.length };
    },
    { slots: 2 },
  );
  const arrived: string[] = [];
  const game = { id: "test" } as Game;
  const elsewhere = queuedTables({ queue, build: "test", host, store, game, options: {}, set });
  await elsewhere(missing, {}, ({ identity }) => arrived.push(identity.name)).catch((error: unknown) => {
    throw Object.assign(error as Error, { arrived });
  });
  return arrived;
}

test("every table is built once, after those it needs", async () => {
  const arrived = await build(all);
  expect(arrived.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
  for (const [name, needs] of Object.entries(NEEDS))
    for (const need of needs) expect(arrived.indexOf(need)).toBeLessThan(arrived.indexOf(name));
});

test("what is stored is not built again", async () => {
  for (const name of ["a", "f", "b"]) await solve(name);
  const missing = all.filter(({ identity }) => !["a", "f", "b"].includes(identity.name));
  expect((await build(missing)).toSorted()).toEqual(["c", "d", "e"]);
});

test("a table that fails stops only those that need it, and is named", async () => {
  await expect(build(all, (name) => name === "b")).rejects.toMatchObject({
    code: "job-failed",
    message: expect.stringMatching(
      /b is poison; the job was .*"names":\["b"\].*; 3 tables are missing, the others are stored/,
    ),
  });
  expect(store.names("test")).toEqual(["a", "d", "f"]);
});

test("a worker that names other content than what was uploaded is refused", async () => {
  const queue = new InProcessTasks(async (data) => {
    const names = (readPayload(data) as TablesPayload).names;
    for (const name of names) await solve(name);
    return { tables: names.map((name) => ({ name, digest: "0".repeat(32) })), cpuSeconds: 1 };
  });
  const game = { id: "test" } as Game;
  const elsewhere = queuedTables({ queue, build: "test", host, store, game, options: {}, set });
  await expect(elsewhere([specs.get("a") as TableSpec], {}, () => {})).rejects.toThrow(/different tables a/);
});
