/** A two-player game's kernel as its rules use it: copies positions into and out of memory, generates and plays moves, starts threads. */
import type { Move, Position, Scores, PlayerNumber } from "../contracts/position.ts";
import type { Callable, KernelCall } from "./call.ts";
import type { Kernel } from "./kernel.ts";
import type { Address } from "./memory.ts";
import type { KernelPool } from "./pool.ts";
import { threadCount } from "./threads.ts";

/** Indexed by the kernel's result codes: ONGOING, FIRST_WINS, SECOND_WINS, DRAW (rules.as.ts). */
const SCORES: readonly (Scores | null)[] = [null, [1, 0], [0, 1], [0.5, 0.5]];

/** The exports of every kernel with states. */
export interface StateExports {
  stateBytes(): number;
  maxMoves(): number;
  result(state: Address): number;
}

/** In kernels with `Rules`: one player moves. */
interface TurnExports {
  turn(state: Address): number;
  moves(state: Address, out: Address): number;
  play(state: Address, move: Move): void;
  perftScratchBytes(depth: number): number;
  perft(state: Address, depth: number, scratch: Address): number;
}

/** In kernels with `ChanceRules`. */
interface ChanceExports {
  chanceMoves(state: Address): number;
  outcomes(state: Address, moves: Address, weights: Address): number;
}

/** In kernels with `SimultaneousRules`. */
interface SimultaneousExports {
  movesOf(state: Address, player: PlayerNumber, out: Address): number;
  playBoth(state: Address, first: Move, second: Move): void;
}

type AllExports = StateExports & TurnExports & ChanceExports & SimultaneousExports;

export class StateKernel<E extends StateExports = StateExports> {
  readonly kernel: Kernel<E>;
  readonly stateBytes: number;
  readonly #exports: Callable<AllExports>;
  readonly #prepareThread: () => readonly KernelCall[];
  readonly #state: Address;
  readonly #list: Address;
  readonly #weights: Address;
  #pool: KernelPool | null = null;

  /** `prepareThread` returns the calls that set up a thread, and allocates the thread's own regions. */
  constructor(kernel: Kernel<E>, prepareThread: () => readonly KernelCall[] = () => []) {
    this.kernel = kernel;
    this.#exports = kernel.exports as unknown as Callable<AllExports>;
    this.#prepareThread = prepareThread;
    kernel.run(prepareThread());
    this.stateBytes = this.#exports.stateBytes();
    this.#state = kernel.memory.allocate(this.stateBytes);
    this.#list = kernel.memory.allocate(4 * this.#exports.maxMoves());
    this.#weights = kernel.memory.allocate(4 * this.#exports.maxMoves());
  }

  /** Copies a position into kernel memory, for the next call of an export. */
  put(position: Position): Address {
    this.kernel.memory.bytes(this.#state, this.stateBytes).set(position);
    return this.#state;
  }

  /** The position after `change` has modified a copy of it in kernel memory. */
  after(position: Position, change: (state: Address) => void): Position {
    change(this.put(position));
    return this.kernel.memory.bytes(this.#state, this.stateBytes).slice();
  }

  turn(position: Position): PlayerNumber {
    return this.#exports.turn(this.put(position)) as PlayerNumber;
  }

  moves(position: Position): Move[] {
    return this.#listed(this.#exports.moves(this.put(position), this.#list));
  }

  /** Whether this is a chance node. This and the next method need a kernel with `ChanceRules`. */
  chanceMoves(position: Position): boolean {
    return this.#exports.chanceMoves(this.put(position)) !== 0;
  }

  /** Probabilities of the chance moves, in the order of `moves`; empty if this is not a chance node. */
  chanceProbabilities(position: Position): number[] {
    if (!this.chanceMoves(position)) return [];
    const count = this.#exports.outcomes(this.put(position), this.#list, this.#weights);
    const weights = [...this.kernel.memory.words(this.#weights, count)];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }

  play(position: Position, move: Move): Position {
    return this.after(position, (state) => this.#exports.play(state, move));
  }

  /** The moves of one player at a simultaneous node. This and the next method need a kernel with `SimultaneousRules`. */
  movesOf(position: Position, player: PlayerNumber): Move[] {
    return this.#listed(this.#exports.movesOf(this.put(position), player, this.#list));
  }

  /** The position after a move of each player. */
  playBoth(position: Position, [first, second]: readonly Move[]): Position {
    return this.after(position, (state) => this.#exports.playBoth(state, first as Move, second as Move));
  }

  result(position: Position): Scores | null {
    return SCORES[this.#exports.result(this.put(position))] as Scores | null;
  }

  perft(position: Position, depth: number): number {
    const scratch = this.kernel.memory.allocate(this.#exports.perftScratchBytes(depth));
    try {
      return this.#exports.perft(this.put(position), depth, scratch);
    } finally {
      this.kernel.memory.free(scratch);
    }
  }

  #listed(count: number): Move[] {
    return [...this.kernel.memory.words(this.#list, count)] as Move[];
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
