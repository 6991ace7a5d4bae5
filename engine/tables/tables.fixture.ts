/** Test fixtures: a small table, a temporary folder, and child processes that can be killed. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import type { ErrorCode } from "../contracts/errors.ts";
import type { TableIdentity } from "../contracts/table.ts";

export function sampleIdentity(entries: number): TableIdentity {
  return { game: "sample", name: "small", covers: "nothing", index: "plain 1", value: "distance", entries };
}

/** Deterministic bytes that resemble a table: few values, often repeated. */
export function sampleBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = 10 + ((state >>> 24) & (state >>> 28) & 15);
  }
  return bytes;
}

export function countsOf(bytes: Uint8Array): number[] {
  const counts: number[] = [];
  for (const value of bytes) {
    while (counts.length <= value) counts.push(0);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

export class TestFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), "gamelore-tables-"));

  file(name: string): string {
    return join(this.path, name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The code and message of the error that `act` throws. */
export async function failure(act: () => unknown): Promise<{ code: ErrorCode; message: string }> {
  try {
    await act();
  } catch (error) {
    if (error instanceof GameloreError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("expected a failure");
}

/** Starts a program whose imports are relative to this folder. */
export function startProgram(source: string, ...args: string[]): ChildProcess {
  const absolute = source.replaceAll('"./', `"${new URL(".", import.meta.url).href}`);
  return spawn(process.execPath, ["--input-type=module", "--eval", absolute, "--", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** The first output of a program. */
export async function firstOutput(program: ChildProcess): Promise<string> {
  if (program.stdout === null) throw new Error("no output to read");
  const [chunk] = (await once(program.stdout, "data")) as [Buffer];
  return chunk.toString().trim();
}

export async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
}
