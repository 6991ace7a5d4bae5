/** Rat's kernel calls: positions after turns, outcomes of all turns of a side, goals and defences against them. */
import { TurnOutcome } from "../../../build/layouts/games/arimaa/rat/outcomes.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { Board, Turn } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { BOARD_BYTES, COLOURS, HASH, KINDS, SIDE, STATE_BYTES } from "../layout.ts";
import { SQUARES } from "./graphs/board.ts";
import { MAX_DEFENCES, MAX_OUTCOMES } from "./constants.ts";

/** The contents of the squares from a8, as in the graphs: the side in question is gold and moves north. */
export type Cells = Uint8Array;

const NO_WINNER = -1;

/** The goal cache, one region per kernel. The kernel keeps using it, so it is never freed. */
const goalRegions = new WeakMap<Board, Address>();

function goalRegion(board: Board): Address {
  const { kernel } = board;
  const region = goalRegions.get(board) ?? kernel.memory.allocateZeroed(kernel.exports.ratGoalBytes());
  goalRegions.set(board, region);
  return region;
}

export class RatKernel {
  readonly board: Board;
  readonly #state: Address;
  readonly #workspace: Address;
  readonly #outcomes: Address;
  readonly #defences: Address;
  readonly #goals: Address;

  constructor(board: Board) {
    const { memory } = board.kernel;
    this.board = board;
    this.#state = memory.allocate(STATE_BYTES);
    this.#workspace = memory.allocateZeroed(board.kernel.exports.ratWorkspaceBytes());
    this.#outcomes = memory.allocate(MAX_OUTCOMES * TurnOutcome.BYTES);
    this.#defences = memory.allocate(4 * MAX_DEFENCES);
    this.#goals = goalRegion(board);
  }

  /** The placement after some steps, with `side` to move. */
  after(position: Position, turn: Turn, side: number): Position {
    this.#put(position);
    this.board.kernel.exports.makeTurn(this.#state, turn);
    return this.#take(side);
  }

  /** The same placement with `side` to move. */
  asSide(position: Position, side: number): Position {
    if (position[SIDE] === side) return position;
    this.#put(position);
    return this.#take(side);
  }

  #take(side: number): Position {
    this.board.kernel.exports.beginTurn(this.#state, side);
    return this.board.kernel.memory.bytes(this.#state, STATE_BYTES).slice();
  }

  /** The winner after `mover` has ended a turn; null if the game continues. */
  winnerAfter(position: Position, mover: number): number | null {
    this.#put(position);
    const winner = this.board.kernel.exports.winnerAfter(this.#state, mover);
    return winner === NO_WINNER ? null : winner;
  }

  goalTurn(position: Position, side: number, steps: number): Turn | null {
    this.#put(position);
    const turn = this.board.kernel.exports.quickGoalTurn(this.#state, side, steps, this.#workspace, this.#goals) >>> 0;
    // The turn found is a shortest one.
    return turn === 0 || stepsIn(turn) > steps ? null : turn;
  }

  /** Turns of a side after which the other has no goal; empty if it has none anyway. */
  goalDefences(position: Position, side: number, steps: number, most: number = MAX_DEFENCES): Turn[] {
    this.#put(position);
    const { kernel } = this.board;
    const places = [this.#workspace, this.#goals, this.#defences] as const;
    const count = kernel.exports.listGoalDefences(this.#state, side, steps, most, ...places);
    return Array.from(kernel.memory.words(this.#defences, count), (turn) => turn >>> 0);
  }

  /** False only if a side cannot capture anything within `steps` steps. */
  mayCapture(position: Position, side: number, steps: number): boolean {
    this.#put(position);
    return this.board.kernel.exports.mayCapture(this.#state, side, steps) !== 0;
  }

  /** The outcomes of all distinct turns of a side, a `TurnOutcome` each; valid until the next call. */
  outcomes(position: Position, side: number, steps: number, flags: number): Uint8Array {
    this.#put(position);
    const { kernel } = this.board;
    const flip = side === 0 ? 56 : 0;
    const count = kernel.exports.listOutcomes(this.#state, side, steps, flip, flags, this.#workspace, this.#outcomes);
    return kernel.memory.bytes(this.#outcomes, count * TurnOutcome.BYTES);
  }

  #put(position: Position): void {
    this.board.kernel.memory.bytes(this.#state, STATE_BYTES).set(position);
  }

  close(): void {
    for (const start of [this.#state, this.#workspace, this.#outcomes, this.#defences])
      this.board.kernel.memory.free(start);
  }
}

export function stepsIn(turn: Turn): number {
  return turn === 0 ? 0 : Math.min(MAX_STEPS, 4 - (Math.clz32(turn) >> 3));
}

export function samePlacement(one: Position, other: Position): boolean {
  for (let i = HASH; i < BOARD_BYTES; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** The contents of the squares from the view of a side. */
export function cellsOf(position: Position, side: number): Cells {
  const cells = new Uint8Array(SQUARES);
  const flip = side === 0 ? 56 : 0;
  for (let kind = 0; kind < 6; kind++) {
    for (let byte = 0; byte < 8; byte++) {
      let bits = position[KINDS + 8 * kind + byte] as number;
      const own = position[COLOURS + 8 * side + byte] as number;
      for (; bits !== 0; bits &= bits - 1) {
        const lowest = bits & -bits;
        const square = 8 * byte + 31 - Math.clz32(lowest);
        cells[square ^ flip] = kind + 1 + ((own & lowest) !== 0 ? 0 : 6);
      }
    }
  }
  return cells;
}
