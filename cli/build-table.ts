/** Builds a table and stores it: room checked first, one builder at a time, checkpoints on the way, whole file or none. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { TableIdentity, TableOffer } from "../engine/contracts/table.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { Progress } from "./progress.ts";
import { formatBytes, formatSeconds } from "./terminal.ts";

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
  readonly signal: AbortSignal;
}

export async function buildTable(store: TableStore, offer: TableOffer, options: BuildOptions): Promise<BuiltTable> {
  const { threads, signal } = options;
  const { identity } = offer;
  checkMemory(offer);
  const checkpoint = store.checkpoint(identity, offer.solver, {
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
  try {
    if (identity.entries > 1e9)
      say(`takes up to ${formatBytes(disk)} of disk on the way, ${formatBytes(offer.memoryBytes)} of memory`);
    let resumed = false;
    const started = performance.now();
    const progress = new Progress(identity.name);
    const solved = await offer
      .solve({
        threads,
        signal,
        onProgress: ({ phase, done }) => progress.update(done, phase),
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
      .catch((error: unknown) => {
        if (error instanceof GameloreError && error.code === "interrupted") {
          throw new GameloreError(
            "interrupted",
            `interrupted after ${formatSeconds((performance.now() - started) / 1000)}; what was done is saved, go on with: ${offer.command}`,
          );
        }
        throw error;
      })
      .finally(() => progress.end());
    const solveSeconds = (performance.now() - started) / 1000;
    try {
      const writing = new Progress(`writing ${identity.name}`);
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
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function checkMemory(offer: TableOffer): void {
  const available = process.availableMemory();
  const wanted = offer.memoryBytes + OWN_MEMORY_BYTES;
  if (wanted <= available) return;
  throw new GameloreError(
    "too-large",
    `${offer.identity.name} takes ${formatBytes(wanted)} of memory to build, this machine has ${formatBytes(available)} to spare`,
  );
}
