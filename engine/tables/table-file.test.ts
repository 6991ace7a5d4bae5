/** Entries are the same through the cache, from a prefix, and from memory. */
import { copyFileSync, truncateSync } from "node:fs";
import type { Rank } from "../contracts/table.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectIdentity } from "./header.ts";
import { memoryEntries } from "./memory-entries.ts";
import { openTableFile } from "./table-file.ts";
import { failure, sampleBytes, sampleIdentity, TestFolder } from "./tables.fixture.ts";
import { writeTable } from "./write-table.ts";

const folder = new TestFolder();
const path = folder.file("t.table");
const bytes = sampleBytes(10_000);
const identity = sampleIdentity(bytes.length);
beforeAll(() => writeTable(path, { identity, histogram: [], built: "test 1" }, bytes, { blockBytes: 256 }));
afterAll(() => folder.remove());

describe("single entries", () => {
  test.each([1, 256, 1024, 1e9])("are correct in any order with a cache of %d bytes", (cacheBytes) => {
    const table = openTableFile(path, { cacheBytes });
    for (let step = 0; step < 5_000; step++) {
      const index = (step * 7919) % bytes.length;
      expect(table.get(index as Rank) === bytes[index]).toBe(true);
    }
    table.close();
  });

  test("the cache is LRU and bounded", async () => {
    const copy = folder.file("copy.table");
    copyFileSync(path, copy);
    const table = openTableFile(copy, { cacheBytes: 2 * 256 });
    for (const block of [0, 1, 0, 2]) table.get((block * 256) as Rank);
    // Blocks that are not cached can no longer be read.
    truncateSync(copy, 0);
    expect([table.get((2 * 256) as Rank), table.get(0 as Rank)]).toEqual([bytes[2 * 256], bytes[0]]);
    expect((await failure(() => table.get(256 as Rank))).message).toContain("truncated");
    table.close();
    expect(() => table.get(0 as Rank)).toThrow();
  });

  test.each([-1, 10_000, 0.5, Number.NaN, 2 ** 53])("entry %d is out of range", async (index) => {
    const table = openTableFile(path);
    const { code, message } = await failure(() => table.get(index as Rank));
    expect(code).toBe("not-in-table");
    expect(message).toBe(`entry ${index} is not in the loaded part (first 10000 of 10000 entries)`);
    table.close();
  });
});

describe("loading", () => {
  test.each([0, 1, 255, 256, 257, 9_999, 10_000])("exactly the first %d entries", async (entries) => {
    const table = openTableFile(path);
    const target = new Uint8Array(new SharedArrayBuffer(10_010)).fill(99);
    await table.loadInto(target, entries);
    table.close();
    expect(Buffer.from(target.slice(0, entries)).equals(bytes.subarray(0, entries))).toBe(true);
    expect(target.slice(entries).every((value) => value === 99)).toBe(true);
  });

  test.each([
    [0, 10_000],
    [5_000, 5_000],
    [255, 2],
    [256, 512],
    [700, 9],
    [9_999, 1],
    [10_000, 0],
  ])("starting at entry %d, exactly %d entries", async (first, entries) => {
    const table = openTableFile(path);
    const target = new Uint8Array(10_010).fill(99);
    await table.loadInto(target, entries, { first });
    table.close();
    expect(Buffer.from(target.slice(0, entries)).equals(bytes.subarray(first, first + entries))).toBe(true);
    expect(target.slice(entries).every((value) => value === 99)).toBe(true);
  });

  test("refuses a range outside the table and a target that is too small", async () => {
    const table = openTableFile(path);
    await expect(table.loadInto(new Uint8Array(100))).rejects.toThrow(RangeError);
    await expect(table.loadInto(new Uint8Array(20_000), 10_001)).rejects.toThrow(RangeError);
    await expect(table.loadInto(new Uint8Array(20_000), 5_001, { first: 5_000 })).rejects.toThrow(RangeError);
    await expect(table.loadInto(new Uint8Array(20_000), 1, { first: -1 })).rejects.toThrow(RangeError);
    table.close();
  });

  test("can be interrupted", async () => {
    const table = openTableFile(path);
    const abort = new AbortController();
    abort.abort();
    expect((await failure(() => table.verify({ signal: abort.signal }))).code).toBe("interrupted");
    const late = new AbortController();
    const onProgress = (): void => late.abort();
    expect((await failure(() => table.verify({ signal: late.signal, onProgress }))).code).toBe("interrupted");
    table.close();
  });

  test("verify counts the values", async () => {
    const other = folder.file("miscounted.table");
    const description = { identity, histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17], built: "test 1" };
    await writeTable(other, description, bytes);
    const table = openTableFile(other);
    expect((await failure(() => table.verify())).message).toMatch(/value 10 occurs [0-9]+ times, the header has 17$/);
    table.close();
  });
});

describe("identity", () => {
  test("the field that differs is named with both values", async () => {
    expect(() => expectIdentity({ identity }, { ...identity })).not.toThrow();
    const { code, message } = await failure(() => expectIdentity({ identity }, { ...identity, index: "plain 2" }));
    expect(code).toBe("table-mismatch");
    expect(message).toBe('not the table sample/small: index is "plain 1", expected "plain 2"');
    const fewer = await failure(() => expectIdentity({ identity }, { ...identity, entries: 5 }));
    expect(fewer.message).toContain("entries is 10000, expected 5");
  });
});

describe("entries in memory", () => {
  test("a prefix has only its own entries", async () => {
    const entries = memoryEntries(identity, bytes, 100);
    expect(entries.loaded).toBe(100);
    expect(entries.get(99 as Rank)).toBe(bytes[99]);
    for (const index of [100, -1, 1.5, Number.NaN]) {
      const { code, message } = await failure(() => entries.get(index as Rank));
      expect(code).toBe("not-in-table");
      expect(message).toBe(`entry ${index} is not in the loaded part (first 100 of 10000 entries)`);
    }
  });

  test("the whole table, at the beginning of a larger memory", async () => {
    const memory = new Uint8Array(20_000);
    memory.set(bytes);
    const entries = memoryEntries(identity, memory);
    expect(entries.loaded).toBe(10_000);
    expect((await failure(() => entries.get(10_000 as Rank))).code).toBe("not-in-table");
    expect(() => memoryEntries(identity, bytes, 10_001)).toThrow(RangeError);
  });
});
