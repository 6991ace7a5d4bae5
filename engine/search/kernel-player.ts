/** A player that searches in a kernel: it owns regions of the kernel's memory, and thinks on threads of the pool. */
import { GameloreError } from "../contracts/errors.ts";
import { CHANCE, type Actor, type Position } from "../contracts/game.ts";
import type { ChooseOptions, Choice, Limits, Player, SearchInfo } from "../contracts/player.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { SearchContext } from "./context.ts";
import { tighter } from "./parameters.ts";
import { Regions } from "../kernel/regions.ts";
import { reportInfo } from "./info-reporter.ts";

/** The game's positions before this one, as far as they are known, and the moves to choose among. */
export type RootOptions = Pick<ChooseOptions, "history" | "searchMoves">;

/** A search algorithm in the kernel, as one player uses it. */
export interface KernelSearch {
  /** Address of the state to search. */
  readonly state: number;
  /** Milliseconds for a move that the player's own parameters allow. */
  readonly milliseconds: number | undefined;
  /**
   * Writes the request for a choice and returns the jobs that carry it out, each a list of calls for one thread. `asking` has
   * what a search at the root may need to know.
   */
  request(limits: Limits, actor: Actor, asking: RootOptions): readonly (readonly KernelCall[])[];
  /** Reads the answer that the jobs have left. */
  answer(milliseconds: number, position: Position): Choice;
  /**
   * What the jobs have left so far; null where that is nothing yet. They write while this reads, so what belongs together may not agree for
   * the moment, but every move is one of the position's.
   */
  currentInfo?(milliseconds: number, position: Position): SearchInfo | null;
  /** What has to be known before the first request; its time does not count. */
  ready?(signal?: AbortSignal): Promise<void>;
  /** A use for time before the first move. */
  prepare?(milliseconds: number | undefined, signal?: AbortSignal): Promise<void>;
  close?(): void;
}

/** What such a player needs of a game. */
type KernelGame = Pick<SearchContext, "rules" | "kernel" | "pool">;

export class KernelPlayer implements Player {
  readonly text: string;
  readonly #context: KernelGame;
  readonly #setup: readonly KernelCall[];
  readonly #search: KernelSearch;
  readonly #regions: Regions;
  readonly #closing = new AbortController();
  /** The regions serve one choice at a time: each waits for the one before. */
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

  choose(position: Position, limits: Limits, asking: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#think(position, limits, asking));
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

  async #think(
    position: Position,
    limits: Limits,
    { signal, actor, history: past, searchMoves: only, onInfo: tell }: ChooseOptions,
  ): Promise<Choice> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const { rules } = this.#context;
    if (rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    const [first] = rules.actors(position);
    if (first === undefined || first === CHANCE)
      throw new GameloreError("bad-position", "chance is to move, no player");
    await this.#search.ready?.(this.#orClosing(signal));
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const { memory } = this.#context.kernel;
    memory.bytes(this.#search.state, position.length).set(position);
    const jobs = this.#search.request(limits, actor ?? first, { history: past, searchMoves: only });
    const started = performance.now();
    await reportInfo(
      tell,
      () => this.#search.currentInfo?.(performance.now() - started, position) ?? null,
      () => this.#run(jobs, tighter(this.#search.milliseconds, limits.milliseconds), signal),
    );
    return this.#search.answer(performance.now() - started, position);
  }

  /** All jobs have ended when this does, also where one fails: the others are then asked to stop. */
  async #run(
    jobs: readonly (readonly KernelCall[])[],
    milliseconds: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const pool = this.#context.pool();
    const failing = new AbortController();
    const options = {
      signal: AbortSignal.any([this.#closing.signal, failing.signal, ...(signal ? [signal] : [])]),
      // Jobs that have to wait for a thread share the time.
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
