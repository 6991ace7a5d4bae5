/** Builds and stores a table: checks memory and disk space, takes the lock, saves checkpoints, writes the file atomically. */
import { existsSync } from "node:fs";
import { GameloreError } from "../contracts/errors.ts";
import { type Device, ON_CPU, type TableIdentity, type TableSpec } from "../contracts/table.ts";
import type { TableStore } from "./store.ts";
import type { BuildReporter } from "./build-reporter.ts";
import { formatBytes, formatSeconds } from "../contracts/quantities.ts";

/** Node, the compiled kernel and block buffers, in addition to the solver's memory. */
const OWN_MEMORY_BYTES = 150e6;

/** Of the time of a build; the rest is writing the file. */
const SOLVING_SHARE = 0.8;

export interface BuiltTable {
  readonly identity: TableIdentity;
  readonly path: string;
  readonly fileBytes: number;
  readonly histogram: readonly number[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly solveSeconds: number;
  readonly writeSeconds: number;
  readonly resumed: boolean;
  /** What solved it, for a person: the name of a GPU, or the CPU, with the reason if a GPU was preferred. */
  readonly device: string;
}

export interface BuildOptions {
  readonly threads: number;
  /** The CPU unless given: not every caller may load a GPU driver into its process. */
  readonly device?: Device | undefined;
  /** Without a GPU, or when it fails, the build fails with `gpu-missing` or `gpu-failed` instead of continuing on the CPU. */
  readonly gpuOnly?: boolean;
  readonly checkpointSeconds?: number;
  /** The command that resumes an interrupted build. */
  readonly resume: string;
  readonly signal: AbortSignal;
  readonly reporter: BuildReporter;
}

export async function buildTable(store: TableStore, spec: TableSpec, options: BuildOptions): Promise<BuiltTable> {
  const { threads, signal, reporter } = options;
  const say = (line: string): void => reporter.say(line);
  const { identity } = spec;
  const { device = "cpu", gpuOnly = false } = options;
  let solvedOn: string = ON_CPU;
  if (device === "gpu" && !spec.gpu) {
    throw new GameloreError("bad-usage", `${identity.name} has no solver on the GPU; use --device cpu or auto`);
  }
  checkMemory(identity.name, spec.memoryBytes);
  const checkpoint = store.checkpoint(identity, spec.solver, {
    stateBytes: spec.checkpointBytes,
    intervalSeconds: options.checkpointSeconds,
    onDiscard: (reason) => say(`discarding the checkpoint of an unfinished build: ${reason}`),
    onSaveFailed: (error) =>
      say(`checkpoint not saved, continuing without it: ${error instanceof Error ? error.message : String(error)}`),
  });
  // The file is at most as large as its entries. It is written while a checkpoint may still exist, but not while one is replaced.
  const fileBytes = spec.fileBytes ?? identity.entries;
  const checkpointBytes = checkpoint.diskBytes();
  const disk = Math.max(checkpointBytes, checkpointBytes / 2 + fileBytes);
  await store.checkSpace(disk);
  const lock = store.lock(identity);
  const unlock = (): void => lock.release();
  process.on("exit", unlock);
  const started = performance.now();
  try {
    if (identity.entries > 1e8)
      say(
        `needs up to ${formatBytes(fileBytes)} of disk space, ${formatBytes(disk)} while checkpoints are saved, and ${formatBytes(spec.memoryBytes)} of memory`,
      );
    let resumed = false;
    const progress = reporter.progress(identity.name, [0, SOLVING_SHARE]);
    const solved = await spec
      .solve({
        threads,
        device,
        gpuOnly,
        onDevice: (name) => (solvedOn = name),
        say,
        signal,
        onProgress: ({ phase, done, counts }) => {
          progress.update(done, phase);
          if (counts) reporter.counts?.(counts, identity.value);
        },
        checkpoint: {
          restore: async (target) => {
            resumed = await checkpoint.restore(target);
            if (resumed) {
              say("resuming from a checkpoint");
              reporter.resumed?.();
            }
            return resumed;
          },
          due: () => checkpoint.due(),
          save: (bytes) => checkpoint.save(bytes),
        },
      })
      .finally(() => progress.end());
    const solveSeconds = (performance.now() - started) / 1000;
    try {
      const writing = reporter.progress(`writing ${identity.name}`, [SOLVING_SHARE, 1]);
      const fileBytes = await store
        .write(solved, spec.solver, { signal, onProgress: (done) => writing.update(done, "writing") })
        .finally(() => writing.end());
      await checkpoint.remove();
      const writeSeconds = (performance.now() - started) / 1000 - solveSeconds;
      const { histogram, statistics } = solved;
      return {
        identity,
        path: store.path(identity),
        fileBytes,
        histogram,
        statistics,
        solveSeconds,
        writeSeconds,
        resumed,
        device: solvedOn,
      };
    } finally {
      solved.release();
    }
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
    const seconds = formatSeconds((performance.now() - started) / 1000);
    // A save may have failed (disk full), and none is made once the table itself is being written.
    const saved = existsSync(checkpoint.path) ? "progress is saved; resume" : "nothing was saved; start again";
    throw new GameloreError("interrupted", `interrupted after ${seconds}; ${saved} with: ${options.resume}`);
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

export function checkMemory(name: string, solverBytes: number): void {
  const available = process.availableMemory();
  const needed = solverBytes + OWN_MEMORY_BYTES;
  if (needed <= available) return;
  throw new GameloreError(
    "too-large",
    `${name} needs ${formatBytes(needed)} of memory to build; ${formatBytes(available)} is available`,
  );
}
