/** Solves a two-player game backwards (outcome.as.ts) on all threads, level by level: all outcomes in n plies, then in n + 1. */
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { SolveOptions } from "../contracts/table.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { MAX_PLIES } from "./outcome-values.ts";
import { compileOnce } from "./placements.ts";

/** Name and version of this solver: what a checkpoint must agree with. */
export const OUTCOME_SOLVER = "retrograde 1";

/** Vectors may read beyond the last entry; the level of a checkpoint lies there too. */
const PADDING_BYTES = 64;
/** Moves of a position, and positions with a move to it, that a list must hold. */
const LIST_ENTRIES = 65_536;
const MAX_MOVES = 254;
const PROGRESS_INTERVAL_MS = 200;
/** Of the whole work, what counting the moves of every position takes, as seen; only the estimate of time left depends on it. */
const COUNTING_SHARE = 0.3;

/** A game whose kernel has the templates of outcome.as.ts and `countValues` (entries.as.ts) under their own names. */
export interface OutcomeGame {
  readonly kernel: Kernel;
  readonly entries: number;
  readonly runs: number;
  /** The calls that set up a thread, with regions of its own where it needs them; `allocate` gives regions until the end. */
  prepareThread(allocate: (bytes: number) => number): readonly KernelCall[];
}

export interface SolvedOutcomes {
  /** Address of the entries, encoded as outcome-values.ts says. */
  readonly table: number;
  readonly histogram: readonly number[];
  /** Plies of the longest win or loss. */
  readonly plies: number;
  readonly cpuMilliseconds: number;
  release(): void;
}

/** Bytes of memory that a solve takes, table included. */
export function outcomeMemory(entries: number): number {
  return 2 * entries;
}

export async function solveOutcomes(game: OutcomeGame, options: SolveOptions): Promise<SolvedOutcomes> {
  const solve = new OutcomeSolve(game, options);
  try {
    return await solve.run();
  } catch (error) {
    if (error instanceof GameloreError && error.code === "interrupted") await solve.save();
    solve.release();
    throw error;
  } finally {
    await solve.close();
  }
}

class OutcomeSolve {
  readonly #game: OutcomeGame;
  readonly #options: SolveOptions;
  readonly #table: number;
  readonly #regions: number[] = [];
  readonly #counters: number;
  readonly #next: number;
  readonly #counts: number;
  readonly #lists: number;
  readonly #pool: KernelPool;
  /** All values up to this many plies are there, and perhaps some of the next; -1 before the first. */
  #level = -1;
  #settled = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(game: OutcomeGame, options: SolveOptions) {
    this.#game = game;
    this.#options = options;
    const { memory } = game.kernel;
    this.#table = memory.allocateZeroed(game.entries + PADDING_BYTES);
    this.#counters = memory.allocateZeroed(game.entries);
    this.#regions.push(this.#counters);
    const allocate = (bytes: number): number => {
      const region = memory.allocate(bytes);
      this.#regions.push(region);
      return region;
    };
    this.#next = allocate(4);
    this.#counts = allocate(4_096 * options.threads);
    this.#lists = allocate(4 * LIST_ENTRIES * options.threads);
    compileOnce();
    this.#pool = game.kernel.startPool(options.threads, () => game.prepareThread(allocate));
  }

  async run(): Promise<SolvedOutcomes> {
    const restored = (await this.#options.checkpoint?.restore(this.#saved())) === true;
    await (restored ? this.#resume() : this.#start());
    while (true) {
      const found = await this.#passOn();
      if (found === 0) break;
      this.#settled += found;
      if (this.#level > MAX_PLIES) {
        throw new GameloreError(
          "too-large",
          `outcomes take more than ${MAX_PLIES} plies, which an entry of one byte cannot say`,
        );
      }
      this.#level++;
    }
    await this.#saving;
    const { kernel } = this.#game;
    return {
      table: this.#table,
      histogram: await this.#finish(),
      plies: Math.max(0, this.#level - 1),
      cpuMilliseconds: this.#pool.cpuMilliseconds,
      release: () => kernel.memory.free(this.#table),
    };
  }

  /** Saves what there is, whether due or not. */
  async save(): Promise<void> {
    await this.#saving;
    if (this.#level >= 0) await this.#save();
  }

  /** Gives the table back too: for a solve that did not end well. */
  release(): void {
    this.#game.kernel.memory.free(this.#table);
  }

  async close(): Promise<void> {
    await this.#saving.catch(() => {});
    await this.#pool.close();
    for (const region of this.#regions) this.#game.kernel.memory.free(region);
  }

  async #start(): Promise<void> {
    const most = await this.#onAllThreads(
      () => ["startOutcomes", this.#table, this.#counters, this.#next],
      (share) => ({ phase: "counting moves", done: COUNTING_SHARE * share }),
    );
    if (Math.max(...most) > MAX_MOVES) {
      throw new GameloreError(
        "too-large",
        `a position has ${Math.max(...most)} moves, more than the ${MAX_MOVES} that a counter of one byte can say`,
      );
    }
    this.#level = 0;
  }

  async #resume(): Promise<void> {
    this.#level = this.#saved().at(-1) as number;
    const settled = await this.#onAllThreads(
      (list) => ["resumeOutcomes", this.#table, this.#counters, this.#next, this.#level, list],
      (share) => ({ phase: "counting moves again", done: COUNTING_SHARE * share }),
    );
    this.#settled = sum(settled);
  }

  async #passOn(): Promise<number> {
    const found = await this.#onAllThreads(
      (list) => ["passOutcomesOn", this.#table, this.#counters, this.#next, this.#level, list],
      () => ({
        phase: `outcomes in ${this.#level} plies`,
        done: Math.min(0.99, COUNTING_SHARE + (1 - COUNTING_SHARE) * (this.#settled / this.#game.entries)),
      }),
    );
    return sum(found);
  }

  /** One call on every thread, each with a list of its own; the counter they share tells how far they are. */
  async #onAllThreads(
    call: (list: number) => KernelCall,
    progress: (share: number) => { phase: string; done: number },
  ): Promise<number[]> {
    const { kernel, runs } = this.#game;
    const { signal, threads, onProgress } = this.#options;
    const next = kernel.memory.words(this.#next, 1);
    Atomics.store(next, 0, 0);
    const report = (): void => {
      onProgress?.(progress(Math.min(1, (Atomics.load(next, 0) >>> 0) / runs)));
      this.#saveIfDue();
    };
    report();
    const timer = setInterval(report, PROGRESS_INTERVAL_MS);
    try {
      const calls = Array.from({ length: threads }, (_, thread) => call(this.#lists + 4 * LIST_ENTRIES * thread));
      const results = await Promise.all(calls.map((each) => this.#pool.run([each], { signal })));
      throwIfAborted(signal);
      return results;
    } finally {
      clearInterval(timer);
    }
  }

  /** The entries, and behind them one byte for the level up to which they are complete. */
  #saved(): Uint8Array {
    return this.#game.kernel.memory.bytes(this.#table, this.#game.entries + 1);
  }

  /** Saves beside the running threads: what they find meanwhile takes more plies than the saved level, and is not believed. */
  #saveIfDue(): void {
    if (this.#level < 0 || !this.#options.checkpoint?.due()) return;
    this.#saving = this.#saving.then(() => this.#save());
    // A failure is reported when the solve awaits the save.
    this.#saving.catch(() => {});
  }

  async #save(): Promise<void> {
    const saved = this.#saved();
    saved[this.#game.entries] = this.#level;
    await this.#options.checkpoint?.save(saved);
  }

  async #finish(): Promise<number[]> {
    const { kernel, entries } = this.#game;
    const { threads } = this.#options;
    const edge = (thread: number): number => Math.floor((entries * thread) / threads);
    await Promise.all(
      Array.from({ length: threads }, (_, thread) =>
        this.#pool.run([
          ["drawOpenOutcomes", this.#table, edge(thread), edge(thread + 1)],
          ["countValues", this.#table, edge(thread), edge(thread + 1), this.#counts + 4_096 * thread],
        ]),
      ),
    );
    const histogram = new Array<number>(256).fill(0);
    const counts = kernel.memory.words(this.#counts, 1_024 * threads);
    for (let i = 0; i < counts.length; i++) histogram[i % 256] = (histogram[i % 256] ?? 0) + ((counts[i] ?? 0) >>> 0);
    while (histogram.at(-1) === 0) histogram.pop();
    return histogram;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + (count >>> 0), 0);
}
