/** The last step of a solve: entries are given their final form and counted by value, each thread its share of them. */
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";

/** What `countValues` takes: four counts of 256 values each, so that neighbours do not wait for each other. */
const COUNT_WORDS = 1_024;

/** What `finishAndCount` needs of the kernel's memory. */
export function countBytes(threads: number): number {
  return 4 * COUNT_WORDS * threads;
}

export interface FinishedEntries {
  readonly kernel: Kernel;
  readonly pool: KernelPool;
  readonly threads: number;
  readonly table: number;
  readonly entries: number;
  /** Address of `countBytes` bytes. */
  readonly counts: number;
  /** The export that gives the entries of a range their final form, where they do not have it. */
  readonly finish?: string;
}

/** How many entries have each value, up to the largest there is. */
export async function finishAndCount(given: FinishedEntries): Promise<number[]> {
  const { kernel, pool, threads, table, entries, counts, finish } = given;
  const edge = (thread: number): number => Math.floor((entries * thread) / threads);
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      pool.run([
        ...(finish === undefined ? [] : [[finish, table, edge(thread), edge(thread + 1)] as const]),
        ["countValues", table, edge(thread), edge(thread + 1), counts + countBytes(thread)],
      ]),
    ),
  );
  const histogram = new Array<number>(256).fill(0);
  const words = kernel.memory.words(counts, COUNT_WORDS * threads);
  for (let i = 0; i < words.length; i++) histogram[i % 256] = (histogram[i % 256] ?? 0) + ((words[i] ?? 0) >>> 0);
  while (histogram.at(-1) === 0) histogram.pop();
  return histogram;
}

/** Entries that are looked at for an estimate: a millisecond's work. */
const SAMPLES = 100_000;

/**
 * How many entries have each value while a solve is under way, estimated by entries at equal distances. `valueOf` turns what the solver
 * has written into a value; null where there is none yet.
 */
export function sampledCounts(entries: Uint8Array, valueOf: (written: number) => number | null): number[] {
  const step = Math.max(1, Math.ceil(entries.length / SAMPLES));
  const counts: number[] = [];
  for (let at = 0; at < entries.length; at += step) {
    const value = valueOf(entries[at] as number);
    if (value !== null) counts[value] = (counts[value] ?? 0) + step;
  }
  return Array.from(counts, (count) => count ?? 0);
}
