/** Record layouts: the generated accessors of TypeScript and AssemblyScript agree with each other and with the compiler. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EveryType, Pair } from "../../../build/layouts/engine/kernel/layout/fixture.ts";
import type { Exports } from "../../../build/kernels/fixtures/layout.ts";
import { Kernel } from "../kernel.ts";
import { setFields } from "../record.ts";
import { parseLayouts } from "./parse.ts";

const kernel = new Kernel<Exports>("fixtures/layout");
const bytes = EveryType.BYTES + 3 * Pair.BYTES;

function zeroed(): EveryType {
  return new EveryType(kernel.memory, kernel.memory.allocateZeroed(bytes));
}

function numbersOf(record: EveryType): unknown[] {
  const { byte, wide, signedByte, short, signedShort, word, single, signedWord, long, small, signedLong, place } =
    record;
  return [byte, wide, signedByte, short, signedShort, word, single, signedWord, long, small, signedLong, place];
}

const WRITTEN = [1, 2, -3, 4, -5, 6, 7, -8, 9n, 10, -11n, 12];

describe("a record of every type", () => {
  test("is laid out as the AssemblyScript compiler does", () => {
    const record = zeroed();
    kernel.exports.fillCompiled(record.address);
    expect(numbersOf(record)).toEqual(WRITTEN);
  });

  test("has the same layout in the accessors of AssemblyScript", () => {
    const [compiled, generated] = [zeroed(), zeroed()];
    kernel.exports.fillCompiled(compiled.address);
    kernel.exports.fillGenerated(generated.address);
    expect(kernel.memory.bytes(generated.address, bytes)).toEqual(kernel.memory.bytes(compiled.address, bytes));
    expect(kernel.exports.recordBytes()).toBe(EveryType.BYTES);
  });

  test("has arrays, inner records, and a rest", () => {
    const record = zeroed();
    for (const pair of record.rest(3)) pair.second = 100;
    kernel.exports.fillArrays(record.address, 3);
    expect([...record.bytes3]).toEqual([20, 21, 22]);
    expect([...record.shorts]).toEqual([-30, -31, -32, -33, -34]);
    expect([record.pair.first, record.pair.second]).toEqual([40, -41]);
    expect(record.pairs.map(({ first, second }) => [first, second])).toEqual([
      [50, -60],
      [51, -61],
    ]);
    expect(record.tail).toBe(70);
    expect(record.rest(3).map(({ first, second }) => [first, second])).toEqual([
      [80, 99],
      [81, 99],
      [82, 99],
    ]);
  });

  test("has offsets to read copies of its bytes", () => {
    const record = zeroed();
    kernel.exports.fillGenerated(record.address);
    kernel.exports.fillArrays(record.address, 1);
    const copy = new DataView(kernel.memory.bytes(record.address, bytes).slice().buffer);
    const { signedShort, long, shorts, pair, rest } = EveryType.OFFSETS;
    expect(copy.getInt16(signedShort, true)).toBe(-5);
    expect(copy.getBigUint64(long, true)).toBe(9n);
    expect(copy.getInt16(shorts + 2 * 4, true)).toBe(-34);
    expect(copy.getInt32(pair + Pair.OFFSETS.second, true)).toBe(-41);
    expect(copy.getUint8(rest + Pair.OFFSETS.first)).toBe(80);
  });

  test("is set from an object, whose names the compiler checks", () => {
    const record = zeroed();
    const fields = { byte: 7, signedLong: -8n };
    setFields(record, { ...fields, place: record.address });
    expect([record.byte, record.signedLong, record.place]).toEqual([7, -8n, record.address]);
    const others = { ...fields, missing: 1 };
    // @ts-expect-error: not a field.
    setFields(record, others);
    // @ts-expect-error: a field of another type.
    expect(() => setFields(record, { signedLong: 1 })).toThrow(TypeError);
  });

  test("is written by TypeScript as it is read", () => {
    const record = zeroed();
    const other = zeroed();
    kernel.exports.fillGenerated(other.address);
    record.byte = 1;
    record.wide = 2;
    record.signedByte = -3;
    record.short = 4;
    record.signedShort = -5;
    record.word = 6;
    record.single = 7;
    record.signedWord = -8;
    record.long = 9n;
    record.small = 10;
    record.signedLong = -11n;
    record.place = other.place;
    expect(kernel.memory.bytes(record.address, bytes)).toEqual(kernel.memory.bytes(other.address, bytes));
  });
});

describe("a description that cannot be laid out is rejected with its line", () => {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-layout-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for([
    ["an unknown type", "  a: u8;\n  b: integer;", /:3: expected .* instead of integer/],
    ["an unknown constant", "  a: array<u8, typeof MISSING>;", /:2: expected .* instead of MISSING/],
    ["a field after a rest", "  a: rest<u8>;\n  b: u8;", /:3: expected the end of the record/],
    ["something else", "  a(): u8;", /:2: expected a field/],
  ] as const)("%s", ([, fields, message]) => {
    const path = join(folder, "broken.layout.ts");
    writeFileSync(path, `export interface Broken {\n${fields}\n}\n`);
    expect(() => parseLayouts(path)).toThrow(message);
  });
});
