/** The reference scan in C (reference-scan.c): compiled with the system's compiler, if there is one, and run. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { Measured } from "./measure.ts";

const SOURCE = fileURLToPath(new URL("reference-scan.c", import.meta.url));
/** Not every compiler supports -march=native. */
const FLAGS = [["-O3", "-march=native"], ["-O3"]] as const;
/** The file descriptor that returns the table. */
const TABLE_FD = 3;

export interface ReferenceRunInC {
  readonly entries: number;
  readonly moves: number;
  readonly histogram: readonly number[];
  /** Whether the bytes equal the expected ones. */
  readonly equal: boolean;
}

export interface CompiledReference {
  readonly command: string;
  run(side: number, expected: Uint8Array, signal?: AbortSignal): Promise<Measured<ReferenceRunInC>>;
  remove(): Promise<void>;
}

/** The compiled program, or the reason why there is none. */
export async function compileReference(pieces: number): Promise<CompiledReference | string> {
  const compiler = process.env["CC"] || "cc";
  const folder = await mkdtemp(join(tmpdir(), "gamelore-bench-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const program = join(folder, "reference-scan");
  let reason = "";
  for (const flags of FLAGS) {
    try {
      await promisify(execFile)(compiler, [...flags, `-DPIECES=${pieces}`, SOURCE, "-o", program]);
      return { command: [compiler, ...flags].join(" "), run: (...args) => runReference(program, ...args), remove };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      reason = code === "ENOENT" ? `no C compiler: ${compiler} not found` : `${compiler} failed: ${firstLine(message)}`;
    }
  }
  await remove();
  return reason;
}

async function runReference(
  program: string,
  side: number,
  expected: Uint8Array,
  signal?: AbortSignal,
): Promise<Measured<ReferenceRunInC>> {
  throwIfAborted(signal);
  const child = spawn(program, [String(side), String(TABLE_FD)], { stdio: ["ignore", "pipe", "inherit", "pipe"] });
  const kill = (): void => void child.kill();
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [text, equal, [status]] = await Promise.all([
      readAll(child.stdio[1] as Readable),
      equals(child.stdio[TABLE_FD] as Readable, expected),
      once(child, "close") as Promise<[number | null]>,
    ]);
    throwIfAborted(signal);
    if (status !== 0) throw new GameloreError("check-failed", `the reference scan in C exited with status ${status}`);
    const { entries, moves, histogram, cpuSeconds, wallSeconds } = JSON.parse(text);
    return { value: { entries, moves, histogram, equal }, runs: 1, cpuSeconds, wallSeconds };
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

async function readAll(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

async function equals(stream: Readable, expected: Uint8Array): Promise<boolean> {
  let at = 0;
  let equal = true;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    equal &&= chunk.equals(expected.subarray(at, at + chunk.length));
    at += chunk.length;
  }
  return equal && at === expected.length;
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.includes("error")) ?? text.split("\n")[0] ?? "";
}
