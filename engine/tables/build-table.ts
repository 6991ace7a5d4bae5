/** Builds a table and stores it: room checked first, one builder at a time, checkpoints on the way, whole file or none. */
import { existsSync } from "node:fs";
import { GameloreError } from "../contracts/errors.ts";
import type { TableIdentity, TableSpec } from "../contracts/table.ts";
import type { TableStore } from "./store.ts";
import type { BuildReporter } from "./build-reporter.ts";
import { formatBytes, formatSeconds } from "../contracts/quantities.ts";

/** Node, the compiled kernel and buffers of blocks, beside what the solver asks for. */
const OWN_MEMORY_BYTES = 150e6;

export interface BuiltTable {
  readonly identity: TableIdentity;
  readonly path: string;
  readonly fileBytes: number;
  readonly histogram: readonly number[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly solveSeconds: number;
  readonly writeSeconds: number;
  readonly resumed: boolean;
}

export interface BuildOptions {
  readonly threads: number;
  readonly checkpointSeconds?: number;
  /** The command that goes on with an interrupted build. */
  readonly resume: string;
  readonly signal: AbortSignal;
  readonly reporter: BuildReporter;
}

export async function buildTable(store: TableStore, offer: TableSpec, options: BuildOptions): Promise<BuiltTable> {
  const { threads, signal, reporter } = options;
  const say = (line: string): void => reporter.say(line);
  const { identity } = offer;
  checkMemory(offer);
  const checkpoint = store.checkpoint(identity, offer.solver, {
    stateBytes: offer.checkpointBytes,
    intervalSeconds: options.checkpointSeconds,
    onDiscard: (reason) => say(`an unfinished build was there but cannot be used: ${reason}`),
    onSaveFailed: (error) =>
      say(
        `this checkpoint could not be saved, the build goes on: ${error instanceof Error ? error.message : String(error)}`,
      ),
  });
  // The finished file is at most as large as its entries, and is written while a checkpoint may still be there.
  const disk = identity.entries + checkpoint.diskBytes();
  await store.checkRoom(disk);
  const lock = store.lock(identity);
  const unlock = (): void => lock.release();
  process.on("exit", unlock);
  const started = performance.now();
  try {
    if (identity.entries > 1e8)
      say(`takes up to ${formatBytes(disk)} of disk on the way, ${formatBytes(offer.memoryBytes)} of memory`);
    let resumed = false;
    const progress = reporter.progress(identity.name);
    const solved = await offer
      .solve({
        threads,
        signal,
        onProgress: ({ phase, done, counts }) => {
          progress.update(done, phase);
          if (counts) reporter.counts?.(counts, identity.value);
        },
        checkpoint: {
          restore: async (target) => {
            resumed = await checkpoint.restore(target);
            if (resumed) say("going on from the checkpoint of an unfinished build");
            return resumed;
          },
          due: () => checkpoint.due(),
          save: (bytes) => checkpoint.save(bytes),
        },
      })
      .finally(() => progress.end());
    const solveSeconds = (performance.now() - started) / 1000;
    try {
      const writing = reporter.progress(`writing ${identity.name}`);
      const fileBytes = await store
        .write(solved, offer.solver, { signal, onProgress: (done) => writing.update(done, "") })
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
      };
    } finally {
      solved.release();
    }
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
    const seconds = formatSeconds((performance.now() - started) / 1000);
    // A save may have failed for want of room, and none is made once the table itself is being written.
    const saved = existsSync(checkpoint.path) ? "what was done is saved, go on" : "nothing was saved, start again";
    throw new GameloreError("interrupted", `interrupted after ${seconds}; ${saved} with: ${options.resume}`);
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

function checkMemory(offer: TableSpec): void {
  const available = process.availableMemory();
  const wanted = offer.memoryBytes + OWN_MEMORY_BYTES;
  if (wanted <= available) return;
  throw new GameloreError(
    "too-large",
    `${offer.identity.name} takes ${formatBytes(wanted)} of memory to build, this machine has ${formatBytes(available)} to spare`,
  );
}
