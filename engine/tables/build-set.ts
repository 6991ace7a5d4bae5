/** Builds the missing tables of a set under one lock. Every finished file is kept, so a later run resumes. */
import { GameloreError } from "../contracts/errors.ts";
import {
  type BuiltSet,
  type Device,
  ON_CPU,
  type SolveOptions,
  type TableSpec,
  type TableSetSpec,
} from "../contracts/table.ts";
import type { TableStore } from "./store.ts";
import type { BuildReporter } from "./build-reporter.ts";
import { checkMemory } from "./build-table.ts";
import { formatBytes, formatNumber, formatSeconds, plural } from "../contracts/quantities.ts";

/** From this many entries on, the size is reported before the build. */
const LARGE = 1e7;

export interface BuiltTables {
  readonly name: string;
  readonly tables: number;
  readonly built: number;
  readonly entries: number;
  readonly fileBytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly gpuSeconds: number;
  /** What solved the last of them, for a person: the name of a GPU, or the CPU, with the reason if a GPU was preferred. */
  readonly device: string;
  /** Entries by value, of all tables. */
  readonly histogram: readonly number[];
}

export interface BuildSetOptions {
  readonly threads: number;
  /** The CPU unless given: not every caller may load a GPU driver into its process. */
  readonly device?: Device;
  /** Without a GPU, or when it fails, the build fails instead of continuing on the CPU. */
  readonly gpuOnly?: boolean;
  readonly force: boolean;
  readonly resume: string;
  readonly signal: AbortSignal;
  readonly reporter: BuildReporter;
  /** Builds and stores the tables elsewhere, for example on many machines; by default they are built here. */
  readonly elsewhere?: BuildElsewhere | undefined;
}

/** `arrived` is called for each table that is stored. */
export type BuildElsewhere = (
  missing: readonly TableSpec[],
  options: Pick<SolveOptions, "signal" | "onProgress">,
  arrived: (spec: TableSpec, histogram: readonly number[]) => void,
) => Promise<BuiltSet>;

export async function buildSet(
  store: TableStore,
  set: TableSetSpec,
  { threads, device = "cpu", gpuOnly = false, force, resume, signal, reporter, elsewhere }: BuildSetOptions,
): Promise<BuiltTables> {
  const say = (line: string): void => reporter.say(line);
  if (device === "gpu" && !set.gpu) {
    throw new GameloreError("bad-usage", `${set.name} has no solver on the GPU; use --device cpu or auto`);
  }
  const missing = set.tables.filter((spec) => force || !isStored(store, spec, say));
  const entries = total(missing.map(({ identity }) => identity.entries));
  const fileBytes = total(missing.map((spec) => spec.fileBytes ?? spec.identity.entries));
  const started = performance.now();
  let cpuSeconds = 0;
  let gpuSeconds = 0;
  let solvedOn: string = ON_CPU;
  if (missing.length > 0) {
    if (entries > LARGE)
      say(
        `${formatNumber(missing.length)} of ${plural(set.tables.length, "table")} to build: ${plural(entries, "entry", "entries")}, ${fileBytes < entries ? "about" : "up to"} ${formatBytes(fileBytes)} of disk space, ${formatBytes(set.memoryBytes)} of memory`,
      );
    if (!elsewhere) checkMemory(set.name, set.memoryBytes);
    await store.checkSpace(fileBytes);
    const lock = store.lock({ game: (missing[0] as TableSpec).identity.game, name: set.name });
    const unlock = (): void => lock.release();
    process.on("exit", unlock);
    const progress = reporter.progress(set.name);
    let written = 0;
    const soFar: number[] = [];
    try {
      const arrived = (spec: TableSpec, histogram: readonly number[]): void => {
        written++;
        addTo(soFar, histogram);
        reporter.counts?.(() => filled(soFar), spec.identity.value);
      };
      const solving: SolveOptions = {
        threads,
        device,
        gpuOnly,
        onDevice: (name) => (solvedOn = name),
        say,
        signal,
        onProgress: ({ phase, done }) => progress.update(done, phase),
      };
      const built = elsewhere
        ? await elsewhere(missing, solving, arrived)
        : await set.build(missing, solving, async (spec, solved) => {
            await store.write(solved, spec.solver, { signal });
            arrived(spec, solved.histogram);
          });
      ({ cpuSeconds, gpuSeconds = 0 } = built);
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
      const seconds = formatSeconds((performance.now() - started) / 1000);
      throw new GameloreError(
        "interrupted",
        `interrupted after ${seconds}; ${formatNumber(written)} of ${plural(missing.length, "table")} are saved; resume with: ${resume}`,
      );
    } finally {
      progress.end();
      process.off("exit", unlock);
      unlock();
    }
  }
  const seconds = (performance.now() - started) / 1000;
  return { ...describe(store, set), built: missing.length, seconds, cpuSeconds, gpuSeconds, device: solvedOn };
}

function describe(
  store: TableStore,
  set: TableSetSpec,
): Omit<BuiltTables, "built" | "seconds" | "cpuSeconds" | "gpuSeconds" | "device"> {
  const histogram: number[] = [];
  let fileBytes = 0;
  for (const { identity } of set.tables) {
    const file = store.open(identity);
    addTo(histogram, file.header.histogram);
    fileBytes += file.sizeBytes;
    file.close();
  }
  const entries = total(set.tables.map(({ identity }) => identity.entries));
  return {
    name: set.name,
    tables: set.tables.length,
    entries,
    fileBytes,
    histogram: filled(histogram),
  };
}

function addTo(histogram: number[], counts: readonly number[]): void {
  counts.forEach((count, value) => (histogram[value] = (histogram[value] ?? 0) + count));
}

/** With gaps filled by 0. */
function filled(histogram: readonly number[]): number[] {
  return Array.from(histogram, (count) => count ?? 0);
}

/** Whether a valid file exists. A damaged one is reported and built again. */
function isStored(store: TableStore, { identity }: TableSpec, say: (line: string) => void): boolean {
  if (!store.has(identity)) return false;
  try {
    store.open(identity).close();
    return true;
  } catch (error) {
    if (!(error instanceof GameloreError) || !["table-damaged", "table-mismatch"].includes(error.code)) throw error;
    say(`${error.message}; building it again`);
    return false;
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
