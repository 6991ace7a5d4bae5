/** Reference implementation of steps for the tests of the graphs: written from the rules in words, independent of the kernel. */
import type { Board, Cells } from "./board.ts";
import type { BeginTurn, TurnSoFar } from "./turn.ts";

const PIECES = ".RCDHMErcdhme";
const WAYS: readonly (readonly [letter: string, file: number, row: number])[] = [
  ["n", 0, -1],
  ["e", 1, 0],
  ["s", 0, 1],
  ["w", -1, 0],
];
const TRAP_SQUARES: readonly number[] = [18, 21, 42, 45];

interface Pending {
  readonly kind: "push" | "pull";
  /** The square that must be entered (push), or may be entered by the other side's piece (pull). */
  readonly square: number;
  /** The strength of the pushed piece, or of the one that pulls. */
  readonly strength: number;
}

function nameOf(square: number): string {
  return `${"abcdefgh"[square % 8]}${8 - (square >> 3)}`;
}

const AROUND: readonly (readonly { letter: string; to: number }[])[] = Array.from({ length: 64 }, (_, square) =>
  WAYS.map(([letter, file, row]) => ({ letter, file: (square % 8) + file, row: (square >> 3) + row }))
    .filter(({ file, row }) => file >= 0 && file < 8 && row >= 0 && row < 8)
    .map(({ letter, file, row }) => ({ letter, to: row * 8 + file })),
);

function around(square: number): readonly { letter: string; to: number }[] {
  return AROUND[square]!;
}

const strength = (content: number): number => (content === 0 ? 0 : ((content - 1) % 6) + 1);
const owner = (content: number): number => (content === 0 ? -1 : content > 6 ? 1 : 0);

export const referenceTurn: BeginTurn = (board: Board) =>
  new ReferenceTurn(board.cells, board.side === "gold" ? 0 : 1, 4, null, board.cells);

class ReferenceTurn implements TurnSoFar {
  readonly cells: Cells;
  readonly #mover: number;
  readonly #left: number;
  readonly #pending: Pending | null;
  readonly #first: Cells;

  constructor(cells: Cells, mover: number, left: number, pending: Pending | null, first: Cells) {
    this.cells = cells;
    this.#mover = mover;
    this.#left = left;
    this.#pending = pending;
    this.#first = first;
  }

  get key(): string {
    const { kind, square, strength } = this.#pending ?? { kind: "", square: 0, strength: 0 };
    return `${String.fromCharCode(...this.cells)} ${this.#left} ${kind}${square}${strength}`;
  }

  get mayEnd(): boolean {
    return this.#pending?.kind !== "push" && this.cells.some((content, square) => content !== this.#first[square]);
  }

  #frozen(square: number): boolean {
    const own = this.cells[square]!;
    const beside = around(square).map(({ to }) => this.cells[to]!);
    if (beside.some((other) => owner(other) === owner(own))) return false;
    return beside.some((other) => other !== 0 && strength(other) > strength(own));
  }

  next(): { text: string; turn: TurnSoFar }[] {
    if (this.#left === 0) return [];
    const steps: { text: string; turn: TurnSoFar }[] = [];
    for (let from = 0; from < 64; from++) {
      const content = this.cells[from]!;
      if (content === 0) continue;
      for (const { letter, to } of around(from)) {
        if (this.cells[to] !== 0) continue;
        const pending = owner(content) === this.#mover ? this.#own(from, to, letter) : this.#other(from, to);
        if (pending === "illegal") continue;
        steps.push(this.#after(from, to, letter, pending));
      }
    }
    return steps;
  }

  /** What an own step leaves pending, or "illegal". */
  #own(from: number, to: number, letter: string): Pending | null | "illegal" {
    const content = this.cells[from]!;
    if (this.#frozen(from)) return "illegal";
    if (this.#pending?.kind === "push")
      return to === this.#pending.square && strength(content) > this.#pending.strength ? null : "illegal";
    if (strength(content) === 1 && letter === (this.#mover === 0 ? "s" : "n")) return "illegal";
    return { kind: "pull", square: from, strength: strength(content) };
  }

  #other(from: number, to: number): Pending | null | "illegal" {
    const weak = strength(this.cells[from]!);
    if (this.#pending?.kind === "push") return "illegal";
    if (this.#pending?.kind === "pull" && to === this.#pending.square && this.#pending.strength > weak) return null;
    const pusher = around(from).some(
      ({ to: beside }) =>
        owner(this.cells[beside]!) === this.#mover && strength(this.cells[beside]!) > weak && !this.#frozen(beside),
    );
    return pusher && this.#left >= 2 ? { kind: "push", square: from, strength: weak } : "illegal";
  }

  #after(from: number, to: number, letter: string, pending: Pending | null): { text: string; turn: TurnSoFar } {
    const cells = this.cells.slice();
    const words = [`${PIECES[cells[from]!]}${nameOf(from)}${letter}`];
    cells[to] = cells[from]!;
    cells[from] = 0;
    for (const trap of TRAP_SQUARES) {
      const content = cells[trap]!;
      if (content === 0 || around(trap).some((each) => owner(cells[each.to]!) === owner(content))) continue;
      words.push(`${PIECES[content]}${nameOf(trap)}x`);
      cells[trap] = 0;
    }
    return { text: words.join(" "), turn: new ReferenceTurn(cells, this.#mover, this.#left - 1, pending, this.#first) };
  }
}
