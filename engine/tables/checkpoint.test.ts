/** Checkpoints are atomic, survive a killed process, and are not saved too often. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TableCheckpoint } from "./checkpoint.ts";
import type { CheckpointOptions } from "./checkpoint.ts";
import {
  ended,
  failure,
  firstOutput,
  sampleBytes,
  sampleIdentity,
  startProgram,
  TestFolder,
} from "./tables.fixture.ts";

const ENTRIES = 3 * 1024 * 1024 + 17;
let folder: TestFolder;
let path: string;
let discarded: string[];
beforeEach(() => {
  folder = new TestFolder();
  path = folder.file("t.partial");
  discarded = [];
});
afterEach(() => folder.remove());

function checkpoint(options: CheckpointOptions = {}, built = "solver 1", entries: number = ENTRIES): TableCheckpoint {
  const onDiscard = (reason: string): void => void discarded.push(reason);
  return new TableCheckpoint(path, sampleIdentity(entries), built, { onDiscard, ...options });
}

async function restored(from: TableCheckpoint, length: number = ENTRIES): Promise<Uint8Array | false> {
  const target = new Uint8Array(new SharedArrayBuffer(length)).fill(77);
  if (await from.restore(target)) return target;
  expect(
    target.every((value) => value === 77),
    "target left alone",
  ).toBe(true);
  return false;
}

function sameBytes(a: Uint8Array | false, b: Uint8Array): boolean {
  return a !== false && Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
}

describe("saving and restoring", () => {
  test("another process restores the latest state", async () => {
    expect(await restored(checkpoint())).toBe(false);
    const saving = checkpoint();
    await saving.save(sampleBytes(ENTRIES, 1));
    const latest = sampleBytes(ENTRIES, 2);
    await saving.save(latest);
    expect(sameBytes(await restored(checkpoint()), latest)).toBe(true);
    expect(readFileSync(path).length * 2).toBeLessThanOrEqual(saving.diskBytes());
    await saving.remove();
    expect(readdirSync(folder.path)).toEqual([]);
    expect(await restored(checkpoint())).toBe(false);
    expect(discarded).toEqual([]);
  });

  test("the state may have another size than the table", async () => {
    await checkpoint({ stateBytes: 5000 }).save(sampleBytes(5000));
    expect(sameBytes(await restored(checkpoint(), 5000), sampleBytes(5000))).toBe(true);
  });

  test("concurrent saves are serialized", async () => {
    const saving = checkpoint();
    await Promise.all([saving.save(sampleBytes(ENTRIES, 1)), saving.save(sampleBytes(ENTRIES, 2))]);
    expect(sameBytes(await restored(checkpoint()), sampleBytes(ENTRIES, 2))).toBe(true);
  });

  test("bytes that another thread keeps changing are saved with matching checksums", async () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(ENTRIES));
    const scribble = `const { workerData } = require("node:worker_threads");
      for (let i = 0; ; i = (i + 4099) % workerData.length) workerData[i]++;`;
    const worker = new Worker(scribble, { eval: true, workerData: bytes });
    while (bytes[4099] === 0) await sleep(1);
    for (let round = 0; round < 3; round++) {
      await checkpoint().save(bytes);
      expect(await restored(checkpoint())).not.toBe(false);
    }
    await worker.terminate();
  });
});

describe("an unusable checkpoint is removed and reported", () => {
  test.each<[string, () => TableCheckpoint, number, string]>([
    ["another builder's", () => checkpoint({}, "solver 2"), ENTRIES, 'saved by "solver 1", not by "solver 2"'],
    ["another table's", () => checkpoint({}, "solver 1", 5), ENTRIES, `entries is ${ENTRIES}, expected 5`],
    ["of another length", () => checkpoint(), 5000, `holds ${ENTRIES} bytes, expected 5000`],
  ])("%s", async (_, other, length, reason) => {
    await checkpoint().save(sampleBytes(ENTRIES));
    expect(await restored(other(), length)).toBe(false);
    expect(discarded).toEqual([expect.stringContaining(reason)]);
    expect(existsSync(path)).toBe(false);
  });

  test("damaged in its last block: the target is not written", async () => {
    // Long enough that the first blocks are read and checked well before the last.
    const length = 9 * 1024 * 1024;
    await checkpoint({ stateBytes: length }).save(sampleBytes(length));
    const file = readFileSync(path);
    file[file.length - 1] = (file[file.length - 1] ?? 0) ^ 1;
    writeFileSync(path, file);
    expect(await restored(checkpoint(), length)).toBe(false);
    expect(discarded).toEqual([expect.stringContaining("block 9 of 9 damaged")]);
    expect(existsSync(path)).toBe(false);
  });
});

describe("when a save is due", () => {
  function clocked(stateBytes: number): { at: (seconds: number) => void; tried: TableCheckpoint } {
    let now = 1000;
    const tried = checkpoint({ stateBytes, clockSeconds: () => now, cores: 2 });
    return { at: (seconds) => void (now = 1000 + seconds), tried };
  }

  test("after 55 seconds, and again 55 seconds after a save", async () => {
    const { at, tried } = clocked(1000);
    expect(tried.due()).toBe(false);
    at(54);
    expect(tried.due()).toBe(false);
    at(56);
    expect(tried.due()).toBe(true);
    const saved = tried.save(sampleBytes(1000));
    expect(tried.due(), "while saving").toBe(false);
    await saved;
    expect(tried.due()).toBe(false);
    at(112);
    expect(tried.due()).toBe(true);
  });

  // 13 GB at an assumed 1 GB/s take 13 s: 5 % of 130 s of two cores, including the next minute.
  test("only if saving takes less than 5 % of the time of all cores, including the next minute", () => {
    const { at, tried } = clocked(13e9);
    at(69);
    expect(tried.due()).toBe(false);
    at(71);
    expect(tried.due()).toBe(true);
  });

  test("a slow save delays the next one", async () => {
    const { at, tried } = clocked(1000);
    const saved = tried.save(sampleBytes(1000));
    await Promise.resolve();
    at(10);
    await saved;
    // Two saves of 10 s are 5 % of two cores' time after 200 s.
    at(139);
    expect(tried.due()).toBe(false);
    at(141);
    expect(tried.due()).toBe(true);
  });
});

describe("a failed save", () => {
  test("keeps the old state; the build continues only with onSaveFailed", async () => {
    await checkpoint().save(sampleBytes(ENTRIES, 1));
    const full = async (): Promise<never> => {
      throw Object.assign(new Error("ENOSPC: no space left on device, open"), { code: "ENOSPC", syscall: "open" });
    };
    const refused = await failure(() => checkpoint({ openOutput: full }).save(sampleBytes(ENTRIES, 2)));
    expect(refused.code).toBe("no-space");
    const failed: string[] = [];
    await checkpoint({ openOutput: full, onSaveFailed: ({ code }) => failed.push(code) }).save(sampleBytes(ENTRIES, 2));
    expect(failed).toEqual(["no-space"]);
    expect(sameBytes(await restored(checkpoint()), sampleBytes(ENTRIES, 1))).toBe(true);
  });

  test("a process killed while saving leaves the previous state", async () => {
    const program = startProgram(
      `import { TableCheckpoint } from "./checkpoint.ts";
      import { open } from "node:fs/promises";
      import { sampleIdentity, sampleBytes } from "./tables.fixture.ts";
      const [, path, entries] = process.argv;
      let saves = 0;
      const openOutput = async (temporary) => {
        const file = await open(temporary, "wx");
        const stuck = ++saves === 2;
        const sync = () => stuck ? (console.log("saving"), new Promise(() => setInterval(() => {}, 1000))) : file.sync();
        return { write: (...args) => file.write(...args), sync, close: () => file.close() };
      };
      const checkpoint = new TableCheckpoint(path, sampleIdentity(+entries), "solver 1", { openOutput });
      await checkpoint.save(sampleBytes(+entries, 1));
      await checkpoint.save(sampleBytes(+entries, 2));`,
      path,
      String(ENTRIES),
    );
    expect(await firstOutput(program)).toBe("saving");
    program.kill("SIGKILL");
    await ended(program);
    expect(readdirSync(folder.path)).toHaveLength(2);
    const next = checkpoint();
    expect(sameBytes(await restored(next), sampleBytes(ENTRIES, 1))).toBe(true);
    await next.remove();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
