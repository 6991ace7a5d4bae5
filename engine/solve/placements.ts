/** Solves a placement puzzle (puzzle.as.ts) on all threads: sweeps while many entries change, then worklists until none does. */
import { plural } from "../contracts/quantities.ts";
import { disableBaselineCompiler } from "#platform/compile";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { SolveOptions } from "../contracts/table.ts";
import { binomial, combinations, rankCombination } from "../index/combinations.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { addressAfter, type Address } from "../kernel/memory.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { countBytes, type CountExports, finishAndCount, sampledCounts } from "./histogram.ts";
import { type InterruptibleSolve, runInterruptible } from "./interruptible.ts";

/** Name and version of this solver, checked when a checkpoint is restored. */
export const PLACEMENT_SOLVER = "sweep 1";

/**
 * Capacity of the worklists; once the changed entries of a sweep fit, worklists replace sweeps. An entry on a list costs as
 * much as some dozens in a sweep.
 */
function listedEntries(entries: number): number {
  return Math.ceil(Math.min(4_000_000, Math.max(65_536, entries / 64)));
}
/** For vector reads beyond the last entry. */
const PADDING_BYTES = 64;
/** The first sweep processes every block twice (see sweep.as.ts). */
const FIRST_SWEEP_TIMES = 2;
/** Typical number of passes over a large table; used only for the estimate of the remaining time. */
const USUAL_TIMES = 3.5;
const PROGRESS_INTERVAL_MS = 200;

/** The templates of sweep.as.ts. */
export interface PlacementExports extends CountExports {
  sweepThreadBytes(): number;
  useSweep(puzzle: Address, cells: number, pieces: number, entries: Address, changes: Address, own: Address): void;
  sweepUnits(counter: Address, end: number, number: number, times: number, list: Address, capacity: number): number;
  relaxLists(
    lists: Address,
    capacity: number,
    counts: Address,
    threads: number,
    counter: Address,
    list: Address,
  ): number;
  turnIntoDistances(table: Address, start: number, end: number): void;
}

export interface PlacementPuzzle {
  readonly kernel: Kernel<PlacementExports>;
  /** Address of the finished puzzle. */
  readonly puzzle: Address;
  readonly cells: number;
  readonly pieces: number;
  /** Goal cells; every placement within them is a goal. */
  readonly goal: readonly number[];
}

export interface SolvedPlacements {
  /** Address of the entries: moves to the nearest goal, 255 if unreachable. */
  readonly table: Address;
  readonly entries: number;
  readonly histogram: readonly number[];
  readonly sweeps: number;
  readonly rounds: number;
  readonly cpuMilliseconds: number;
  release(): void;
}

/** Memory of a solve in bytes, table included. */
export function placementMemory(cells: number, pieces: number): number {
  const entries = binomial(cells, pieces);
  return entries + binomial(cells, Math.max(0, pieces - 2)) + 2 * 4 * listedEntries(entries);
}

export function solvePlacements(puzzle: PlacementPuzzle, options: SolveOptions): Promise<SolvedPlacements> {
  return runInterruptible(new PlacementSolve(puzzle, options));
}

class PlacementSolve implements InterruptibleSolve<SolvedPlacements> {
  readonly #puzzle: PlacementPuzzle;
  readonly #options: SolveOptions;
  readonly #entries: number;
  readonly #table: Address;
  readonly #groups: number;
  readonly #changes: Address;
  readonly #regions: Address[] = [];
  readonly #counter: Address;
  readonly #counts: Address;
  readonly #capacity: number;
  readonly #lists: [Address, Address];
  readonly #pool: KernelPool;
  #saving: Promise<void> = Promise.resolve();

  constructor(puzzle: PlacementPuzzle, options: SolveOptions) {
    this.#puzzle = puzzle;
    this.#options = options;
    const { kernel, cells, pieces } = puzzle;
    this.#entries = binomial(cells, pieces);
    this.#table = kernel.memory.allocateZeroed(this.#entries + PADDING_BYTES);
    this.#groups = binomial(cells, Math.max(0, pieces - 2));
    this.#changes = this.#allocate(this.#groups + PADDING_BYTES);
    kernel.memory.bytes(this.#changes, this.#groups).fill(0);
    this.#counter = this.#allocate(4);
    this.#counts = this.#allocate(countBytes(options.threads));
    this.#capacity = Math.ceil(listedEntries(this.#entries) / options.threads);
    this.#lists = [
      this.#allocate(4 * this.#capacity * options.threads),
      this.#allocate(4 * this.#capacity * options.threads),
    ];
    const threadBytes = kernel.exports.sweepThreadBytes();
    disableBaselineCompiler();
    this.#pool = kernel.startPool(options.threads, () => [
      kernel.calls.useSweep(puzzle.puzzle, cells, pieces, this.#table, this.#changes, this.#allocate(threadBytes)),
    ]);
  }

  async run(): Promise<SolvedPlacements> {
    const { kernel, pieces, goal } = this.#puzzle;
    const bytes = kernel.memory.bytes(this.#table, this.#entries);
    if (pieces >= 3) await this.#options.checkpoint?.restore(bytes);
    const seeds: number[] = [];
    for (const placement of combinations(goal, pieces)) seeds.push(rankCombination(placement));
    for (const seed of seeds) bytes[seed] = 255;

    let listed: number[] = [];
    let sweeps = 0;
    let rounds = 0;
    if (pieces < 3) {
      // Few entries and no rows to sweep: worklists only, starting at the goal.
      kernel.memory.words(this.#lists[0], seeds.length).set(seeds.map((seed) => this.#table + seed));
      listed = Array.from({ length: this.#options.threads }, (_, thread) => (thread === 0 ? seeds.length : 0));
    } else {
      do listed = await this.#sweep(++sweeps);
      while (sweeps === 1 || !this.#fits(listed));
    }
    while (listed.some((count) => count > 0)) {
      listed = await this.#relaxLists(listed, rounds++);
      if (this.#fits(listed)) continue;
      // Not observed so far: lists shrink. If one overflows, full sweeps recover the entries it lost.
      kernel.memory.bytes(this.#changes, this.#groups).fill(sweeps);
      do listed = await this.#sweep(++sweeps);
      while (!this.#fits(listed));
      rounds += rounds % 2;
    }
    await this.#saving;
    const histogram = await this.#finish();
    return {
      table: this.#table,
      entries: this.#entries,
      histogram,
      sweeps,
      rounds,
      cpuMilliseconds: this.#pool.cpuMilliseconds,
      release: () => kernel.memory.free(this.#table),
    };
  }

  async save(): Promise<void> {
    await this.#saving;
    await this.#options.checkpoint?.save(this.#puzzle.kernel.memory.bytes(this.#table, this.#entries));
  }

  release(): void {
    this.#puzzle.kernel.memory.free(this.#table);
  }

  async close(): Promise<void> {
    await this.#saving.catch(() => {});
    await this.#pool.close();
    for (const region of this.#regions) this.#puzzle.kernel.memory.free(region);
  }

  #allocate(bytes: number): Address {
    const region = this.#puzzle.kernel.memory.allocate(bytes);
    this.#regions.push(region);
    return region;
  }

  async #sweep(number: number): Promise<number[]> {
    // A change is recorded as the number of its sweep in one byte; a solve needs far fewer sweeps.
    if (number > 250) throw new GameloreError("kernel-failed", "the sweeps of this puzzle do not converge");
    const units = binomial(this.#puzzle.cells, this.#puzzle.pieces - 3);
    const times = number === 1 ? FIRST_SWEEP_TIMES : 1;
    const before = number === 1 ? 0 : FIRST_SWEEP_TIMES + number - 2;
    // The first sweep changes nearly everything: do not list it.
    const capacity = number === 1 ? 0 : this.#capacity;
    return this.#onAllThreads(
      (list) => this.#puzzle.kernel.calls.sweepUnits(this.#counter, times * units, number, times, list, capacity),
      this.#lists[0],
      (done) => ({ phase: `sweep ${number}`, done: Math.min(0.95, (before + done / units) / USUAL_TIMES) }),
    );
  }

  #fits(listed: readonly number[]): boolean {
    return listed.every((count) => count <= this.#capacity);
  }

  async #relaxLists(listed: readonly number[], round: number): Promise<number[]> {
    const { threads } = this.#options;
    const from = this.#lists[(round % 2) as 0 | 1];
    const count = listed.reduce((sum, each) => sum + each, 0);
    this.#puzzle.kernel.memory.words(this.#counts, listed.length).set(listed);
    return this.#onAllThreads(
      (list) => this.#puzzle.kernel.calls.relaxLists(from, this.#capacity, this.#counts, threads, this.#counter, list),
      this.#lists[((round + 1) % 2) as 0 | 1],
      () => ({ phase: `${plural(count, "entry", "entries")} left`, done: Math.min(0.99, 0.95 + 0.01 * round) }),
    );
  }

  /** One call on every thread, each with its own part of a list; the shared counter gives the progress. */
  async #onAllThreads(
    call: (list: Address) => KernelCall,
    list: Address,
    progress: (done: number) => { phase: string; done: number },
  ): Promise<number[]> {
    const { memory } = this.#puzzle.kernel;
    const { signal, threads, onProgress } = this.#options;
    const counter = memory.words(this.#counter, 1);
    Atomics.store(counter, 0, 0);
    const report = (): void => {
      onProgress?.({ ...progress(Atomics.load(counter, 0) >>> 0), counts: () => this.#countsSoFar() });
      this.#saveIfDue();
    };
    report();
    const timer = setInterval(report, PROGRESS_INTERVAL_MS);
    try {
      const parts = Array.from({ length: threads }, (_, thread) =>
        call(addressAfter(list, 4 * this.#capacity * thread)),
      );
      const counts = await Promise.all(parts.map((part) => this.#pool.run([part], { signal })));
      throwIfAborted(signal);
      return counts.map((count) => count >>> 0);
    } finally {
      clearInterval(timer);
    }
  }

  /** Saves while the threads run: every entry is an upper bound at any moment, so any snapshot is valid. */
  #saveIfDue(): void {
    const { checkpoint } = this.#options;
    if (!checkpoint?.due()) return;
    this.#saving = this.#saving.then(() =>
      checkpoint.save(this.#puzzle.kernel.memory.bytes(this.#table, this.#entries)),
    );
    // A failure is reported when the solve awaits the save.
    this.#saving.catch(() => {});
  }

  /** While solving, entries are nearness: 255 minus the length of the shortest path found, 0 if none. */
  #countsSoFar(): number[] {
    const entries = this.#puzzle.kernel.memory.bytes(this.#table, this.#entries);
    return sampledCounts(entries, (nearness) => (nearness === 0 ? null : 255 - nearness));
  }

  #finish(): Promise<number[]> {
    return finishAndCount({
      kernel: this.#puzzle.kernel,
      pool: this.#pool,
      threads: this.#options.threads,
      table: this.#table,
      entries: this.#entries,
      counts: this.#counts,
      finish: this.#puzzle.kernel.calls.turnIntoDistances,
    });
  }
}
