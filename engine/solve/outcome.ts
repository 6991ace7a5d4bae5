/** Retrograde analysis of a two-player game (outcome.as.ts) on all threads, level by level: outcomes in n plies, then in n + 1. */
import { plural, formatPlies } from "../contracts/quantities.ts";
import { disableBaselineCompiler } from "#platform/compile";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { SolveOptions, SolveProgress } from "../contracts/table.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { addressAfter, type Address } from "../kernel/memory.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { type InterruptibleSolve, runInterruptible } from "./interruptible.ts";
import { isOpen, maxPlies } from "./outcome-values.ts";
import { countBytes, type CountExports, finishAndCount, sampledCounts } from "./histogram.ts";

/** Name and version of this solver, checked when a checkpoint is restored. */
export const OUTCOME_SOLVER = "retrograde 1";

/** After entries and counters: the level and its progress; also padding for vector reads beyond the end. */
const NOTES_BYTES = 64;
/** Maximum number of predecessors of an entry. */
const LIST_ENTRIES = 65_536;
const MAX_MOVES = 254;
const PROGRESS_INTERVAL_MS = 200;
/** Measured share of counting moves in the whole work; used only for the estimate of the remaining time. */
const COUNTING_SHARE = 0.3;

/** The templates of outcome.as.ts. */
export interface OutcomeExports extends CountExports {
  startOutcomes(values: Address, counters: Address, next: Address): number;
  drawOpenOutcomes(table: Address, start: number, end: number): void;
  propagateOutcomes(values: Address, counters: Address, next: Address, level: number, list: Address): number;
}

export interface OutcomeGame {
  readonly kernel: Kernel<OutcomeExports>;
  readonly entries: number;
  readonly runs: number;
  /** The encoding if it is not "outcome": "turns" if the kernel counts turns. */
  readonly values?: "turns";
  /** The calls that set up a thread; regions from `allocate` are freed at the end. */
  prepareThread(allocate: (bytes: number) => Address): readonly KernelCall[];
}

export interface SolvedOutcomes {
  /** Address of the entries, encoded as in outcome-values.ts. */
  readonly table: Address;
  readonly histogram: readonly number[];
  /** Plies of the longest win or loss. */
  readonly plies: number;
  readonly cpuMilliseconds: number;
  release(): void;
}

/** Memory of a solve in bytes, table included; also the size of a checkpoint. */
export function outcomeMemory(entries: number): number {
  return 4 * Math.ceil(entries / 2) + NOTES_BYTES;
}

/** The parts of a checkpoint: entries, counters, and the level, its next run, entries found at the level and at all levels before. */
export function outcomeState<B extends ArrayBufferLike>(
  entries: number,
  state: Uint8Array<B>,
): { readonly table: Uint8Array<B>; readonly counters: Uint8Array<B>; readonly notes: DataView } {
  return {
    table: state.subarray(0, entries),
    counters: state.subarray(entries, 2 * entries),
    notes: new DataView(state.buffer, state.byteOffset + outcomeMemory(entries) - NOTES_BYTES, NOTES_BYTES),
  };
}

export function solveOutcomes(game: OutcomeGame, options: SolveOptions): Promise<SolvedOutcomes> {
  return runInterruptible(new OutcomeSolve(game, options));
}

class OutcomeSolve implements InterruptibleSolve<SolvedOutcomes> {
  readonly #game: OutcomeGame;
  readonly #options: SolveOptions;
  /** Entries, then counters, then notes: the whole state of a solve, as saved in a checkpoint. */
  readonly #table: Address;
  readonly #counters: Address;
  readonly #notes: Address;
  readonly #regions: Address[] = [];
  readonly #next: Address;
  readonly #counts: Address;
  readonly #lists: Address;
  readonly #pool: KernelPool;
  /** Plies of the outcomes being propagated; -1 while moves are counted. */
  #level = -1;
  /** Entries found at this level, and at all levels before; while moves are counted, the largest number of moves. */
  #found = 0;
  #settled = 0;

  constructor(game: OutcomeGame, options: SolveOptions) {
    this.#game = game;
    this.#options = options;
    const { memory } = game.kernel;
    this.#table = memory.allocateZeroed(outcomeMemory(game.entries));
    this.#counters = addressAfter(this.#table, game.entries);
    this.#notes = addressAfter(this.#table, outcomeMemory(game.entries) - NOTES_BYTES);
    const allocate = (bytes: number): Address => {
      const region = memory.allocate(bytes);
      this.#regions.push(region);
      return region;
    };
    this.#next = allocate(4);
    this.#counts = allocate(countBytes(options.threads));
    this.#lists = allocate(4 * LIST_ENTRIES * options.threads);
    disableBaselineCompiler();
    this.#pool = game.kernel.startPool(options.threads, () => game.prepareThread(allocate));
  }

  async run(): Promise<SolvedOutcomes> {
    if (await this.#options.checkpoint?.restore(this.#state())) this.#readNotes();
    else this.#begin(-1);
    if (this.#level < 0) {
      await this.#countMoves();
      this.#begin(0);
    }
    for (await this.#propagate(); this.#found > 0; await this.#propagate()) {
      const most = maxPlies(this.#game.values ?? "outcome");
      if (this.#level > most) {
        throw new GameloreError("too-large", `outcomes of more than ${most} plies do not fit into one byte`);
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

  /** Saves a checkpoint unless nothing is done yet. */
  async save(): Promise<void> {
    if (this.#level < 0 && this.#shareOfRuns() === 0) return;
    this.#writeNotes();
    await this.#options.checkpoint?.save(this.#state());
  }

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
    await this.#processRuns(
      () => this.#game.kernel.calls.startOutcomes(this.#table, this.#counters, this.#next),
      () => ({ phase: "counting moves", done: COUNTING_SHARE * this.#shareOfRuns() }),
      (most) => (this.#found = Math.max(this.#found, ...most)),
    );
    if (this.#found > MAX_MOVES) {
      throw new GameloreError(
        "too-large",
        `a position has ${plural(this.#found, "move")}; a one-byte counter allows ${MAX_MOVES}`,
      );
    }
  }

  async #propagate(): Promise<void> {
    await this.#processRuns(
      (list) => this.#game.kernel.calls.propagateOutcomes(this.#table, this.#counters, this.#next, this.#level, list),
      () => ({
        phase: `outcomes in ${formatPlies(this.#level)}`,
        done: Math.min(0.99, COUNTING_SHARE + (1 - COUNTING_SHARE) * (this.#settled / this.#game.entries)),
        counts: () => this.#countsSoFar(),
      }),
      (found) => (this.#found += found.reduce((sum, count) => sum + (count >>> 0), 0)),
    );
  }

  /** Processes the remaining runs. For a checkpoint all threads stop: entries and counters are consistent only between runs. */
  async #processRuns(
    call: (list: Address) => KernelCall,
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

  #shareOfRuns(): number {
    const taken = Atomics.load(this.#game.kernel.memory.words(this.#next, 1), 0) >>> 0;
    return Math.min(1, taken / this.#game.runs);
  }

  /** One call on every thread, each with its own list, until all runs are done or a checkpoint is due. */
  async #onAllThreads(call: (list: Address) => KernelCall, progress: () => SolveProgress): Promise<number[]> {
    const { signal, threads, onProgress, checkpoint } = this.#options;
    const pause = new AbortController();
    const stop = signal ? AbortSignal.any([signal, pause.signal]) : pause.signal;
    onProgress?.(progress());
    const timer = setInterval(() => {
      onProgress?.(progress());
      if (checkpoint?.due()) pause.abort();
    }, PROGRESS_INTERVAL_MS);
    try {
      const calls = Array.from({ length: threads }, (_, thread) =>
        call(addressAfter(this.#lists, 4 * LIST_ENTRIES * thread)),
      );
      return await Promise.all(calls.map((each) => this.#pool.run([each], { signal: stop })));
    } finally {
      clearInterval(timer);
    }
  }

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
      finish: this.#game.kernel.calls.drawOpenOutcomes,
    });
  }
}
