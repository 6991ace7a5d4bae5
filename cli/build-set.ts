/** Builds the tables of a set that are missing: one builder at a time, every finished file kept, so that a later run goes on. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { TableOffer, TableSetOffer } from "../engine/contracts/table.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { Progress } from "./progress.ts";
import { formatBytes, formatNumber, formatSeconds } from "./terminal.ts";

const OWN_MEMORY_BYTES = 150e6;
/** So many entries take long enough that one would like to know before. */
const LARGE = 1e7;

export interface BuiltTables {
  readonly name: string;
  readonly tables: number;
  readonly built: number;
  readonly entries: number;
  readonly fileBytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of all tables: entries by value. */
  readonly histogram: readonly number[];
}

export interface BuildSetOptions {
  readonly threads: number;
  readonly force: boolean;
  readonly resume: string;
  readonly signal: AbortSignal;
}

export async function buildSet(
  store: TableStore,
  set: TableSetOffer,
  { threads, force, resume, signal }: BuildSetOptions,
): Promise<BuiltTables> {
  const missing = set.tables.filter((offer) => force || !isThere(store, offer));
  const entries = total(missing.map(({ identity }) => identity.entries));
  const started = performance.now();
  let cpuSeconds = 0;
  if (missing.length > 0) {
    if (entries > LARGE)
      say(
        `${formatNumber(missing.length)} of ${formatNumber(set.tables.length)} tables to build: ${formatNumber(entries)} entries, up to ${formatBytes(entries)} of disk, ${formatBytes(set.memoryBytes)} of memory`,
      );
    checkMemory(set);
    await store.checkRoom(entries);
    const lock = store.lock({ game: (missing[0] as TableOffer).identity.game, name: set.name });
    const unlock = (): void => lock.release();
    process.on("exit", unlock);
    const progress = new Progress(set.name);
    let written = 0;
    try {
      const built = await set.build(
        missing,
        { threads, signal, onProgress: ({ phase, done }) => progress.update(done, phase) },
        async (offer, solved) => {
          await store.write(solved, offer.solver, { signal });
          written++;
        },
      );
      cpuSeconds = built.cpuSeconds;
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
      const seconds = formatSeconds((performance.now() - started) / 1000);
      throw new GameloreError(
        "interrupted",
        `interrupted after ${seconds}; ${formatNumber(written)} of ${formatNumber(missing.length)} tables are saved, go on with: ${resume}`,
      );
    } finally {
      progress.end();
      process.off("exit", unlock);
      unlock();
    }
  }
  const seconds = (performance.now() - started) / 1000;
  return { ...describe(store, set), built: missing.length, seconds, cpuSeconds };
}

/** What the files of a set hold together. */
function describe(store: TableStore, set: TableSetOffer): Omit<BuiltTables, "built" | "seconds" | "cpuSeconds"> {
  const histogram: number[] = [];
  let fileBytes = 0;
  for (const { identity } of set.tables) {
    const file = store.open(identity);
    file.header.histogram.forEach((count, value) => (histogram[value] = (histogram[value] ?? 0) + count));
    fileBytes += file.sizeBytes;
    file.close();
  }
  const entries = total(set.tables.map(({ identity }) => identity.entries));
  return {
    name: set.name,
    tables: set.tables.length,
    entries,
    fileBytes,
    histogram: Array.from(histogram, (count) => count ?? 0),
  };
}

/** Whether the file is there and its header says so. A damaged one is built again, and that is said. */
function isThere(store: TableStore, { identity }: TableOffer): boolean {
  if (!store.has(identity)) return false;
  try {
    store.open(identity).close();
    return true;
  } catch (error) {
    if (!(error instanceof GameloreError) || !["table-damaged", "table-mismatch"].includes(error.code)) throw error;
    say(`${error.message}; it is built again`);
    return false;
  }
}

function checkMemory(set: TableSetOffer): void {
  const available = process.availableMemory();
  const wanted = set.memoryBytes + OWN_MEMORY_BYTES;
  if (wanted <= available) return;
  throw new GameloreError(
    "too-large",
    `${set.name} takes ${formatBytes(wanted)} of memory to build, this machine has ${formatBytes(available)} to spare`,
  );
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
