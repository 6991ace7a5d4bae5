/** Endgame tables: solved size by size, and checked entry by entry. */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { CheckedEntries, SolvedTable, SolveOptions, TableIdentity } from "../../engine/contracts/table.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { sampledCounts } from "../../engine/solve/histogram.ts";
import { Board } from "./board.ts";
import { Catalogue, entriesOf, representativesOf, type Classes } from "./catalogue.ts";
import { type BlockRule, endgameVariant } from "./options.ts";

export interface Endgame {
  readonly elements: number;
  readonly blocked: BlockRule;
  /** By default those that are sound for the block rule. */
  readonly classes?: Classes;
}

/** Work units per size, for progress and cancellation. */
const CHUNKS = 64;
/** Marks an unsolved entry; no outcome takes this many plies. */
const UNSOLVED = 127;

/** A kernel with a built catalogue and a thread pool. */
async function openKernel(
  { elements, blocked, classes = blocked }: Endgame,
  { threads, signal, onProgress }: Omit<SolveOptions, "checkpoint">,
): Promise<{ board: Board; catalogue: Catalogue; pool: KernelPool }> {
  const board = new Board(endgameVariant(blocked));
  const catalogue = new Catalogue(board.kernel, classes, elements);
  const pool = board.kernel.startPool(threads, () => [...board.setup(), ...catalogue.use]);
  try {
    for (const [done, size] of catalogue.sizes.entries()) {
      const report = (part: number): void =>
        onProgress?.({ phase: `classes of ${size} elements`, done: (done + part) / catalogue.sizes.length });
      await catalogue.buildOn(pool, size, { ...(signal && { signal }), onProgress: report });
    }
    return { board, catalogue, pool };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Processes a range in chunks on `threads` workers. */
async function inChunks(
  threads: number,
  count: number,
  work: (start: number, end: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const chunk = Math.max(1, Math.ceil(count / CHUNKS));
  const worker = async (): Promise<void> => {
    while (next < count) {
      const start = next;
      next += chunk;
      await work(start, Math.min(count, start + chunk));
    }
  };
  await Promise.all(Array.from({ length: threads }, worker));
}

/** Entries depend only on smaller sizes and are written once, so a checkpoint can be taken at any time: a resumed build solves the rest. */
export async function solveEndgame(
  endgame: Endgame,
  identity: TableIdentity,
  options: SolveOptions,
): Promise<SolvedTable> {
  const { threads, signal, onProgress, checkpoint } = options;
  const { board, catalogue, pool } = await openKernel(endgame, options);
  const { memory } = board.kernel;
  const { elements, blocked, classes = blocked } = endgame;
  const values = memory.allocate(identity.entries);
  const entries = (): Uint8Array => memory.bytes(values, identity.entries);
  let saving: Promise<void> | null = null;
  /** At most one save at a time. */
  const save = (): Promise<void> =>
    (saving ??= (checkpoint?.save(entries()) ?? Promise.resolve()).finally(() => (saving = null)));
  try {
    if (!(await checkpoint?.restore(entries()))) entries().fill(UNSOLVED);
    let below = 0;
    for (let size = 3; size <= elements; size++) {
      const count = representativesOf(classes, size);
      const sizeEnd = below + entriesOf(classes, size);
      const firstEntries = catalogue.entriesOfRepresentatives(size);
      await inChunks(threads, count, async (start, end) => {
        const last = end < count ? (firstEntries[end] as number) : sizeEnd;
        if (entries().subarray(firstEntries[start], last).includes(UNSOLVED)) {
          await pool.run([board.kernel.calls.solveEntries(values, size, start, end)], { signal });
          throwIfAborted(signal);
        }
        onProgress?.({
          phase: `${size} elements`,
          done: last / identity.entries,
          counts: () => sampledCounts(entries(), (entry) => (entry === UNSOLVED ? null : entry)),
        });
        if (checkpoint?.due()) await save();
      });
      below = sizeEnd;
    }
  } catch (error) {
    // Threads that still run only write valid entries.
    if (error instanceof GameloreError && error.code === "interrupted") await save();
    throw error;
  } finally {
    await pool.close();
  }
  const bytes = entries();
  const histogram = new Array<number>(256).fill(0);
  for (const value of bytes) histogram[value] = (histogram[value] as number) + 1;
  while (histogram.at(-1) === 0) histogram.pop();
  const statistics = { states: identity.entries, cpuSeconds: pool.cpuMilliseconds / 1000 };
  return { identity, bytes, histogram, statistics, release: () => memory.free(values) };
}

/** Checks every entry by the rules of the full game; only the ranking is shared with the solver. */
export async function checkEndgame(
  endgame: Endgame,
  bytes: Uint8Array,
  options: Omit<SolveOptions, "checkpoint">,
): Promise<CheckedEntries> {
  const { threads, signal, onProgress } = options;
  const { board, pool } = await openKernel(endgame, { threads, ...(signal && { signal }) });
  const { kernel } = board;
  const { memory } = kernel;
  try {
    const values = memory.allocate(bytes.length);
    memory.bytes(values, bytes.length).set(bytes);
    let wrong = 0;
    let example: number | null = null;
    await inChunks(threads, bytes.length, async (start, end) => {
      const found = memory.allocate(4);
      const scratch = memory.allocate(kernel.exports.endgameScratchBytes());
      const count = await pool.run([kernel.calls.checkEntries(values, start, end, scratch, found)], { signal });
      throwIfAborted(signal);
      onProgress?.({ phase: "definition", done: end / bytes.length });
      wrong += count;
      if (count > 0) example = (memory.words(found, 1)[0] as number) >>> 0;
      memory.free(scratch);
      memory.free(found);
    });
    return { checked: bytes.length, wrong, example };
  } finally {
    await pool.close();
  }
}
