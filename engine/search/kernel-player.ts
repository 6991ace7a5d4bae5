/** A player that searches in a kernel: it owns regions of the kernel's memory and uses threads of the pool. */
import { GameloreError } from "../contracts/errors.ts";
import { CHANCE, type Actor, type Position } from "../contracts/position.ts";
import type { ChooseOptions, Choice, Limits, Player, SearchInfo } from "../contracts/player.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { SearchContext } from "./context.ts";
import { tighter } from "./parameters.ts";
import { Regions } from "../kernel/regions.ts";
import type { Address } from "../kernel/memory.ts";
import { reportInfo } from "./info-reporter.ts";

export type RootOptions = Pick<ChooseOptions, "history" | "searchMoves" | "lines">;

/** A search algorithm in the kernel, for one player. */
export interface KernelSearch {
  /** Address of the state to search. */
  readonly state: Address;
  /** Time limit per move of the player's own parameters. */
  readonly milliseconds: number | undefined;
  /**
   * Writes the search request and returns its jobs, each a list of calls for one thread. `options` apply to the root.
   */
  request(limits: Limits, actor: Actor, options: RootOptions): readonly (readonly KernelCall[])[];
  /** Reads the result of the finished jobs. */
  answer(milliseconds: number, position: Position): Choice;
  /**
   * Info on the running search; null while there is none. The jobs write concurrently, so values may be inconsistent, but every
   * root move is legal.
   */
  currentInfo?(milliseconds: number, position: Position): SearchInfo | null;
  /** Preparation before a request. With a time limit for the move it must be short, and is part of that time. */
  ready?(milliseconds: number | undefined, signal?: AbortSignal): Promise<void>;
  /** Uses time before the first move. */
  prepare?(milliseconds: number | undefined, signal?: AbortSignal): Promise<void>;
  close?(): void;
}

type KernelGame = Pick<SearchContext, "rules" | "kernel" | "pool">;

export class KernelPlayer implements Player {
  readonly text: string;
  readonly #context: KernelGame;
  readonly #setup: readonly KernelCall[];
  readonly #search: KernelSearch;
  readonly #regions: Regions;
  readonly #closing = new AbortController();
  /** The regions serve one search at a time: each waits for the one before. */
  #busy: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    text: string,
    context: KernelGame,
    setup: readonly KernelCall[],
    makeSearch: (regions: Regions) => KernelSearch,
  ) {
    this.text = text;
    this.#context = context;
    this.#setup = setup;
    this.#regions = new Regions(context.kernel.memory);
    try {
      this.#search = makeSearch(this.#regions);
    } catch (error) {
      this.#regions.free();
      throw error;
    }
  }

  choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#choose(position, limits, options));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  prepare(_position: Position, limits: Limits, signal?: AbortSignal): Promise<void> {
    const done = this.#busy.then(() => this.#search.prepare?.(limits.milliseconds, this.#orClosing(signal)));
    this.#busy = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#busy;
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#search.close?.();
    this.#regions.free();
  }

  #orClosing(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.#closing.signal, signal]) : this.#closing.signal;
  }

  async #choose(
    position: Position,
    limits: Limits,
    { signal, actor, history, searchMoves, lines, onInfo }: ChooseOptions,
  ): Promise<Choice> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const { rules } = this.#context;
    if (rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    const [first] = rules.actors(position);
    if (first === undefined || first === CHANCE)
      throw new GameloreError("bad-position", "no player is to move: the position is a chance node");
    const began = performance.now();
    const most = tighter(this.#search.milliseconds, limits.milliseconds);
    await this.#search.ready?.(most, this.#orClosing(signal));
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const { memory } = this.#context.kernel;
    memory.bytes(this.#search.state, position.length).set(position);
    const jobs = this.#search.request(limits, actor ?? first, { history, searchMoves, lines });
    const started = performance.now();
    const left = most === undefined ? undefined : Math.max(1, most - (started - began));
    await reportInfo(
      onInfo,
      () => this.#search.currentInfo?.(performance.now() - started, position) ?? null,
      () => this.#run(jobs, left, signal),
    );
    const since = most === undefined ? started : began;
    return this.#search.answer(performance.now() - since, position);
  }

  /** Waits for all jobs; if one fails, the others are aborted. */
  async #run(
    jobs: readonly (readonly KernelCall[])[],
    milliseconds: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const pool = this.#context.pool();
    const failing = new AbortController();
    const options = {
      signal: AbortSignal.any([this.#closing.signal, failing.signal, ...(signal ? [signal] : [])]),
      // Jobs that wait for a thread share the time.
      milliseconds: milliseconds && milliseconds / Math.ceil(jobs.length / pool.size),
    };
    const outcomes = await Promise.allSettled(
      jobs.map((calls) =>
        pool.run([...this.#setup, ...calls], options).catch((error: unknown) => {
          failing.abort();
          throw error;
        }),
      ),
    );
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}
