/** All distinct turns of a side with their outcomes: where each moved piece ends. Iterates over them on one board, which is changed and restored. */
import { TurnOutcome } from "../../../build/layouts/games/arimaa/rat/outcomes.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Turn } from "../board.ts";
import { EMPTY } from "./graphs/board.ts";
import type { Cells, RatKernel } from "./rat-kernel.ts";
import { CAPTURES_ONLY, GONE, MAX_MOVED, WITH_RISKS } from "./constants.ts";

/** The outcome of a turn. The arrays are reused for the next turn. */
export interface Outcome {
  readonly turn: Turn;
  readonly steps: number;
  /** The number of pieces that end on another square or are captured (`GONE`). */
  readonly moved: number;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly piece: Uint8Array;
  readonly before: Cells;
  readonly after: Cells;
  /** Squares of own pieces that may be capturable afterwards; not available in lists of all turns. */
  inDanger(): number[];
}

export type OutcomeFlags = "all" | "captures" | "risks";
/** Captures include risks: they are few, and possible recaptures decide which is best. */
const FLAGS: Readonly<Record<OutcomeFlags, number>> = {
  all: 0,
  captures: CAPTURES_ONLY | WITH_RISKS,
  risks: WITH_RISKS,
};

const OFFSETS = TurnOutcome.OFFSETS;

export class OutcomeList {
  readonly count: number;
  readonly before: Cells;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #flip: number;

  constructor(kernel: RatKernel, position: Position, side: number, cells: Cells, steps: number, flags: OutcomeFlags) {
    this.#bytes = kernel.outcomes(position, side, steps, FLAGS[flags]).slice();
    this.#view = new DataView(this.#bytes.buffer);
    this.count = this.#bytes.length / TurnOutcome.BYTES;
    this.before = cells;
    this.#flip = side === 0 ? 56 : 0;
  }

  /** Calls `visit` with every turn, fewest steps first. */
  each(visit: (outcome: Outcome) => void): void {
    const after = this.before.slice();
    const current = new MutableOutcome(this.before, after, this.#view, this.#flip);
    for (let i = 0; i < this.count; i++) {
      current.load(this.#bytes, i * TurnOutcome.BYTES);
      visit(current);
      current.restore();
    }
  }
}

class MutableOutcome implements Outcome {
  turn = 0;
  steps = 0;
  moved = 0;
  readonly from: Uint8Array = new Uint8Array(MAX_MOVED);
  readonly to: Uint8Array = new Uint8Array(MAX_MOVED);
  readonly piece: Uint8Array = new Uint8Array(MAX_MOVED);
  readonly before: Cells;
  readonly after: Cells;
  readonly #view: DataView;
  readonly #flip: number;
  #at = 0;

  constructor(before: Cells, after: Cells, view: DataView, flip: number) {
    this.before = before;
    this.after = after;
    this.#view = view;
    this.#flip = flip;
  }

  load(bytes: Uint8Array, at: number): void {
    const { from, to, piece, before, after } = this;
    this.#at = at;
    this.turn = this.#view.getUint32(at + OFFSETS.turn, true);
    this.steps = bytes[at + OFFSETS.steps]!;
    this.moved = bytes[at + OFFSETS.moved]!;
    for (let i = 0; i < this.moved; i++) {
      const square = bytes[at + OFFSETS.from + i]!;
      from[i] = square;
      to[i] = bytes[at + OFFSETS.to + i]!;
      piece[i] = before[square]!;
      after[square] = EMPTY;
    }
    for (let i = 0; i < this.moved; i++) if (to[i]! !== GONE) after[to[i]!] = piece[i]!;
  }

  restore(): void {
    const { from, to, before, after } = this;
    for (let i = 0; i < this.moved; i++) {
      after[from[i]!] = before[from[i]!]!;
      if (to[i]! !== GONE) after[to[i]!] = before[to[i]!]!;
    }
  }

  inDanger(): number[] {
    const squares: number[] = [];
    for (let byte = 0; byte < 8; byte++) {
      for (let bits = this.#view.getUint8(this.#at + OFFSETS.inDanger + byte); bits !== 0; bits &= bits - 1)
        squares.push((8 * byte + 31 - Math.clz32(bits & -bits)) ^ this.#flip);
    }
    return squares;
  }
}
