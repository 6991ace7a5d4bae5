/** The last step of a solve, in parallel: convert entries to their final form and count them by value. */
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { addressAfter, type Address } from "../kernel/memory.ts";
import type { KernelPool } from "../kernel/pool.ts";

/** Memory of `countValues`: four counters for each of 256 values. */
const COUNT_WORDS = 1_024;

/** Memory that `finishAndCount` needs. */
export function countBytes(threads: number): number {
  return 4 * COUNT_WORDS * threads;
}

export interface CountExports {
  countValues(table: Address, start: number, end: number, counts: Address): void;
}

export interface FinishedEntries {
  readonly kernel: Kernel<CountExports>;
  readonly pool: KernelPool;
  readonly threads: number;
  readonly table: Address;
  readonly entries: number;
  /** Address of `countBytes` bytes. */
  readonly counts: Address;
  /** The call that converts a range of entries to their final form, if needed. */
  readonly finish?: (table: Address, start: number, end: number) => KernelCall;
}

/** Entries by value, up to the largest value. */
export async function finishAndCount(given: FinishedEntries): Promise<number[]> {
  const { kernel, pool, threads, table, entries, counts, finish } = given;
  const edge = (thread: number): number => Math.floor((entries * thread) / threads);
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      pool.run([
        ...(finish ? [finish(table, edge(thread), edge(thread + 1))] : []),
        kernel.calls.countValues(table, edge(thread), edge(thread + 1), addressAfter(counts, countBytes(thread))),
      ]),
    ),
  );
  const histogram = new Array<number>(256).fill(0);
  const words = kernel.memory.words(counts, COUNT_WORDS * threads);
  for (let i = 0; i < words.length; i++) histogram[i % 256] = (histogram[i % 256] ?? 0) + ((words[i] ?? 0) >>> 0);
  while (histogram.at(-1) === 0) histogram.pop();
  return histogram;
}

/** Sample size of an estimate: takes about a millisecond. */
const SAMPLES = 100_000;

/**
 * An estimate of the histogram during a solve, from equally spaced entries. `valueOf` converts an intermediate entry to a value; null if it
 * has none yet.
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
