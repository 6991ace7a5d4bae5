/** Checks all entries of a table against their definition by the rules of the game, independently of the solvers. */
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { CheckedEntries, SolveOptions } from "../../../engine/contracts/table.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { MazeKernel } from "../board.ts";
import { PURSUIT_RUN } from "../layout.ts";
import type { MazeTable } from "./table-options.ts";

/** Entries per work unit of a thread. */
const PORTION = 1_000_000;

type CheckOptions = Omit<SolveOptions, "checkpoint">;

interface CheckedTable {
  readonly units: number;
  /** Units per call. */
  readonly portion: number;
  /** Calls in addition to the maze's. */
  prepareThread(maze: MazeKernel): readonly KernelCall[];
  check(maze: MazeKernel, values: Address, start: number, end: number, scratch: Address, wrong: Address): KernelCall;
}

export function checkDistances(table: MazeTable, bytes: Uint8Array, options: CheckOptions): Promise<CheckedEntries> {
  const flags = [table.kind === "police" ? 1 : 0, table.surround ? 1 : 0] as const;
  return checkAll(table, bytes, options, {
    units: bytes.length,
    portion: PORTION,
    prepareThread: () => [],
    check: ({ kernel }, values, start, end, scratch, wrong) =>
      kernel.calls.checkEntries(values, start, end, ...flags, scratch, wrong),
  });
}

export function checkGame(table: MazeTable, bytes: Uint8Array, options: CheckOptions): Promise<CheckedEntries> {
  return checkAll(table, bytes, options, {
    units: Math.ceil(bytes.length / PURSUIT_RUN),
    portion: Math.ceil(PORTION / PURSUIT_RUN),
    prepareThread: ({ kernel }) => [
      kernel.calls.usePursuit(kernel.memory.allocate(kernel.exports.pursuitThreadBytes(kernel.exports.maxMoves()))),
    ],
    check: ({ kernel }, values, start, end, scratch, wrong) =>
      kernel.calls.checkOutcomes(values, start, end, scratch, wrong),
  });
}

async function checkAll(
  table: MazeTable,
  bytes: Uint8Array,
  { threads, signal, onProgress }: CheckOptions,
  { units, portion, prepareThread, check }: CheckedTable,
): Promise<CheckedEntries> {
  const maze = new MazeKernel(table);
  const { kernel } = maze;
  const { memory } = kernel;
  const values = memory.allocate(bytes.length);
  memory.bytes(values, bytes.length).set(bytes);
  const scratchBytes = kernel.exports.checkThreadBytes(kernel.exports.maxMoves());
  const pool = kernel.startPool(threads, () => [...maze.prepareThread(), ...prepareThread(maze)]);
  let wrong = 0;
  let example: number | null = null;
  let next = 0;
  const work = async (): Promise<void> => {
    const scratch = memory.allocate(scratchBytes);
    const at = memory.allocate(4);
    while (next < units) {
      const start = next;
      next = Math.min(units, start + portion);
      const found = await pool.run([check(maze, values, start, next, scratch, at)], signal ? { signal } : {});
      throwIfAborted(signal);
      wrong += found;
      if (found > 0) example = (memory.words(at, 1)[0] as number) >>> 0;
      onProgress?.({ phase: "definition", done: start / units });
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    await pool.close();
  }
  return { checked: bytes.length, wrong, example };
}
