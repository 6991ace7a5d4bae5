/** Jobs that build tables choose a device; a GPU that is missing, crashes or hangs does not stop them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { canTestSwiftShader, failingGpu, NO_DRIVER, SWIFTSHADER } from "../../engine/contracts/suites/swiftshader.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "../../games/chinese-checkers/game.ts";
import { GPU_PROCESS, type GpuProcess } from "./gpu-process.ts";
import type { JobReport } from "./job-control.ts";
import { solve } from "./solve.ts";

const OPTIONS = { side: 5, pieces: 3 };
const SOURCE = { id: "chinese-checkers" };
const spec = unwrap(game.table({ ...defaultsOf(game.tableOptions), ...OPTIONS }));

const before = { ...process.env };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-solve-"));
  process.env["GAMELORE_HOME"] = folder;
});
afterEach(() => {
  process.env = { ...before };
  rmSync(folder, { recursive: true, force: true });
});

interface Built {
  readonly result: string;
  readonly notes: readonly string[];
  readonly bytes: Uint8Array;
}

async function build(device: "auto" | "gpu" | "cpu", gpuProcess?: GpuProcess): Promise<Built> {
  const notes: string[] = [];
  const report = ({ note }: JobReport): void => void (note !== undefined && notes.push(note));
  const control = { signal: new AbortController().signal, report };
  const start = { source: SOURCE, queued: null };
  const result = await solve(start, { kind: "solve", game: SOURCE.id, options: OPTIONS, device }, control, gpuProcess);
  const file = new TableStore(tablesFolder()).open(spec.identity);
  const bytes = new Uint8Array(spec.identity.entries);
  await file.loadInto(bytes, bytes.length, {});
  file.close();
  return { result, notes, bytes };
}

const fixture = (name: string): URL => new URL(`./${name}.fixture.ts`, import.meta.url);

async function expected(): Promise<Uint8Array> {
  const solved = await spec.solve({ threads: 1 });
  const bytes = solved.bytes.slice();
  solved.release();
  return bytes;
}

const SOLVED_ON_CPU = /^solved on the CPU in /;

describe("a job solves a table on the device that it names", () => {
  test("the CPU, also for a small table with auto", async () => {
    for (const device of ["cpu", "auto"] as const) {
      const { notes } = await build(device);
      expect(notes).toEqual(device === "cpu" ? [expect.stringMatching(SOLVED_ON_CPU)] : []);
    }
  });

  test("without a GPU, the CPU, and it says why", async () => {
    Object.assign(process.env, NO_DRIVER);
    const { notes, bytes } = await build("gpu");
    expect(notes).toEqual([expect.stringMatching(/^solved on the CPU \(no GPU: .*\) in /)]);
    expect(Buffer.compare(bytes, await expected())).toBe(0);
  });

  test("a crash of the GPU's process leaves the job on the CPU", async () => {
    const { notes, bytes } = await build("gpu", { ...GPU_PROCESS, program: fixture("gpu-crash") });
    expect(notes).toEqual([
      "the GPU's process ended with SIGSEGV; continuing on the CPU, from the last checkpoint if there is one",
      expect.stringMatching(/^solved on the CPU \(the GPU's process ended with SIGSEGV\) in /),
    ]);
    expect(Buffer.compare(bytes, await expected())).toBe(0);
  });
});

describe.runIf(canTestSwiftShader)("with a GPU", () => {
  beforeEach(() => void Object.assign(process.env, SWIFTSHADER));

  test("it is used in a process of its own, for the same bytes", async () => {
    const { notes, bytes, result } = await build("gpu");
    expect(notes).toEqual([expect.stringMatching(/^solved on .*SwiftShader.* in /)]);
    expect(result).toBe("/tables/chinese-checkers/one-side-5x5-3");
    expect(Buffer.compare(bytes, await expected())).toBe(0);
  });

  test("it solves a set of tables too", async () => {
    const notes: string[] = [];
    const report = ({ note }: JobReport): void => void (note !== undefined && notes.push(note));
    const id = "chinese-dark-chess";
    const result = await solve(
      { source: { id }, queued: null },
      { kind: "solve", game: id, options: { elements: 2 }, device: "gpu" },
      { signal: new AbortController().signal, report },
    );
    expect(notes).toEqual([expect.stringMatching(/^solved on .*SwiftShader.* in /)]);
    expect(result).toBe("/tables/chinese-dark-chess");
  });

  test("with too little memory, the CPU solves the table, and it says why", async () => {
    Object.assign(process.env, failingGpu("memory"));
    const { notes, bytes } = await build("gpu");
    expect(notes).toEqual([
      expect.stringMatching(/^the GPU has too little memory for .*; continuing on the CPU/),
      expect.stringMatching(/^solved on the CPU \(the GPU has too little memory for .*\) in /),
    ]);
    expect(Buffer.compare(bytes, await expected())).toBe(0);
  });

  test("when its driver hangs, the process is killed and the CPU resumes from the checkpoint", async () => {
    const { notes, bytes } = await build("gpu", { ...GPU_PROCESS, program: fixture("gpu-hang"), silentSeconds: 6 });
    expect(notes).toEqual([
      expect.stringMatching(/^the GPU's process has not answered for 6 s; continuing on the CPU/),
      "resuming from a checkpoint",
      expect.stringMatching(/^solved on the CPU \(the GPU's process has not answered for 6 s\) in /),
    ]);
    expect(Buffer.compare(bytes, await expected())).toBe(0);
  });
});
