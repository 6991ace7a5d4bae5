/** Both sides' tables in the kernel: solved, and checked entry by entry. */
import { throwIfAborted } from "../../engine/contracts/errors.ts";
import type { CheckedEntries, SolvedTable, SolveOptions, TableIdentity } from "../../engine/contracts/table.ts";
import { binomial } from "../../engine/index/combinations.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { solveOutcomes } from "../../engine/solve/outcome.ts";
import type { Variant } from "./options.ts";

/** As many pieces of each side; the rules are a variant's, beside which moves may be narrowed to those towards the goal. */
export interface TwoSide {
  readonly variant: Variant;
  readonly onward: boolean;
}

export function twoSideEntries({ variant: { cells, pieces } }: TwoSide): number {
  return binomial(cells, pieces) * binomial(cells - pieces, pieces);
}

/** Fills what threads share of a table's index on a kernel whose board is set; gives the call that sets up a thread. */
export function sharePairs(kernel: Kernel, { variant, onward }: TwoSide): (thread: number) => KernelCall {
  const { pieces } = variant;
  const shared = kernel.memory.allocate(kernel.call("pairsBytes", pieces));
  const set = (thread: number): KernelCall => ["setPairs", shared, thread, pieces, Number(onward)];
  const [name, ...args] = set(kernel.memory.allocate(kernel.call("pairsThreadBytes")));
  kernel.call(name, ...args);
  kernel.call("buildPairs");
  return set;
}

/** A kernel for a table, and the calls that set up each of its threads. */
function openKernel(table: TwoSide): {
  kernel: Kernel;
  prepareThread: (allocate: (bytes: number) => number) => KernelCall[];
} {
  const { side, pieces, win, directions, stuck } = table.variant;
  const kernel = new Kernel("chinese-checkers");
  const { memory } = kernel;
  const board = memory.allocate(kernel.call("boardBytes"));
  kernel.call("buildBoard", board, side);
  const setPairs = sharePairs(kernel, table);
  return {
    kernel,
    prepareThread: (allocate) => [
      ["setVariant", board, side, pieces, win, directions, stuck, allocate(kernel.call("threadBytes"))],
      setPairs(allocate(kernel.call("pairsThreadBytes"))),
    ],
  };
}

export async function solveTwoSide(
  table: TwoSide,
  identity: TableIdentity,
  options: SolveOptions,
): Promise<SolvedTable> {
  const { kernel, prepareThread } = openKernel(table);
  const { cells, pieces } = table.variant;
  const { entries } = identity;
  const solved = await solveOutcomes({ kernel, entries, runs: binomial(cells, pieces), prepareThread }, options);
  return {
    identity,
    bytes: kernel.memory.bytes(solved.table, entries),
    histogram: solved.histogram,
    statistics: { states: entries, plies: solved.plies, cpuSeconds: solved.cpuMilliseconds / 1000 },
    release: solved.release,
  };
}

/**
 * Compares the entries of whole rows with what their successors make them, all of them or every nth row. Moves are those of
 * the game's own rules, state by state; nothing of the solver's is used.
 */
export async function checkTwoSide(
  table: TwoSide,
  bytes: Uint8Array,
  options: Omit<SolveOptions, "checkpoint"> & { readonly everyNthRow?: number },
): Promise<CheckedEntries> {
  const { kernel, prepareThread } = openKernel(table);
  const { memory } = kernel;
  const { cells, pieces } = table.variant;
  const rows = binomial(cells, pieces);
  const { threads, everyNthRow = 1, signal } = options;
  const values = memory.allocate(bytes.length);
  memory.bytes(values, bytes.length).set(bytes);
  const pool = kernel.startPool(threads, () => [
    ...prepareThread((size) => memory.allocate(size)),
    ["setCheck", memory.allocate(kernel.call("checkThreadBytes"))],
  ]);
  try {
    let wrong = 0;
    let example: number | null = null;
    let checked = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      const list = memory.allocate(4 * kernel.call("maxMoves"));
      const found = memory.allocate(4);
      for (let row = next; row < rows; row = next) {
        next += everyNthRow;
        const count = await pool.run([["checkOutcomes", values, row, row + 1, list, found]], { signal });
        throwIfAborted(signal);
        checked += bytes.length / rows;
        options.onProgress?.({ phase: "definition", done: row / rows });
        wrong += count;
        if (count > 0) example = (memory.words(found, 1)[0] as number) >>> 0;
      }
    };
    await Promise.all(Array.from({ length: threads }, work));
    return { checked, wrong, example };
  } finally {
    await pool.close();
  }
}
