/** Every defect of a file is detected, named, and costs little memory. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Rank } from "../contracts/table.ts";
import { crc32, deflateRawSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeHeader } from "./format.ts";
import { DEFAULT_BLOCK_BYTES } from "./header.ts";
import type { Codec, FileHeader } from "./header.ts";
import { openTableFile } from "./table-file.ts";
import { countsOf, failure, sampleBytes, sampleIdentity, TestFolder } from "./tables.fixture.ts";
import { writeTable } from "./write-table.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

async function readAll(path: string): Promise<void> {
  const table = openTableFile(path);
  try {
    await table.verify();
  } finally {
    table.close();
  }
}

describe.each<Codec>(["zstd", "deflate-raw", "none"])("a damaged file, codec %s", (codec) => {
  const path = folder.file(`victim-${codec}`);
  let whole: Buffer;

  beforeAll(async () => {
    const bytes = sampleBytes(150);
    const description = { identity: sampleIdentity(150), histogram: countsOf(bytes), built: "test 1" };
    await writeTable(path, description, bytes, { codec, blockBytes: 64 });
    whole = readFileSync(path);
    await readAll(path);
  });

  test("every changed byte is detected", async () => {
    for (let at = 0; at < whole.length; at++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ flip;
        writeFileSync(path, changed);
        const { code } = await failure(() => readAll(path));
        expect(code, `byte ${at} changed by ${flip}`).toBe("table-damaged");
      }
    }
  });

  test("every shorter file is refused with both sizes, and so is a longer one", async () => {
    for (let size = 0; size < whole.length; size++) {
      writeFileSync(path, whole.subarray(0, size));
      const { code, message } = await failure(() => openTableFile(path));
      expect(code).toBe("table-damaged");
      expect(message).toMatch(new RegExp(`truncated: expected .*[0-9]+ bytes, the file has ${size}$`));
    }
    writeFileSync(path, whole.subarray(0, -1));
    expect((await failure(() => openTableFile(path))).message).toContain(`expected ${whole.length} bytes`);
    writeFileSync(path, Buffer.concat([whole, Buffer.of(0)]));
    expect((await failure(() => openTableFile(path))).message).toContain("too long");
  });

  test("a damaged block is named, and the others can be read", async () => {
    const changed = Buffer.from(whole);
    const last = changed.length - 1;
    changed[last] = (changed[last] ?? 0) ^ 1;
    writeFileSync(path, changed);
    const table = openTableFile(path);
    expect(table.get(0 as Rank)).toBe(sampleBytes(150)[0]);
    const { message } = await failure(() => table.get(149 as Rank));
    expect(message).toBe(`${path}: block 3 of 3 damaged: wrong checksum`);
    expect((await failure(() => table.loadInto(new Uint8Array(150)))).message).toBe(message);
    await table.loadInto(new Uint8Array(128), 128);
    table.close();
  });
});

describe("a hostile file", () => {
  const path = folder.file("hostile");
  const honest: FileHeader = {
    kind: "table",
    identity: sampleIdentity(100),
    bytes: 100,
    histogram: [],
    built: "test",
    codec: "none",
    blockBytes: 64,
  };

  function sealed(bytes: Buffer): Buffer {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(bytes));
    return Buffer.concat([bytes, sum]);
  }

  /** A file with valid checksums and arbitrary content. */
  function forge(fields: object, blocks: { bytes: Buffer; claims?: number }[] = []): void {
    const json = Buffer.from(JSON.stringify(fields));
    const preamble = Buffer.alloc(16);
    preamble.write("GAMELORE");
    preamble.writeUInt32LE(1, 8);
    preamble.writeUInt32LE(json.length, 12);
    const directory = Buffer.alloc(8 * blocks.length);
    blocks.forEach(({ bytes, claims }, i) => {
      directory.writeUInt32LE(claims ?? bytes.length, i * 8);
      directory.writeUInt32LE(crc32(bytes), i * 8 + 4);
    });
    const header = sealed(Buffer.concat([preamble, json]));
    writeFileSync(path, Buffer.concat([header, sealed(directory), ...blocks.map(({ bytes }) => bytes)]));
  }

  test("the forger makes valid files if nothing is forged", async () => {
    forge(honest, [{ bytes: Buffer.alloc(64) }, { bytes: Buffer.alloc(36) }]);
    await readAll(path);
    expect(readFileSync(path).subarray(0, encodeHeader(honest).length)).toEqual(encodeHeader(honest));
  });

  const identity = honest.identity;
  test.each<[string, object]>([
    ["no identity", { ...honest, identity: null }],
    ["identity is not text", { ...honest, identity: { ...identity, game: ["a"] } }],
    ["entries is not a count", { ...honest, identity: { ...identity, entries: -100 } }],
    ["entries is not a count", { ...honest, identity: { ...identity, entries: 1e300 } }],
    ["bytes is not a count", { ...honest, bytes: 99.5 }],
    ["101 bytes for 100 entries", { ...honest, bytes: 101 }],
    ["too many blocks", { ...honest, bytes: 2 ** 52, identity: { ...identity, entries: 2 ** 52 } }],
    ["block size out of range", { ...honest, blockBytes: 0 }],
    ["block size out of range", { ...honest, blockBytes: 2 ** 31 }],
    ["unknown codec", { ...honest, codec: "toString" }],
    ["unknown kind", { ...honest, kind: "other" }],
    ["histogram is not a list", { ...honest, histogram: [1, -1] }],
    ["histogram is not a list", { ...honest, histogram: Array.from({ length: 257 }, () => 0) }],
    ["histogram counts 101 of 100", { ...honest, histogram: [100, 1] }],
    ["no identity", [honest]],
  ])("header: %s", async (problem, fields) => {
    forge(fields);
    const { code, message } = await failure(() => openTableFile(path));
    expect(code).toBe("table-damaged");
    expect(message).toContain(`${path}: header damaged: ${problem}`);
  });

  test("more blocks than the file can contain are refused before memory is allocated", async () => {
    const entries = 2 ** 30;
    forge({ ...honest, bytes: entries, identity: { ...identity, entries } });
    const before = process.memoryUsage().arrayBuffers;
    expect((await failure(() => openTableFile(path))).message).toContain("truncated: expected at least 134217");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  });

  test("an oversized header is refused", async () => {
    const bytes = Buffer.alloc(1000);
    encodeHeader(honest).copy(bytes);
    bytes.writeUInt32LE(0xffff_fff0, 12);
    writeFileSync(path, bytes);
    expect((await failure(() => openTableFile(path))).message).toContain("header damaged: claims 4294967280 bytes");
  });

  test.each([0, 0xffff_ffff])("a directory entry of %d bytes is refused", async (claims) => {
    forge(honest, [{ bytes: Buffer.alloc(64) }, { bytes: Buffer.alloc(36), claims }]);
    const { message } = await failure(() => openTableFile(path));
    expect(message).toContain(`block directory damaged: block 2 of 2 claims ${claims} bytes`);
  });

  test.each<[Codec, Buffer]>([
    ["zstd", zstdCompressSync(Buffer.alloc(99))],
    ["deflate-raw", deflateRawSync(Buffer.alloc(99))],
    ["none", Buffer.alloc(101)],
    ["none", Buffer.alloc(99)],
  ])("a block of the wrong decompressed size is refused: %s", async (codec, bytes) => {
    forge({ ...honest, codec, blockBytes: 100 }, [{ bytes }]);
    const table = openTableFile(path);
    expect((await failure(() => table.get(0 as Rank))).message).toContain("block 1 of 1 damaged");
    expect((await failure(() => table.verify())).message).toContain("block 1 of 1 damaged");
    table.close();
  });

  test.each<[Codec, Buffer]>([
    ["zstd", zstdCompressSync(Buffer.alloc(2 ** 22))],
    ["deflate-raw", deflateRawSync(Buffer.alloc(2 ** 20))],
  ])("a block is never decompressed beyond its size: %s", async (codec, bytes) => {
    forge({ ...honest, codec, blockBytes: 100 }, [{ bytes }]);
    const table = openTableFile(path);
    expect((await failure(() => table.get(0 as Rank))).message).toContain("larger than 100 bytes");
    expect((await failure(() => table.verify())).message).toContain("larger than 100 bytes");
    table.close();
  });

  test("other files, folders and newer versions are named as such", async () => {
    writeFileSync(path, "PK\x03\x04 something else entirely");
    expect(await failure(() => openTableFile(path))).toEqual({
      code: "table-damaged",
      message: `${path}: not a Gamelore table`,
    });
    expect((await failure(() => openTableFile(folder.path))).message).toContain("not a regular file");
    const newer = encodeHeader(honest);
    newer.writeUInt32LE(2, 8);
    writeFileSync(path, newer);
    expect((await failure(() => openTableFile(path))).message).toContain("format version 2 is newer than 1");
    const missing = folder.file("missing");
    expect(await failure(() => openTableFile(missing))).toEqual({
      code: "table-missing",
      message: `table file ${missing} not found`,
    });
  });

  test("a checkpoint is not a table", async () => {
    writeFileSync(path, "");
    forge({ ...honest, kind: "checkpoint" }, [{ bytes: Buffer.alloc(64) }, { bytes: Buffer.alloc(36) }]);
    expect((await failure(() => openTableFile(path))).message).toContain("checkpoint of an unfinished build");
  });

  test("an invalid header is not written", () => {
    expect(() => encodeHeader({ ...honest, bytes: 99 })).toThrow("99 bytes for 100 entries");
    expect(() => encodeHeader({ ...honest, blockBytes: DEFAULT_BLOCK_BYTES * 1024 })).toThrow("block size");
  });
});
