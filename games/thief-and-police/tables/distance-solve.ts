/** Multi-threaded solving of a distance table, unit by unit: a square of the thief, or a portion of sets. Finished units are marked, so that an interrupted build can resume. */
import { disableBaselineCompiler } from "#platform/compile";
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { SolvedTable, SolveOptions, TableIdentity } from "../../../engine/contracts/table.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { KernelPool } from "../../../engine/kernel/pool.ts";
import { countBytes, finishAndCount, sampledCounts } from "../../../engine/solve/histogram.ts";
import { type InterruptibleSolve, runInterruptible } from "../../../engine/solve/interruptible.ts";
import { addressAfter, type Address } from "../../../engine/kernel/memory.ts";
import type { MazeKernel } from "../board.ts";

const PROGRESS_INTERVAL_MS = 200;

export interface DistanceTable {
  readonly identity: TableIdentity;
  readonly maze: MazeKernel;
  /** Number of work units. */
  readonly units: number;
  /** Label of the progress. */
  readonly phase: string;
  /** Calls that initialize a thread, in addition to the maze's. */
  prepareThread(allocate: (bytes: number) => Address): readonly KernelCall[];
  /** The call that takes units from the counter at `next` until none are left. */
  solve(table: Address, done: Address, next: Address): KernelCall;
}

/** Size of a checkpoint: the table and a mark per unit. */
export function distanceBytes(entries: number, units: number): number {
  return entries + units;
}

export function solveDistances(given: DistanceTable, options: SolveOptions): Promise<SolvedTable> {
  return runInterruptible(new DistanceSolve(given, options));
}

class DistanceSolve implements InterruptibleSolve<SolvedTable> {
  readonly #given: DistanceTable;
  readonly #options: SolveOptions;
  readonly #table: Address;
  readonly #done: Address;
  readonly #next: Address;
  readonly #counts: Address;
  readonly #regions: Address[] = [];
  readonly #pool: KernelPool;

  constructor(given: DistanceTable, options: SolveOptions) {
    this.#given = given;
    this.#options = options;
    const { kernel } = given.maze;
    const { entries } = given.identity;
    this.#table = kernel.memory.allocate(distanceBytes(entries, given.units));
    this.#done = addressAfter(this.#table, entries);
    kernel.memory.bytes(this.#done, given.units).fill(0);
    const allocate = (bytes: number): Address => {
      const region = kernel.memory.allocate(bytes);
      this.#regions.push(region);
      return region;
    };
    this.#next = allocate(4);
    this.#counts = allocate(countBytes(options.threads));
    disableBaselineCompiler();
    this.#pool = kernel.startPool(options.threads, () => [
      ...given.maze.prepareThread(allocate),
      ...given.prepareThread(allocate),
    ]);
  }

  async run(): Promise<SolvedTable> {
    const { identity, maze } = this.#given;
    const { memory } = maze.kernel;
    await this.#options.checkpoint?.restore(this.#state());
    let raised = 0;
    do {
      raised += await this.#solveUnits();
      throwIfAborted(this.#options.signal);
      if (this.#doneUnits() < this.#given.units) await this.save();
    } while (this.#doneUnits() < this.#given.units);
    const histogram = await finishAndCount({
      kernel: maze.kernel,
      pool: this.#pool,
      threads: this.#options.threads,
      table: this.#table,
      entries: identity.entries,
      counts: this.#counts,
    });
    return {
      identity,
      bytes: memory.bytes(this.#table, identity.entries),
      histogram,
      statistics: { states: identity.entries, raised, cpuSeconds: this.#pool.cpuMilliseconds / 1000 },
      release: () => this.release(),
    };
  }

  async save(): Promise<void> {
    if (this.#doneUnits() > 0) await this.#options.checkpoint?.save(this.#state());
  }

  release(): void {
    this.#given.maze.kernel.memory.free(this.#table);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    for (const region of this.#regions) this.#given.maze.kernel.memory.free(region);
  }

  #state(): Uint8Array {
    return this.#given.maze.kernel.memory.bytes(
      this.#table,
      distanceBytes(this.#given.identity.entries, this.#given.units),
    );
  }

  #doneUnits(): number {
    let done = 0;
    for (const mark of this.#given.maze.kernel.memory.bytes(this.#done, this.#given.units)) done += mark;
    return done;
  }

  /** Runs until all units are done or a checkpoint is due. Returns the sum of the threads' results. */
  async #solveUnits(): Promise<number> {
    const { signal, threads, onProgress, checkpoint } = this.#options;
    const { maze, units, phase, identity } = this.#given;
    const { memory } = maze.kernel;
    memory.words(this.#next, 1)[0] = 0;
    const pause = new AbortController();
    const report = (): void =>
      onProgress?.({
        phase,
        done: this.#doneUnits() / units,
        counts: () => sampledCounts(memory.bytes(this.#table, identity.entries), (value) => value),
      });
    report();
    const timer = setInterval(() => {
      report();
      if (checkpoint?.due()) pause.abort();
    }, PROGRESS_INTERVAL_MS);
    try {
      const stop = signal ? AbortSignal.any([signal, pause.signal]) : pause.signal;
      const call = this.#given.solve(this.#table, this.#done, this.#next);
      const returned = await Promise.all(
        Array.from({ length: threads }, () => this.#pool.run([call], { signal: stop })),
      );
      return returned.reduce((sum, each) => sum + (each || 0), 0);
    } finally {
      clearInterval(timer);
    }
  }
}
