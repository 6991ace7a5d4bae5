/** A table survives a round trip, and a failed write leaves nothing. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OpenOutput } from "./atomic-write.ts";
import type { Codec } from "./header.ts";
import { temporaryName } from "./owner.ts";
import { openTableFile } from "./table-file.ts";
import {
  countsOf,
  ended,
  failure,
  firstOutput,
  sampleBytes,
  sampleIdentity,
  startProgram,
  TestFolder,
} from "./tables.fixture.ts";
import { writeTable } from "./write-table.ts";
import type { WriteOptions } from "./write-table.ts";

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => folder.remove());

function write(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<number> {
  const description = { identity: sampleIdentity(bytes.length), histogram: countsOf(bytes), built: "test 1" };
  return writeTable(folder.file(name), description, bytes, options);
}

async function readBack(name: string): Promise<Uint8Array> {
  const table = openTableFile(folder.file(name));
  try {
    await table.verify();
    const bytes = new Uint8Array(table.loaded);
    await table.loadInto(bytes);
    return bytes;
  } finally {
    table.close();
  }
}

/** A file on a disk that is full after some bytes: the system's own error, from /dev/full. */
function fullAfter(bytes: number): OpenOutput {
  return async (path) => {
    const file = await open(path, "wx");
    const full = await open("/dev/full", "w");
    let written = 0;
    const write = async (data: Uint8Array, offset: number, length: number, position: number): Promise<object> => {
      written += length;
      if (written > bytes) return full.write(data, offset, length, 0);
      return file.write(data, offset, length, position);
    };
    const close = async (): Promise<void> => {
      await full.close();
      await file.close();
    };
    return { write: write as typeof file.write, sync: () => file.sync(), close };
  };
}

describe("round trip", () => {
  test("random bytes of every size around the block's, in every codec", async () => {
    const blockBytes = 64;
    const sizes = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(1, 63, 64, 65, 128, 192));
    const bytes = sizes.chain((size) => fc.uint8Array({ minLength: size, maxLength: size }));
    const codecs = fc.constantFrom<Codec>("zstd", "deflate-raw", "none");
    await fc.assert(
      fc.asyncProperty(bytes, codecs, fc.boolean(), async (source, codec, shared) => {
        const memory = shared ? new Uint8Array(new SharedArrayBuffer(source.length)) : source;
        if (shared) memory.set(source);
        await write("round.table", memory, { codec, blockBytes });
        expect(await readBack("round.table")).toEqual(source);
      }),
      { numRuns: 150 },
    );
  });

  test.each<Codec>(["zstd", "deflate-raw", "none"])("many batches of blocks of the default size: %s", async (codec) => {
    const source = new Uint8Array(new SharedArrayBuffer(9 * 1024 * 1024 + 5));
    source.set(sampleBytes(source.length));
    const seen: number[] = [];
    const size = await write("large.table", source, { codec, onProgress: (done) => seen.push(done) });
    expect(Buffer.compare(Buffer.from(await readBack("large.table")), Buffer.from(source))).toBe(0);
    expect(size).toBe(readFileSync(folder.file("large.table")).length);
    if (codec !== "none") expect(size).toBeLessThan(source.length / 2);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test("two builds of one table are byte-identical", async () => {
    await write("one.table", sampleBytes(200_000));
    await write("two.table", sampleBytes(200_000));
    expect(readFileSync(folder.file("one.table")).equals(readFileSync(folder.file("two.table")))).toBe(true);
  });

  test("the space needed is reported before anything is written", async () => {
    const needs: object[] = [];
    await write("a/b/space.table", sampleBytes(1000), {
      onSpace: (need) => {
        needs.push(need);
        expect(readdirSync(folder.path)).toEqual([]);
      },
    });
    expect(needs).toEqual([{ bytesNeeded: expect.any(Number), bytesFree: expect.any(Number) }]);
  });
});

describe("a failed write", () => {
  test.each([0, 500, 60_000])(
    "on a disk full after %d bytes leaves the old file and names folder and bytes",
    async (space) => {
      const old = sampleBytes(5000, 7);
      await write("t.table", old);
      const { code, message } = await failure(() =>
        write("t.table", sampleBytes(100_000), { codec: "none", blockBytes: 4096, openOutput: fullAfter(space) }),
      );
      expect(code).toBe("no-space");
      expect(message).toMatch(/^not enough space in .*gamelore-tables-.*: 100,[0-9]{3} bytes needed, [0-9,]+ free$/);
      expect(message).toContain(folder.path);
      expect(readdirSync(folder.path)).toEqual(["t.table"]);
      expect(await readBack("t.table")).toEqual(old);
    },
  );

  test("in a folder that cannot be created is not-writable", async () => {
    writeFileSync(folder.file("file"), "in the way");
    for (const name of ["file/t.table", "file/deeper/t.table"]) {
      const { code, message } = await failure(() => write(name, sampleBytes(10)));
      expect(code).toBe("not-writable");
      expect(message).toContain(folder.file("file"));
    }
  });

  test("to a path that is a folder is not-writable", async () => {
    mkdirSync(folder.file("t.table/inside"), { recursive: true });
    expect((await failure(() => write("t.table", sampleBytes(10)))).code).toBe("not-writable");
    expect(readdirSync(folder.path)).toEqual(["t.table"]);
  });

  test.each(["immediately", "in the middle", "at the end"])("interrupted %s leaves nothing", async (when) => {
    const abort = new AbortController();
    if (when === "immediately") abort.abort();
    const onProgress = (done: number): void => {
      if (when === "at the end" ? done === 1 : done > 0) abort.abort();
    };
    const bytes = sampleBytes(9 * 1024 * 1024);
    const { code } = await failure(() => write("t.table", bytes, { signal: abort.signal, onProgress }));
    expect(code).toBe("interrupted");
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("other writers", () => {
  test("at the same time leave one complete file", async () => {
    const sources = [1, 2, 3, 4].map((seed) => sampleBytes(300_000, seed));
    await Promise.all(sources.map((source) => write("t.table", source)));
    const found = Buffer.from(await readBack("t.table"));
    expect(sources.some((source) => found.equals(source))).toBe(true);
    expect(readdirSync(folder.path)).toEqual(["t.table"]);
  });

  test("killed in the middle leave the old file; the next write removes their temporary", async () => {
    const old = sampleBytes(5000, 7);
    await write("t.table", old);
    const living = temporaryName("t.table");
    writeFileSync(folder.file(living), "of this process");
    const program = startProgram(
      `import { writeTable } from "./write-table.ts";
      import { sampleIdentity, sampleBytes } from "./tables.fixture.ts";
      const bytes = sampleBytes(9 * 1024 * 1024);
      const description = { identity: sampleIdentity(bytes.length), histogram: [], built: "test 1" };
      const onProgress = (done) => {
        if (done < 0.4) return;
        console.log("writing");
        for (;;);
      };
      await writeTable(process.argv[1], description, bytes, { onProgress });`,
      folder.file("t.table"),
    );
    expect(await firstOutput(program)).toBe("writing");
    program.kill("SIGKILL");
    await ended(program);
    expect(readdirSync(folder.path)).toHaveLength(3);
    expect(await readBack("t.table")).toEqual(old);
    const next = sampleBytes(6000, 8);
    await write("t.table", next);
    expect(readdirSync(folder.path).toSorted()).toEqual(["t.table", living].toSorted());
    expect(await readBack("t.table")).toEqual(next);
  });
});
