/** The kernel for TypeScript: lookup tables, legal moves, checks. */
import type { Exports } from "../../build/kernels/chess.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { MAX_MOVES } from "./constants.ts";

export class Board {
  readonly states: StateKernel<Exports>;
  readonly #list: Address;
  readonly #kernel: Kernel<Exports>;
  readonly #lookup: Address;

  constructor() {
    const kernel = new Kernel<Exports>("chess");
    const lookup = kernel.memory.allocate(kernel.exports.lookupBytes());
    kernel.exports.buildLookup(lookup);
    this.#kernel = kernel;
    this.#lookup = lookup;
    this.states = new StateKernel<Exports>(kernel, () => this.threadCalls());
    this.#list = kernel.memory.allocate(4 * MAX_MOVES);
  }

  /** The calls that set up a thread, with its own memory. */
  threadCalls(): KernelCall[] {
    const { calls, exports, memory } = this.#kernel;
    return [
      calls.useLookup(this.#lookup),
      calls.setProbeThread(memory.allocate(exports.probeThreadBytes())),
      calls.setEdbThread(memory.allocateZeroed(exports.edbThreadBytes())),
    ];
  }

  get kernel(): Kernel<Exports> {
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

  #movesFrom(name: "legalMoves" | "captureMoves", position: Position): Move[] {
    const count = this.kernel.exports[name](this.states.put(position), this.#list);
    return [...this.kernel.memory.words(this.#list, count)] as Move[];
  }

  play(position: Position, move: Move): Position {
    return this.states.play(position, move);
  }

  /** Whether the side to move is in check. */
  inCheck(position: Position): boolean {
    return this.kernel.exports.inCheck(this.states.put(position)) !== 0;
  }

  /** Squares of the pieces that give check. */
  checkers(position: Position): number[] {
    this.kernel.exports.writeCheckers(this.states.put(position), this.#list);
    const bitboard = this.kernel.memory.bytes(this.#list, 8);
    const squares = Array.from({ length: 64 }, (_, square) => square);
    return squares.filter((square) => ((bitboard[square >> 3] as number) >> (square & 7)) & 1);
  }

  isAttacked(position: Position, square: number, byColour: number): boolean {
    return this.kernel.exports.isAttacked(this.states.put(position), square, byColour) !== 0;
  }

  playNullMove(position: Position): Position {
    return this.states.after(position, (state) => this.kernel.exports.playNullMove(state));
  }

  /** The state with its hash, and without an en-passant square that allows no legal capture. */
  finished(position: Position): Position {
    return this.states.after(position, (state) => this.kernel.exports.finishState(state));
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
