/** The kernel for TypeScript: lookup tables, legal moves, checks. */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { MAX_MOVES } from "./layout.ts";

export class Board {
  readonly states: StateKernel;
  readonly #list: number;
  readonly #kernel: Kernel;
  readonly #lookup: number;

  constructor() {
    const kernel = new Kernel("chess");
    const lookup = kernel.memory.allocate(kernel.call("lookupBytes"));
    kernel.call("buildLookup", lookup);
    this.#kernel = kernel;
    this.#lookup = lookup;
    this.states = new StateKernel(kernel, () => this.threadCalls());
    this.#list = kernel.memory.allocate(4 * MAX_MOVES);
  }

  /** The calls that set up a thread, with its own memory. */
  threadCalls(): KernelCall[] {
    const { memory } = this.#kernel;
    return [
      ["useLookup", this.#lookup],
      ["setProbeThread", memory.allocate(this.#kernel.call("probeThreadBytes"))],
      ["setEdbThread", memory.allocateZeroed(this.#kernel.call("edbThreadBytes"))],
    ];
  }

  get kernel(): Kernel {
    return this.states.kernel;
  }

  /** Legal moves, also after a draw by clock or material. */
  legalMoves(position: Position): Move[] {
    return this.#movesFrom("legalMoves", position);
  }

  /** Captures and queen promotions; all evasions if the side to move is in check. */
  captureMoves(position: Position): Move[] {
    return this.#movesFrom("captureMoves", position);
  }

  #movesFrom(name: string, position: Position): Move[] {
    const count = this.states.call(name, position, this.#list);
    return [...this.kernel.memory.words(this.#list, count)];
  }

  play(position: Position, move: Move): Position {
    return this.states.play(position, move);
  }

  /** Whether the side to move is in check. */
  inCheck(position: Position): boolean {
    return this.states.call("inCheck", position) !== 0;
  }

  /** Squares of the pieces that give check. */
  checkers(position: Position): number[] {
    this.states.call("writeCheckers", position, this.#list);
    const bitboard = this.kernel.memory.bytes(this.#list, 8);
    const squares = Array.from({ length: 64 }, (_, square) => square);
    return squares.filter((square) => ((bitboard[square >> 3] as number) >> (square & 7)) & 1);
  }

  isAttacked(position: Position, square: number, byColour: number): boolean {
    return this.states.call("isAttacked", position, square, byColour) !== 0;
  }

  playNullMove(position: Position): Position {
    return this.#modified("playNullMove", position);
  }

  /** The state with its hash, and without an en-passant square that allows no legal capture. */
  finished(position: Position): Position {
    return this.#modified("finishState", position);
  }

  #modified(name: string, position: Position): Position {
    const at = this.#list;
    this.kernel.memory.bytes(at, position.length).set(position);
    this.kernel.call(name, at);
    return this.kernel.memory.bytes(at, position.length).slice();
  }

  async close(): Promise<void> {
    await this.states.close();
  }
}

let shared: Board | null = null;

/** A shared, stateless board for parsing and formatting. */
export function sharedBoard(): Board {
  shared ??= new Board();
  return shared;
}
