/** Paged file access: correct bytes, bounded cache and open files, errors at the end of a file. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { PagedFiles } from "./paged-files.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES = 100_003;

function written(name: string, seed: number): { path: string; bytes: Uint8Array } {
  const random = new SeededRandom(seed);
  const bytes = Uint8Array.from({ length: BYTES }, () => random.below(256));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, bytes };
}

test("three files are read correctly with two pages and one open file", () => {
  const made = ["a", "b", "c"].map((name, i) => written(name, i));
  const files = new PagedFiles({ pages: 2, openFiles: 1 });
  const opened = made.map(({ path }) => files.open(path));
  const random = new SeededRandom(9);
  for (let i = 0; i < 2000; i++) {
    const which = random.below(3);
    const from = random.below(BYTES - 4);
    const length = random.below(Math.min(30_000, BYTES - from));
    const { bytes } = made[which] as (typeof made)[number];
    const file = opened[which] as (typeof opened)[number];
    expect(file.bytes(from, length)).toEqual(bytes.slice(from, from + length));
    const view = new DataView(bytes.buffer);
    expect(file.u8(from)).toBe(view.getUint8(from));
    expect(file.u16(from)).toBe(view.getUint16(from, true));
    expect(file.u32(from)).toBe(view.getUint32(from, true));
  }
  files.close();
});

test("reading beyond the end is reported as truncation", () => {
  const { path, bytes } = written("end", 5);
  const files = new PagedFiles();
  const file = files.open(path);
  expect(file.u8(BYTES - 1)).toBe(bytes[BYTES - 1]);
  expect(() => file.u8(BYTES)).toThrow(/end: truncated: at least 100004 bytes expected, the file has 100003/);
  expect(() => file.u32(BYTES - 2)).toThrow(/truncated/);
  expect(() => file.bytes(BYTES - 10, 11)).toThrow(/truncated/);
  files.close();
});

test("a file that shrinks while it is open is reported", () => {
  const { path } = written("shrinks", 6);
  const other = written("other", 7);
  const files = new PagedFiles({ pages: 1, openFiles: 1 });
  const file = files.open(path);
  truncateSync(path, 50_000);
  expect(() => file.u8(60_000)).toThrow(/shrinks: truncated/);
  files.open(other.path);
  expect(() => file.u8(0)).toThrow(/shrinks: changed while it was open: 100003 bytes before, 50000 now/);
  files.close();
});
