/** Tables between coordinator and workers over HTTP: by content, in checked ranges, into a bounded cache, and back. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TableIdentity } from "../engine/contracts/table.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { TableStore } from "../engine/tables/store.ts";
import { readView, type TableRef, type View } from "./payloads.ts";
import { fetchTable, TableCache } from "./table-cache.ts";
import { hostKey, TableHost, viewKey, type HostAddress } from "./table-host.ts";

/** Blocks of 64 KiB that do not compress: more than one range. */
const ENTRIES = 9_000_000;
const SMALL = 70_000;

let folder: string;
let store: TableStore;
let host: TableHost;
let keys: Map<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-tables-"));
  store = new TableStore(join(folder, "coordinator"));
  keys = new Map();
  const redis = { set: async (key: string, value: string) => keys.set(key, value), on: () => {}, off: () => {} };
  host = await TableHost.start(redis as unknown as Redis, store, null);
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

function identity(name: string, entries: number): TableIdentity {
  return { game: "test", name, covers: "noise", index: "none", value: "distance", entries };
}

async function write(name: string, entries: number, into: TableStore = store): Promise<TableRef> {
  const random = new SeededRandom(entries);
  const bytes = new Uint8Array(entries);
  for (let i = 0; i < entries; i++) bytes[i] = random.below(255);
  const histogram = Array.from({ length: 255 }, () => 0);
  for (const value of bytes) histogram[value]!++;
  await into.write({ identity: identity(name, entries), bytes, histogram }, "noise 1");
  return into === store ? host.ref({ game: "test", name }) : { game: "test", name, digest: "", bytes: 0, headBytes: 0 };
}

async function address(): Promise<HostAddress> {
  return JSON.parse(keys.get(hostKey(host.id)) as string) as HostAddress;
}

function viewOf(key: string): View {
  return readView(keys.get(viewKey(key)) as string);
}

async function fetched(table: TableRef, from: HostAddress): Promise<Buffer> {
  const bytes = Buffer.alloc(table.bytes);
  await fetchTable(table, from, (part, at) => bytes.set(part, at));
  return bytes;
}

describe("the host", () => {
  test("sends a table in ranges, byte by byte", async () => {
    const table = await write("large", ENTRIES);
    expect((await fetched(table, await address())).equals(readFileSync(store.path(table)))).toBe(true);
  });

  test("answers only who has its token, and only for its tables", async () => {
    const table = await write("one", SMALL);
    const { url, token } = await address();
    const status = async (path: string, headers: Record<string, string>, method = "GET"): Promise<number> =>
      (await fetch(`${url}${path}`, { headers, method })).status;
    const right = { authorization: `Bearer ${token}` };
    const path = `/tables/test/one/${table.digest}`;
    expect(await status(path, right)).toBe(200);
    expect(await status(path, {})).toBe(401);
    expect(await status(path, { authorization: `Bearer ${token.slice(1)}0` })).toBe(401);
    expect(await status(`/tables/test/one/${"0".repeat(32)}`, right)).toBe(404);
    expect(await status(`/tables/test/two/${table.digest}`, right)).toBe(404);
    expect(await status(path, { ...right, range: `bytes=0-${table.bytes}` })).toBe(416);
    expect(await status("/tables/..%2F..%2Fsecret/x", right, "PUT")).toBe(422);
  });

  test("sends a table that it was not asked for before, as after a restart", async () => {
    const table = await write("one", SMALL);
    const redis = { set: async (key: string, value: string) => keys.set(key, value), on: () => {}, off: () => {} };
    const again = await TableHost.start(redis as unknown as Redis, store, null);
    expect((await fetched(table, await address())).length).toBe(table.bytes);
    await again.close();
  });

  test("listens on this machine only", async () => {
    expect((await address()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  const put = async (name: string, body: Uint8Array): Promise<number> => {
    const { url, token } = await address();
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/tables/test/${name}`, { method: "PUT", headers, body: new Blob([body as BlobPart]) }))
      .status;
  };

  test("checks every byte of an upload, and writes it once", async () => {
    const other = new TableStore(join(folder, "worker"));
    await write("up", SMALL, other);
    const bytes = readFileSync(other.path({ game: "test", name: "up" }));
    const damaged = Buffer.from(bytes);
    damaged[damaged.length - 9]! ^= 1;
    expect(await put("up", damaged)).toBe(422);
    expect(await put("up", bytes.subarray(0, -1))).toBe(422);
    expect(await put("down", bytes)).toBe(422);
    expect(store.has({ game: "test", name: "up" })).toBe(false);
    expect(await put("up", bytes)).toBe(201);
    expect(await put("up", bytes)).toBe(201);
    expect(readdirSync(join(store.folder, "test"))).toEqual(["up.table"]);
    expect(readFileSync(store.path({ game: "test", name: "up" })).equals(bytes)).toBe(true);
  });
});

test("a range that arrives damaged is fetched again; what is always damaged is an error", async () => {
  const table = await write("one", SMALL);
  const good = await address();
  const real = globalThis.fetch;
  let damaged = 2;
  globalThis.fetch = async (...given) => {
    const response = await real(...given);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (damaged-- > 0) bytes[bytes.length - 1]! ^= 1;
    return new Response(bytes, { status: response.status });
  };
  try {
    expect((await fetched(table, good)).equals(readFileSync(store.path(table)))).toBe(true);
    damaged = Number.POSITIVE_INFINITY;
    await expect(fetched(table, good)).rejects.toMatchObject({ code: "table-damaged" });
  } finally {
    globalThis.fetch = real;
  }
});

describe("the cache of a worker", () => {
  const own = (): TableStore => new TableStore(join(folder, "own"));
  const names = (home: string): string[] => readdirSync(join(home, "tables", "test")).toSorted();

  test("shows a job exactly the tables of its list", async () => {
    const [one, two] = [await write("one", SMALL), await write("two", SMALL + 1)];
    const cache = new TableCache(join(folder, "worker"), own(), 1e9);
    for (const list of [[one], [one, two]]) {
      const key = await host.view(list);
      const home = await cache.acquire(key, viewOf(key), address);
      expect(names(home)).toEqual(list.map(({ name }) => `${name}.table`));
      new TableStore(join(home, "tables")).open(identity("one", SMALL)).close();
      cache.release(key);
    }
  });

  test("removes the folders that dead workers of this machine have left, not those of others", () => {
    const views = join(folder, "worker", "views");
    const cache = new TableCache(join(folder, "worker"), own(), 1e9);
    const [mine = ""] = readdirSync(views);
    const dead = mine.replace(/\d+$/, String(2 ** 30));
    for (const name of [dead, `x${dead.slice(1)}`, mine.replace(/\d+$/, String(process.ppid))])
      mkdirSync(join(views, name));
    expect(readdirSync(views).length).toBe(4);
    expect(new TableCache(join(folder, "worker"), own(), 1e9).folder).toBe(cache.folder);
    expect(readdirSync(views).toSorted()).toEqual(
      [mine, `x${dead.slice(1)}`, mine.replace(/\d+$/, String(process.ppid))].toSorted(),
    );
  });

  test("shows a job the networks of the coordinator, not those of the worker", async () => {
    for (const [where, text] of [
      [folder, "mine"],
      [join(folder, "worker"), "other"],
    ] as const) {
      mkdirSync(join(where, "weights"), { recursive: true });
      writeFileSync(join(where, "weights", "net.json"), text);
    }
    const cache = new TableCache(join(folder, "worker"), own(), 1e9);
    const key = await host.viewOfGame("test");
    const home = await cache.acquire(key, viewOf(key), address);
    expect(readFileSync(join(home, "weights", "net.json"), "utf8")).toBe("mine");
  });

  test("uses the worker's own file if it has the same content, without fetching", async () => {
    const table = await write("one", SMALL);
    mkdirSync(join(folder, "own", "test"), { recursive: true });
    writeFileSync(own().path(table), readFileSync(store.path(table)));
    const cache = new TableCache(join(folder, "worker"), own(), 1e9);
    const key = await host.view([table]);
    const nowhere = async (): Promise<HostAddress> => expect.fail("it fetches");
    await cache.acquire(key, viewOf(key), nowhere);
  });

  test("keeps below its limit, except for what running jobs need", async () => {
    const tables = [await write("one", SMALL), await write("two", SMALL + 1), await write("three", SMALL + 2)];
    const cache = new TableCache(join(folder, "worker"), own(), 2.5 * SMALL);
    const blobs = (): number => readdirSync(join(folder, "worker", "blobs")).length;
    const keysOf = await Promise.all(tables.map((table) => host.view([table])));
    for (const key of keysOf) {
      await cache.acquire(key, viewOf(key), address);
      cache.release(key);
    }
    expect(blobs()).toBe(2);
    // The first one has left the cache, and returns.
    const home = await cache.acquire(keysOf[0] as string, viewOf(keysOf[0] as string), address);
    new TableStore(join(home, "tables")).open(identity("one", SMALL)).close();
    const all = await host.view(tables);
    await expect(cache.acquire(all, viewOf(all), address)).rejects.toMatchObject({ code: "no-space" });
  });

  test("a coordinator that cannot be reached is named, with what to do", async () => {
    const key = await host.view([await write("one", SMALL)]);
    const cache = new TableCache(join(folder, "worker"), own(), 1e9);
    const gone = async (): Promise<HostAddress> => ({ url: "http://127.0.0.1:1", token: "" });
    await expect(cache.acquire(key, viewOf(key), gone)).rejects.toMatchObject({
      code: "table-missing",
      message: expect.stringMatching(/cannot fetch test\/one from http:\/\/127\.0\.0\.1:1: .*--listen HOST:PORT/),
    });
  });
});
