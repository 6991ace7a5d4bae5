/** A two-player game's kernel as its rules use it: copies positions into and out of memory, generates and plays moves, starts threads. */
import type { Move, Position, Scores } from "../contracts/game.ts";
import type { KernelCall } from "./call.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelPool } from "./pool.ts";
import { threadCount } from "./threads.ts";

/** Indexed by the kernel's result codes: ONGOING, FIRST_WINS, SECOND_WINS, DRAW (rules.as.ts). */
const SCORES: readonly (Scores | null)[] = [null, [1, 0], [0, 1], [0.5, 0.5]];

export class StateKernel {
  readonly kernel: Kernel;
  readonly stateBytes: number;
  readonly #prepareThread: () => readonly KernelCall[];
  readonly #state: number;
  readonly #list: number;
  readonly #weights: number;
  #pool: KernelPool | null = null;

  /** `prepareThread` returns the calls that set up a thread, and allocates the thread's own regions. */
  constructor(kernel: Kernel, prepareThread: () => readonly KernelCall[] = () => []) {
    this.kernel = kernel;
    this.#prepareThread = prepareThread;
    for (const [name, ...args] of prepareThread()) kernel.call(name, ...args);
    this.stateBytes = kernel.call("stateBytes");
    this.#state = kernel.memory.allocate(this.stateBytes);
    this.#list = kernel.memory.allocate(4 * kernel.call("maxMoves"));
    this.#weights = kernel.memory.allocate(4 * kernel.call("maxMoves"));
  }

  /** Copies a position into memory and calls an export with its address as first argument. */
  call(name: string, position: Position, ...args: number[]): number {
    this.kernel.memory.bytes(this.#state, this.stateBytes).set(position);
    return this.kernel.call(name, this.#state, ...args);
  }

  turn(position: Position): number {
    return this.call("turn", position);
  }

  moves(position: Position): Move[] {
    const count = this.call("moves", position, this.#list);
    return [...this.kernel.memory.words(this.#list, count)];
  }

  /** Whether this is a chance node. This and the next method need a kernel with `ChanceRules`. */
  chanceMoves(position: Position): boolean {
    return this.call("chanceMoves", position) !== 0;
  }

  /** Probabilities of the chance moves, in the order of `moves`; empty if this is not a chance node. */
  chanceProbabilities(position: Position): number[] {
    if (!this.chanceMoves(position)) return [];
    const count = this.call("outcomes", position, this.#list, this.#weights);
    const weights = [...this.kernel.memory.words(this.#weights, count)];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }

  play(position: Position, move: Move): Position {
    return this.after("play", position, move);
  }

  /** The position after an export has modified it. */
  after(name: string, position: Position, ...args: number[]): Position {
    this.call(name, position, ...args);
    return this.kernel.memory.bytes(this.#state, this.stateBytes).slice();
  }

  /** The moves of one player at a simultaneous node. This and the next method need a kernel with `SimultaneousRules`. */
  movesOf(position: Position, player: number): Move[] {
    const count = this.call("movesOf", position, player, this.#list);
    return [...this.kernel.memory.words(this.#list, count)];
  }

  /** The position after a move of each player. */
  playBoth(position: Position, [first, second]: readonly Move[]): Position {
    this.call("playBoth", position, first as Move, second as Move);
    return this.kernel.memory.bytes(this.#state, this.stateBytes).slice();
  }

  result(position: Position): Scores | null {
    return SCORES[this.call("result", position)] as Scores | null;
  }

  perft(position: Position, depth: number): number {
    const scratch = this.kernel.memory.allocate(this.kernel.call("perftScratchBytes", depth));
    try {
      return this.call("perft", position, depth, scratch);
    } finally {
      this.kernel.memory.free(scratch);
    }
  }

  /** Search threads, started on first use. */
  pool(): KernelPool {
    this.#pool ??= this.kernel.startPool(threadCount(), () => this.#prepareThread());
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }
}
