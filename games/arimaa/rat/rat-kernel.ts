/** The kernel as Rat uses it: positions after turns, what becomes of the pieces by each turn of a side, goals and what stops them. */
import type { Position } from "../../../engine/contracts/game.ts";
import type { Board, Turn } from "../board.ts";
import { BOARD_BYTES, COLOURS, HASH, KINDS, MAX_STEPS, SIDE, STATE_BYTES, TURN_BYTES } from "../layout.ts";
import { SQUARES } from "./graphs/board.ts";
import { MAX_DEFENCES, MAX_OUTCOMES, OUTCOME_BYTES } from "./outcome-layout.ts";

/** What stands on the squares, as the graphs see it: the side in question is written as gold and goes north, a8 comes first. */
export type Cells = Uint8Array;

const NOBODY = -1;

/** Goals found so far, one region for each kernel: the kernel goes on using it, so it outlives who asked for it. */
const goalRegions = new WeakMap<Board, number>();

function goalRegion(board: Board): number {
  const { kernel } = board;
  const region = goalRegions.get(board) ?? kernel.memory.allocateZeroed(kernel.call("ratGoalBytes"));
  goalRegions.set(board, region);
  return region;
}

export class RatKernel {
  readonly board: Board;
  readonly #state: number;
  readonly #workspace: number;
  readonly #outcomes: number;
  readonly #defences: number;
  readonly #goals: number;

  constructor(board: Board) {
    const { memory } = board.kernel;
    this.board = board;
    this.#state = memory.allocate(STATE_BYTES);
    this.#workspace = memory.allocateZeroed(board.kernel.call("ratWorkspaceBytes"));
    this.#outcomes = memory.allocate(MAX_OUTCOMES * OUTCOME_BYTES);
    this.#defences = memory.allocate(4 * MAX_DEFENCES);
    this.#goals = goalRegion(board);
  }

  /** The placement after some steps, with `side` to begin a turn. */
  after(position: Position, turn: Turn, side: number): Position {
    this.#put(position);
    this.board.kernel.call("makeTurn", this.#state, turn);
    return this.#take(side);
  }

  /** The same placement with another side to begin a turn. */
  asSide(position: Position, side: number): Position {
    if (position[SIDE] === side) return position;
    this.#put(position);
    return this.#take(side);
  }

  #take(side: number): Position {
    this.board.kernel.call("beginTurn", this.#state, side);
    return this.board.kernel.memory.bytes(this.#state, STATE_BYTES).slice();
  }

  /** The mover who has just ended a turn, or the other: who has won; null where the game goes on. */
  winnerAfter(position: Position, mover: number): number | null {
    this.#put(position);
    const winner = this.board.kernel.call("winnerAfter", this.#state, mover);
    return winner === NOBODY ? null : winner;
  }

  goalTurn(position: Position, side: number, steps: number): Turn | null {
    this.#put(position);
    const turn = this.board.kernel.call("quickGoalTurn", this.#state, side, steps, this.#workspace, this.#goals) >>> 0;
    // Found with the fewest steps: where it needs more than are left there is none.
    return turn === 0 || stepsIn(turn) > steps ? null : turn;
  }

  /** Turns of a side after which the other has no goal; none too where it has none anyway. */
  goalDefences(position: Position, side: number, steps: number, most: number = MAX_DEFENCES): Turn[] {
    this.#put(position);
    const { kernel } = this.board;
    const places = [this.#workspace, this.#goals, this.#defences];
    const count = kernel.call("listGoalDefences", this.#state, side, steps, most, ...places);
    return Array.from(kernel.memory.words(this.#defences, count), (turn) => turn >>> 0);
  }

  /** Whether a side can perhaps capture something with so many steps. */
  mayCapture(position: Position, side: number, steps: number): boolean {
    this.#put(position);
    return this.board.kernel.call("mayCapture", this.#state, side, steps) !== 0;
  }

  /** What becomes of the pieces by each distinct turn of a side, as bytes (outcome-layout.ts); valid until asked again. */
  outcomes(position: Position, side: number, steps: number, flags: number): Uint8Array {
    this.#put(position);
    const { kernel } = this.board;
    const flip = side === 0 ? 56 : 0;
    const count = kernel.call("listOutcomes", this.#state, side, steps, flip, flags, this.#workspace, this.#outcomes);
    return kernel.memory.bytes(this.#outcomes, count * OUTCOME_BYTES);
  }

  /** The turn with the fewest steps to a placement; null where there is none. */
  turnTo(position: Position, steps: number, wanted: Position): Turn | null {
    const count = this.board.listTurns(position, steps);
    const { kernel } = this.board;
    const words = kernel.memory.words(kernel.call("turnList"), (count * TURN_BYTES) / 4);
    const hash = new DataView(wanted.buffer, wanted.byteOffset + HASH, 8);
    const [low, high] = [hash.getInt32(0, true), hash.getInt32(4, true)];
    for (let i = 0; i < words.length; i += TURN_BYTES / 4)
      if (words[i] === low && words[i + 1] === high) return (words[i + 2] as number) >>> 0;
    return null;
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

/** What stands where, seen from a side. */
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
