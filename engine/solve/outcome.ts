/** Solves a two-player game backwards (outcome.as.ts) on all threads, level by level: all outcomes in n plies, then in n + 1. */
import { compileOnce } from "#platform/compile.ts";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { SolveOptions, SolveProgress } from "../contracts/table.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { type InterruptibleSolve, runInterruptible } from "./interruptible.ts";
import { isOpen, maxPlies } from "./outcome-values.ts";
import { countBytes, finishAndCount, sampledCounts } from "./histogram.ts";

/** Name and version of this solver: what a checkpoint must agree with. */
export const OUTCOME_SOLVER = "retrograde 1";

/** Behind entries and counters: the level, how far it is, and what was found. Room for vectors that read beyond an end too. */
const NOTES_BYTES = 64;
/** The most predecessors of an entry. */
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
  /** What the entries say, where it is not "outcome": "turns" where the kernel counts turns. */
  readonly values?: "turns";
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

/** Bytes of memory that a solve takes, table included; a checkpoint has as many. */
export function outcomeMemory(entries: number): number {
  return 4 * Math.ceil(entries / 2) + NOTES_BYTES;
}

export function solveOutcomes(game: OutcomeGame, options: SolveOptions): Promise<SolvedOutcomes> {
  return runInterruptible(new OutcomeSolve(game, options));
}

class OutcomeSolve implements InterruptibleSolve<SolvedOutcomes> {
  readonly #game: OutcomeGame;
  readonly #options: SolveOptions;
  /** Entries, then counters, then what `#notes` says: all that a solve is made of, so that it can be saved. */
  readonly #table: number;
  readonly #counters: number;
  readonly #notes: number;
  readonly #regions: number[] = [];
  readonly #next: number;
  readonly #counts: number;
  readonly #lists: number;
  readonly #pool: KernelPool;
  /** Plies of the outcomes that are being passed on; -1 while moves are counted. */
  #level = -1;
  /** Entries of this level found so far, and of all levels before; while moves are counted, the most moves of a position. */
  #found = 0;
  #settled = 0;

  constructor(game: OutcomeGame, options: SolveOptions) {
    this.#game = game;
    this.#options = options;
    const { memory } = game.kernel;
    this.#table = memory.allocateZeroed(outcomeMemory(game.entries));
    this.#counters = this.#table + game.entries;
    this.#notes = this.#table + outcomeMemory(game.entries) - NOTES_BYTES;
    const allocate = (bytes: number): number => {
      const region = memory.allocate(bytes);
      this.#regions.push(region);
      return region;
    };
    this.#next = allocate(4);
    this.#counts = allocate(countBytes(options.threads));
    this.#lists = allocate(4 * LIST_ENTRIES * options.threads);
    compileOnce();
    this.#pool = game.kernel.startPool(options.threads, () => game.prepareThread(allocate));
  }

  async run(): Promise<SolvedOutcomes> {
    if (await this.#options.checkpoint?.restore(this.#state())) this.#readNotes();
    else this.#begin(-1);
    if (this.#level < 0) {
      await this.#countMoves();
      this.#begin(0);
    }
    for (await this.#passOn(); this.#found > 0; await this.#passOn()) {
      const most = maxPlies(this.#game.values ?? "outcome");
      if (this.#level > most) {
        throw new GameloreError(
          "too-large",
          `outcomes take more than ${most} plies, which an entry of one byte cannot say`,
        );
      }
      this.#settled += this.#found;
      this.#begin(this.#level + 1);
    }
    const { kernel } = this.#game;
    return {
      table: this.#table,
      histogram: await this.#finish(),
      plies: Math.max(0, this.#level - 1),
      cpuMilliseconds: this.#pool.cpuMilliseconds,
      release: () => kernel.memory.free(this.#table),
    };
  }

  /** Saves what there is, if there is anything. */
  async save(): Promise<void> {
    if (this.#level < 0 && this.#shareOfRuns() === 0) return;
    this.#writeNotes();
    await this.#options.checkpoint?.save(this.#state());
  }

  /** Gives the table back too: for a solve that did not end well. */
  release(): void {
    this.#game.kernel.memory.free(this.#table);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    for (const region of this.#regions) this.#game.kernel.memory.free(region);
  }

  #begin(level: number): void {
    this.#level = level;
    this.#found = 0;
    Atomics.store(this.#game.kernel.memory.words(this.#next, 1), 0, 0);
  }

  async #countMoves(): Promise<void> {
    await this.#goThroughRuns(
      () => ["startOutcomes", this.#table, this.#counters, this.#next],
      () => ({ phase: "counting moves", done: COUNTING_SHARE * this.#shareOfRuns() }),
      (most) => (this.#found = Math.max(this.#found, ...most)),
    );
    if (this.#found > MAX_MOVES) {
      throw new GameloreError(
        "too-large",
        `a position has ${this.#found} moves, more than the ${MAX_MOVES} that a counter of one byte can say`,
      );
    }
  }

  async #passOn(): Promise<void> {
    await this.#goThroughRuns(
      (list) => ["passOutcomesOn", this.#table, this.#counters, this.#next, this.#level, list],
      () => ({
        phase: `outcomes in ${this.#level} plies`,
        done: Math.min(0.99, COUNTING_SHARE + (1 - COUNTING_SHARE) * (this.#settled / this.#game.entries)),
        counts: () => this.#countsSoFar(),
      }),
      (found) => (this.#found += found.reduce((sum, count) => sum + (count >>> 0), 0)),
    );
  }

  /** All runs that are left. Where it is time to save, all threads stop: only between runs do entries and counters agree. */
  async #goThroughRuns(
    call: (list: number) => KernelCall,
    progress: () => SolveProgress,
    note: (results: readonly number[]) => void,
  ): Promise<void> {
    const { signal, checkpoint } = this.#options;
    do {
      if (checkpoint?.due()) await this.save();
      note(await this.#onAllThreads(call, progress));
      throwIfAborted(signal);
    } while (this.#shareOfRuns() < 1);
  }

  /** How far the runs are done, from 0 to 1. */
  #shareOfRuns(): number {
    const taken = Atomics.load(this.#game.kernel.memory.words(this.#next, 1), 0) >>> 0;
    return Math.min(1, taken / this.#game.runs);
  }

  /** One call on every thread, each with a list of its own, until all runs are done or it is time to save. */
  async #onAllThreads(call: (list: number) => KernelCall, progress: () => SolveProgress): Promise<number[]> {
    const { signal, threads, onProgress, checkpoint } = this.#options;
    const pause = new AbortController();
    const stop = signal ? AbortSignal.any([signal, pause.signal]) : pause.signal;
    onProgress?.(progress());
    const timer = setInterval(() => {
      onProgress?.(progress());
      if (checkpoint?.due()) pause.abort();
    }, PROGRESS_INTERVAL_MS);
    try {
      const calls = Array.from({ length: threads }, (_, thread) => call(this.#lists + 4 * LIST_ENTRIES * thread));
      return await Promise.all(calls.map((each) => this.#pool.run([each], { signal: stop })));
    } finally {
      clearInterval(timer);
    }
  }

  /** What is neither won nor lost so far may still be. */
  #countsSoFar(): number[] {
    const entries = this.#game.kernel.memory.bytes(this.#table, this.#game.entries);
    return sampledCounts(entries, (entry) => (isOpen(entry) ? null : entry));
  }

  #state(): Uint8Array {
    return this.#game.kernel.memory.bytes(this.#table, outcomeMemory(this.#game.entries));
  }

  #writeNotes(): void {
    const { memory } = this.#game.kernel;
    const next = Atomics.load(memory.words(this.#next, 1), 0);
    memory.words(this.#notes, 4).set([this.#level, next, this.#found, this.#settled]);
  }

  #readNotes(): void {
    const { memory } = this.#game.kernel;
    const [level = 0, next = 0, found = 0, settled = 0] = memory.words(this.#notes, 4);
    this.#begin(level);
    Atomics.store(memory.words(this.#next, 1), 0, next);
    this.#found = found >>> 0;
    this.#settled = settled >>> 0;
  }

  #finish(): Promise<number[]> {
    return finishAndCount({
      kernel: this.#game.kernel,
      pool: this.#pool,
      threads: this.#options.threads,
      table: this.#table,
      entries: this.#game.entries,
      counts: this.#counts,
      finish: "drawOpenOutcomes",
    });
  }
}
