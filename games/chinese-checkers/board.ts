/** The kernel set up for one board, on this thread and on others; states written to and read from its memory. */
import type { Position } from "../../engine/contracts/game.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { Notation, type Placement } from "./notation.ts";
import type { Variant } from "./options.ts";

const TURN_BYTE = 32;
const SIDE_BYTES = 16;

export class Board {
  readonly kernel: Kernel = new Kernel("chinese-checkers");
  readonly notation: Notation;
  readonly variant: Variant;
  readonly stateBytes: number;
  readonly #board: number;
  readonly #state: number;
  readonly #list: number;
  #pool: KernelPool | null = null;

  constructor(variant: Variant) {
    const { kernel } = this;
    this.variant = variant;
    this.notation = new Notation(variant.side);
    this.#board = kernel.memory.allocate(kernel.call("boardBytes"));
    kernel.call("buildBoard", this.#board, variant.side);
    const [name, ...args] = this.#prepareThread();
    kernel.call(name, ...args);
    this.stateBytes = kernel.call("stateBytes");
    this.#state = kernel.memory.allocate(this.stateBytes);
    this.#list = kernel.memory.allocate(4 * kernel.call("maxMoves"));
  }

  #prepareThread(): KernelCall {
    const { side, pieces, win, directions, stuck } = this.variant;
    const bytes = this.kernel.call("threadBytes");
    const thread = this.kernel.memory.allocate(bytes);
    this.kernel.memory.bytes(thread, bytes).fill(0);
    return ["setVariant", this.#board, side, pieces, win, directions, stuck, thread];
  }

  /** Threads that search; started when first asked for. */
  pool(): KernelPool {
    return (this.#pool ??= this.kernel.startPool(threadCount(), () => [this.#prepareThread()]));
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }

  state({ cells, turn }: Placement): Position {
    const state = new Uint8Array(this.stateBytes);
    cells.forEach((own, player) => {
      for (const cell of own) {
        const at = SIDE_BYTES * player + (cell >> 3);
        state[at] = (state[at] as number) | (1 << (cell & 7));
      }
    });
    state[TURN_BYTE] = turn;
    return state;
  }

  placement(position: Position): Placement {
    const cellsOf = (player: number): number[] =>
      this.notation.coordinates
        .map((_, cell) => cell)
        .filter((cell) => ((position[SIDE_BYTES * player + (cell >> 3)] as number) >> (cell & 7)) & 1);
    return { cells: [cellsOf(0), cellsOf(1)], turn: position[TURN_BYTE] as number };
  }

  /** Puts a state into memory and calls an export with its address first. */
  call(name: string, position: Position, ...args: number[]): number {
    this.kernel.memory.bytes(this.#state, this.stateBytes).set(position);
    return this.kernel.call(name, this.#state, ...args);
  }

  moves(position: Position): number[] {
    const count = this.call("moves", position, this.#list);
    return [...this.kernel.memory.words(this.#list, count)];
  }

  play(position: Position, move: number): Position {
    this.call("play", position, move);
    return this.kernel.memory.bytes(this.#state, this.stateBytes).slice();
  }

  perft(position: Position, depth: number): number {
    const scratch = this.kernel.memory.allocate(this.kernel.call("perftScratchBytes", depth));
    try {
      return this.call("perft", position, depth, scratch);
    } finally {
      this.kernel.memory.free(scratch);
    }
  }
}
