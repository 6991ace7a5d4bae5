/** A small game for the tests of this folder: Chinese Checkers by direct kernel calls, and a reference minimax. */
import type { Exports } from "../../../build/kernels/chinese-checkers.ts";
import type { OpenGame } from "../../../engine/contracts/game.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import { Kernel } from "../../../engine/kernel/kernel.ts";
import type { KernelPool } from "../../../engine/kernel/pool.ts";
import type { SearchContext } from "../../../engine/search/context.ts";
import type { SeededRandom } from "../../../engine/random/seeded.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { writeEvaluation } from "../evaluation-block.ts";
import { EvaluationRecord } from "../../../build/layouts/games/chinese-checkers/evaluation.ts";
import { Notation } from "../notation.ts";

export const WIN_FILLED = 0;
export const WIN_ALL = 1;

export interface Variant {
  readonly side: number;
  readonly pieces: number;
  readonly win: number;
}

export class TestGame {
  readonly kernel: Kernel<Exports> = new Kernel<Exports>("chinese-checkers");
  readonly cells: number;
  readonly stop: Address;
  readonly #pieces: number;
  readonly #state: Address;
  readonly #list: Address;
  readonly #setVariantOn: (thread: Address) => KernelCall;
  readonly #evaluation: Address;
  readonly #threads: number;
  #pool: KernelPool | null = null;

  constructor({ side, pieces, win }: Variant, threads = 1) {
    const { kernel } = this;
    const memory = kernel.memory;
    this.cells = side * side;
    this.#pieces = pieces;
    this.#threads = threads;
    const board = memory.allocate(kernel.exports.boardBytes());
    kernel.exports.buildBoard(board, side);
    this.#setVariantOn = (thread) => kernel.calls.setVariant(board, side, pieces, win, 0, 0, thread);
    this.stop = memory.allocate(4);
    memory.words(this.stop, 1)[0] = 0;
    kernel.exports.setStop(this.stop);
    this.#evaluation = memory.allocate(EvaluationRecord.BYTES);
    const cells = new Notation(side).coordinates.map(([a, b]) => 2 * (a + b));
    writeEvaluation(memory, this.#evaluation, { tempo: 1, cells, behind: 0, lookups: [] });
    kernel.run([this.#setVariant(), this.setSearch()]);
    this.#state = memory.allocate(kernel.exports.stateBytes());
    this.#list = memory.allocate(4 * kernel.exports.maxMoves());
  }

  #setVariant(): KernelCall {
    const { kernel } = this;
    const thread = kernel.memory.allocate(kernel.exports.threadBytes());
    kernel.memory.bytes(thread, kernel.exports.threadBytes()).fill(0);
    return this.#setVariantOn(thread);
  }

  /** All moves, evaluation by rows. */
  setSearch(randomPercent = 20): KernelCall {
    return this.kernel.calls.setSearch(0, this.#evaluation, randomPercent);
  }

  pool(): KernelPool {
    return (this.#pool ??= this.kernel.startPool(this.#threads, () => [this.#setVariant()]));
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  position(first: readonly number[], second: readonly number[], turn = 0): Position {
    const position = new Uint8Array(this.kernel.exports.stateBytes());
    for (const cell of first) position[cell >> 3]! |= 1 << (cell & 7);
    for (const cell of second) position[16 + (cell >> 3)]! |= 1 << (cell & 7);
    position[32] = turn;
    return position;
  }

  initial(): Position {
    const home = Array.from({ length: this.#pieces }, (_, i) => i);
    return this.position(
      home.map((i) => this.cells - 1 - i),
      home,
    );
  }

  #at(position: Position): Address {
    this.kernel.memory.bytes(this.#state, position.length).set(position);
    return this.#state;
  }

  turn(position: Position): number {
    return this.kernel.exports.turn(this.#at(position));
  }

  moves(position: Position): Move[] {
    const count = this.kernel.exports.moves(this.#at(position), this.#list);
    return [...this.kernel.memory.words(this.#list, count)] as Move[];
  }

  play(position: Position, move: Move): Position {
    this.kernel.exports.play(this.#at(position), move);
    return this.kernel.memory.bytes(this.#state, position.length).slice();
  }

  /** 0 for an unfinished game, 1 or 2 for the winner, 3 for a draw. */
  result(position: Position): number {
    return this.kernel.exports.result(this.#at(position));
  }

  evaluate(position: Position): number {
    return this.kernel.exports.evaluate(this.#at(position));
  }

  /** The position after a number of random moves, but before the end of the game. */
  randomPosition(random: SeededRandom, plies: number): Position {
    let position = this.initial();
    for (let i = 0; i < plies; i++) {
      const next = this.play(position, random.pick(this.moves(position)));
      if (this.result(next) !== 0) break;
      position = next;
    }
    return position;
  }

  /** Reference minimax; a win loses value with every ply. */
  minimax(position: Position, depth: number, ply = 0): number {
    const result = this.result(position);
    if (result === 3) return 0;
    if (result !== 0) return result - 1 === this.turn(position) ? WIN_VALUE - ply : ply - WIN_VALUE;
    if (depth === 0) return this.evaluate(position);
    const values = this.moves(position).map((move) => -this.minimax(this.play(position, move), depth - 1, ply + 1));
    return Math.max(...values);
  }

  context(): SearchContext<Exports> {
    const rules = {
      formatMove: (_: Position, move: Move) => String(move),
      initial: () => this.initial(),
      actors: (position: Position) => (this.result(position) === 0 ? [this.turn(position)] : []),
      moves: (position: Position) => this.moves(position),
      play: (position: Position, [move]: readonly Move[]) => this.play(position, move as Move),
      result: (position: Position) => {
        const result = this.result(position);
        return result === 0 ? null : result === 3 ? [0.5, 0.5] : result === 1 ? [1, 0] : [0, 1];
      },
    };
    return {
      rules: rules as unknown as OpenGame,
      kernel: this.kernel,
      pool: () => this.pool(),
      searchSetup: async (parameters) => ({
        calls: [this.setSearch(Number(parameters.random ?? 20))],
        unit: "half rows",
        perUnit: 1,
      }),
      extraParameters: [],
    };
  }
}
