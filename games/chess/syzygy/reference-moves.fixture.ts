/** Reference move generation for small endings: no bitboards, independent of the kernel. Pieces are slots with a code each. */

/** Codes of the table files: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king, plus 8 for Black. */
const LETTERS = " PNBRQK";
export const GONE = -1;

const KNIGHT_STEPS = [-17, -15, -10, -6, 6, 10, 15, 17];
const ROOK_STEPS = [-8, -1, 1, 8];
const BISHOP_STEPS = [-9, -7, 7, 9];
const ALL_STEPS = [...ROOK_STEPS, ...BISHOP_STEPS];
const STEPS: readonly (readonly number[])[] = [[], [], KNIGHT_STEPS, BISHOP_STEPS, ROOK_STEPS, ALL_STEPS, ALL_STEPS];
const SLIDES = [false, false, false, true, true, true, false];

/** Rays by kind and square, nearest square first. */
const RAYS: readonly (readonly (readonly number[])[])[][] = STEPS.map((steps, kind) =>
  Array.from({ length: 64 }, (_, from) =>
    steps
      .map((step) => {
        const ray: number[] = [];
        for (let at = from; ;) {
          const next = at + step;
          if (next < 0 || next > 63 || Math.abs((next & 7) - (at & 7)) > 2) break;
          ray.push(next);
          at = next;
          if (!SLIDES[kind]) break;
        }
        return ray;
      })
      .filter((ray) => ray.length > 0),
  ),
);

export function colourOf(code: number): number {
  return code >> 3;
}

export function codesOf(material: string): number[] {
  const [white = "", black = ""] = material.split("v");
  return [...white]
    .map((letter) => LETTERS.indexOf(letter))
    .concat([...black].map((letter) => LETTERS.indexOf(letter) + 8));
}

/** The material name of a table. */
export function materialName(codes: readonly number[]): string {
  const side = (colour: number): string =>
    [..."KQRBNP"]
      .map((letter) => letter.repeat(codes.filter((code) => code === LETTERS.indexOf(letter) + 8 * colour).length))
      .join("");
  return `${side(0)}v${side(1)}`;
}

export interface ReferenceMove {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
  /** The captured slot, or GONE. */
  readonly captured: number;
  /** The code after the move. */
  readonly code: number;
  readonly doublePush: boolean;
  /** A capture or a pawn move. */
  readonly zeroing: boolean;
}

/** Pieces on a board; `place` sets their squares. */
export class ReferenceBoard {
  readonly codes: number[];
  readonly squares: number[];
  /** The slot on each square, or GONE. */
  readonly slots: Int8Array = new Int8Array(64).fill(GONE);

  constructor(codes: readonly number[]) {
    this.codes = [...codes];
    this.squares = codes.map(() => GONE);
  }

  /** False if two pieces share a square, or a pawn is on the first or last rank. */
  place(squares: ArrayLike<number>): boolean {
    for (const square of this.squares) if (square !== GONE) this.slots[square] = GONE;
    this.squares.fill(GONE);
    for (let slot = 0; slot < this.codes.length; slot++) {
      const square = squares[slot] as number;
      if (square === GONE) continue;
      if (this.slots[square] !== GONE) return false;
      if (((this.codes[slot] as number) & 7) === 1 && (square < 8 || square > 55)) return false;
      this.squares[slot] = square;
      this.slots[square] = slot;
    }
    return true;
  }

  attacks(slot: number, target: number): boolean {
    const from = this.squares[slot] as number;
    if (from < 0) return false;
    const code = this.codes[slot] as number;
    const files = (target & 7) - (from & 7);
    const ranks = (target >> 3) - (from >> 3);
    const wide = Math.abs(files);
    const high = Math.abs(ranks);
    const kind = code & 7;
    if (kind === 1) return wide === 1 && ranks === (code < 8 ? 1 : -1);
    if (kind === 2) return wide * high === 2;
    if (kind === 6) return Math.max(wide, high) === 1;
    const straight = wide === 0 || high === 0;
    const diagonal = wide === high;
    if (from === target || (kind === 3 && !diagonal) || (kind === 4 && !straight) || !(straight || diagonal))
      return false;
    const step = Math.sign(files) + 8 * Math.sign(ranks);
    for (let at = from + step; at !== target; at += step) if (this.slots[at] !== GONE) return false;
    return true;
  }

  inCheck(colour: number): boolean {
    const king = this.squares[this.codes.indexOf(6 + 8 * colour)] as number;
    for (let slot = 0; slot < this.codes.length; slot++)
      if (colourOf(this.codes[slot] as number) !== colour && this.attacks(slot, king)) return true;
    return false;
  }

  /** Legal moves; `target` is the en-passant square, or GONE. */
  legalMoves(turn: number, target: number = GONE): ReferenceMove[] {
    return this.#pseudoMoves(turn, target).filter((move) => {
      this.apply(move);
      const legal = !this.inCheck(turn);
      this.revert(move);
      return legal;
    });
  }

  #pseudoMoves(turn: number, target: number): ReferenceMove[] {
    const moves: ReferenceMove[] = [];
    this.codes.forEach((code, slot) => {
      const from = this.squares[slot] as number;
      if (from === GONE || colourOf(code) !== turn) return;
      if ((code & 7) === 1) {
        this.#pawnMoves(slot, from, target, moves);
        return;
      }
      for (const ray of RAYS[code & 7]?.[from] ?? []) {
        for (const to of ray) {
          const captured = this.slots[to] as number;
          if (captured === GONE || colourOf(this.codes[captured] as number) !== turn)
            moves.push({ slot, from, to, captured, code, doublePush: false, zeroing: captured !== GONE });
          if (captured !== GONE) break;
        }
      }
    });
    return moves;
  }

  #pawnMoves(slot: number, from: number, target: number, moves: ReferenceMove[]): void {
    const code = this.codes[slot] as number;
    const turn = colourOf(code);
    const ahead = turn === 0 ? 8 : -8;
    const add = (to: number, captured: number, doublePush = false): void => {
      const last = to < 8 || to > 55;
      const after = last ? [2, 3, 4, 5].map((kind) => kind + 8 * turn) : [code];
      for (const each of after) moves.push({ slot, from, to, captured, code: each, doublePush, zeroing: true });
    };
    if (this.slots[from + ahead] === GONE) {
      add(from + ahead, GONE);
      const start = from >> 3 === (turn === 0 ? 1 : 6);
      if (start && this.slots[from + 2 * ahead] === GONE) add(from + 2 * ahead, GONE, true);
    }
    for (const side of [-1, 1]) {
      const to = from + ahead + side;
      if (Math.abs((to & 7) - (from & 7)) !== 1) continue;
      const captured = this.slots[to] as number;
      if (captured !== GONE && colourOf(this.codes[captured] as number) !== turn) add(to, captured);
      if (to === target) add(to, this.slots[to - ahead] as number);
    }
  }

  apply(move: ReferenceMove): void {
    this.slots[move.from] = GONE;
    if (move.captured !== GONE) {
      this.slots[this.squares[move.captured] as number] = GONE;
      this.squares[move.captured] = -2 - (this.squares[move.captured] as number);
    }
    this.squares[move.slot] = move.to;
    this.slots[move.to] = move.slot;
  }

  revert(move: ReferenceMove): void {
    this.slots[move.to] = GONE;
    this.squares[move.slot] = move.from;
    this.slots[move.from] = move.slot;
    if (move.captured !== GONE) {
      const square = -2 - (this.squares[move.captured] as number);
      this.squares[move.captured] = square;
      this.slots[square] = move.captured;
    }
  }

  /** Origins of non-capturing unmoves; for pawns only within ranks 2 to 7. */
  origins(slot: number): number[] {
    const code = this.codes[slot] as number;
    const from = this.squares[slot] as number;
    if ((code & 7) === 1) return this.#pawnOrigins(code, from);
    const origins: number[] = [];
    for (const ray of RAYS[code & 7]?.[from] ?? []) {
      for (const to of ray) {
        if (this.slots[to] !== GONE) break;
        origins.push(to);
      }
    }
    return origins;
  }

  #pawnOrigins(code: number, at: number): number[] {
    const back = code < 8 ? -8 : 8;
    const rank = code < 8 ? at >> 3 : 7 - (at >> 3);
    if (rank < 2 || this.slots[at + back] !== GONE) return [];
    return rank === 3 && this.slots[at + 2 * back] === GONE ? [at + back, at + 2 * back] : [at + back];
  }
}
