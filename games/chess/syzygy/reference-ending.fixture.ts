/**
 * Reference retrograde analysis of one ending of three or four pieces: WDL and DTZ of every position. Captures and promotions are looked up in
 * endings solved earlier. Shares no code with the table reader or the kernel.
 */
import {
  colourOf,
  codesOf,
  GONE,
  materialName,
  ReferenceBoard,
  type ReferenceMove,
} from "./reference-moves.fixture.ts";

const UNKNOWN = 9;
const ILLEGAL = 8;

/** Value for the side to move (2, 0, -2), and plies to the next capture, pawn move or mate (0 for a draw or a mated side). */
export interface ReferenceValue {
  readonly wdl: number;
  readonly dtz: number;
}

/** Canonical squares of the first king: files a to d with pawns, the triangle a1-d1-d4 without. */
function kingSquares(hasPawns: boolean): number[] {
  return Array.from({ length: 64 }, (_, square) => square).filter(
    (square) => (square & 7) < 4 && (hasPawns || square >> 3 <= (square & 7)),
  );
}

/** False if the list already contains the number. */
function addNew(list: number[], number: number): boolean {
  if (list.includes(number)) return false;
  list.push(number);
  return true;
}

export class ReferenceEnding {
  readonly material: string;
  readonly codes: readonly number[];
  readonly #lower: ReadonlyMap<string, ReferenceEnding>;
  readonly #hasPawns: boolean;
  readonly #bothHavePawns: boolean;
  readonly #kings: readonly number[];
  readonly #kingNumbers: Int8Array;
  readonly #board: ReferenceBoard;
  readonly #positions: number;
  readonly #wdl: Int8Array;
  readonly #dtz: Uint8Array;

  /** `lower` has every ending reachable by a capture or promotion, named with White's pieces first. */
  constructor(material: string, lower: ReadonlyMap<string, ReferenceEnding>) {
    this.material = material;
    this.codes = codesOf(material);
    this.#lower = lower;
    this.#hasPawns = this.codes.some((code) => (code & 7) === 1);
    this.#bothHavePawns = this.codes.includes(1) && this.codes.includes(9);
    this.#kings = kingSquares(this.#hasPawns);
    this.#kingNumbers = new Int8Array(64).fill(-1);
    this.#kings.forEach((square, number) => {
      this.#kingNumbers[square] = number;
    });
    this.#board = new ReferenceBoard(this.codes);
    this.#positions = this.#kings.length * 64 ** (this.codes.length - 1);
    this.#wdl = new Int8Array(2 * this.#positions).fill(ILLEGAL);
    this.#dtz = new Uint8Array(2 * this.#positions);
    this.#solveWdl();
    this.#solveDtz();
  }

  /** Null if the position is illegal. Squares are in the order of `codes`. */
  value(squares: readonly number[], turn: number): ReferenceValue | null {
    const state = this.#stateOf(squares, turn);
    const wdl = this.#wdl[state] as number;
    return wdl === ILLEGAL ? null : { wdl, dtz: this.#dtz[state] as number };
  }

  /** Index over both sides to move, with the first king in canonical form. The smaller index of two equal positions. */
  #stateOf(squares: readonly number[], turn: number): number {
    const king = squares[0] as number;
    const mirror = ((king & 7) > 3 ? 7 : 0) ^ (!this.#hasPawns && king > 31 ? 56 : 0);
    const first = king ^ mirror;
    const above = (first >> 3) - (first & 7);
    if (this.#hasPawns || above < 0) return this.#number(squares, turn, mirror, false);
    if (above > 0) return this.#number(squares, turn, mirror, true);
    return Math.min(this.#number(squares, turn, mirror, false), this.#number(squares, turn, mirror, true));
  }

  #number(squares: readonly number[], turn: number, mirror: number, transposed: boolean): number {
    let number = 0;
    for (let slot = 0; slot < squares.length; slot++) {
      const mirrored = (squares[slot] as number) ^ mirror;
      const square = transposed ? (mirrored >> 3) | ((mirrored & 7) << 3) : mirrored;
      number = slot === 0 ? (this.#kingNumbers[square] as number) : number * 64 + square;
    }
    return number + turn * this.#positions;
  }

  #squaresOf(state: number): number[] {
    let rest = state % this.#positions;
    const squares = this.codes.map(() => 0);
    for (let slot = squares.length - 1; slot > 0; slot--) {
      squares[slot] = rest & 63;
      rest >>= 6;
    }
    squares[0] = this.#kings[rest] as number;
    return squares;
  }

  #turnOf(state: number): number {
    return state >= this.#positions ? 1 : 0;
  }

  /** The value after a move to another ending, for the side to move there; null if the move stays in this one. */
  #outside(move: ReferenceMove, turn: number): number | null {
    const board = this.#board;
    const stays = move.captured === GONE && move.code === board.codes[move.slot];
    if (stays) return null;
    const pieces = this.codes
      .map((code, slot) => ({ code: slot === move.slot ? move.code : code, square: board.squares[slot] as number }))
      .filter((_, slot) => slot !== move.captured);
    return lookUp(this.#lower, pieces, 1 - turn);
  }

  /** Value of the best en-passant capture after a double push, for the capturing side; `only`: there is no other legal move. */
  #enPassant(square: number, turn: number): { best: number; only: boolean } | null {
    if (!this.#bothHavePawns) return null;
    const target = square + (turn === 0 ? 8 : -8);
    const moves = this.#board.legalMoves(turn, target);
    const captures = moves.filter((move) => move.to === target && move.captured !== GONE);
    if (captures.length === 0) return null;
    const values = captures.map((move) => {
      this.#board.apply(move);
      const value = -(this.#outside(move, turn) as number);
      this.#board.revert(move);
      return value;
    });
    return { best: Math.max(...values), only: captures.length === moves.length };
  }

  #solveWdl(): void {
    const left = new Uint8Array(this.#wdl.length);
    const floor = new Int8Array(this.#wdl.length).fill(-2);
    const queue: number[] = [];
    for (let state = 0; state < this.#wdl.length; state++) {
      const squares = this.#squaresOf(state);
      const turn = this.#turnOf(state);
      if (!this.#board.place(squares) || this.#stateOf(squares, turn) !== state || this.#board.inCheck(1 - turn))
        continue;
      const moves = this.#board.legalMoves(turn);
      const inside: number[] = [];
      let best = moves.length > 0 || this.#board.inCheck(turn) ? -2 : 0;
      for (const move of moves) {
        this.#board.apply(move);
        const independent = this.#independentValue(move, turn);
        if (independent === null) addNew(inside, this.#stateOf(this.#board.squares, 1 - turn));
        else best = Math.max(best, -independent);
        this.#board.revert(move);
      }
      floor[state] = best;
      left[state] = inside.length;
      this.#wdl[state] = best === 2 || inside.length === 0 ? best : UNKNOWN;
      if (Math.abs(this.#wdl[state] as number) === 2) queue.push(state);
    }
    while (queue.length > 0) {
      const state = queue.pop() as number;
      const lost = this.#wdl[state] === -2;
      const { before, drawn } = this.#before(state);
      before.forEach((each, i) => {
        if (this.#wdl[each] !== UNKNOWN) return;
        if (lost && !drawn[i]) {
          this.#wdl[each] = 2;
          queue.push(each);
          return;
        }
        if (lost) floor[each] = 0;
        left[each]!--;
        if (left[each] !== 0) return;
        this.#wdl[each] = floor[each] as number;
        if (floor[each] === -2) queue.push(each);
      });
    }
    for (let state = 0; state < this.#wdl.length; state++) if (this.#wdl[state] === UNKNOWN) this.#wdl[state] = 0;
  }

  /** The value after the applied move if it does not depend on this ending, for the side to move then. */
  #independentValue(move: ReferenceMove, turn: number): number | null {
    const outside = this.#outside(move, turn);
    if (outside !== null || !move.doublePush) return outside;
    const enPassant = this.#enPassant(move.to, 1 - turn);
    return enPassant && (enPassant.only || enPassant.best === 2) ? enPassant.best : null;
  }

  /** Predecessors. `drawn`: after that move the other side would draw by capturing en passant. */
  #before(state: number, quiet = false): { before: number[]; drawn: boolean[] } {
    const squares = this.#squaresOf(state);
    const turn = this.#turnOf(state);
    const before: number[] = [];
    const drawn: boolean[] = [];
    this.#board.place(squares);
    this.codes.forEach((code, slot) => {
      const pawn = (code & 7) === 1;
      if (colourOf(code) === turn || (pawn && quiet)) return;
      const to = squares[slot] as number;
      for (const origin of this.#board.origins(slot)) {
        const enPassant = pawn && Math.abs(to - origin) === 16 ? this.#enPassant(to, turn) : null;
        if (enPassant && (enPassant.only || enPassant.best === 2)) continue;
        squares[slot] = origin;
        if (addNew(before, this.#stateOf(squares, 1 - turn))) drawn.push(enPassant?.best === 0);
        squares[slot] = to;
      }
    });
    return { before, drawn };
  }

  #solveDtz(): void {
    const left = new Uint8Array(this.#wdl.length);
    let layer: number[] = [];
    const mated: number[] = [];
    for (let state = 0; state < this.#wdl.length; state++) {
      const wdl = this.#wdl[state] as number;
      if (Math.abs(wdl) !== 2) continue;
      const turn = this.#turnOf(state);
      this.#board.place(this.#squaresOf(state));
      const moves = this.#board.legalMoves(turn);
      const quiet = moves.filter((move) => !move.zeroing);
      const zeroes = moves.some((move) => move.zeroing && this.#valueAfter(move, turn) === -wdl);
      if (wdl === -2) {
        const after: number[] = [];
        for (const move of quiet) addNew(after, this.#stateAfter(move, turn));
        left[state] = after.length;
        if (moves.length === 0) mated.push(state);
        else if (quiet.length === 0) layer.push(state);
      } else if (zeroes) layer.push(state);
    }
    for (const state of mated)
      for (const before of this.#quietBefore(state)) if (this.#wdl[before] === 2) layer.push(before);
    for (let plies = 1; layer.length > 0; plies++) {
      const next: number[] = [];
      for (const state of layer) {
        if (this.#dtz[state] !== 0) continue;
        this.#dtz[state] = plies;
        for (const before of this.#quietBefore(state)) {
          if (this.#wdl[state] === -2) {
            if (this.#wdl[before] === 2) next.push(before);
          } else if (this.#wdl[before] === -2) {
            left[before]!--;
            if (left[before] === 0) next.push(before);
          }
        }
      }
      layer = next;
    }
  }

  #quietBefore(state: number): number[] {
    return this.#before(state, true).before;
  }

  #stateAfter(move: ReferenceMove, turn: number): number {
    this.#board.apply(move);
    const state = this.#stateOf(this.#board.squares, 1 - turn);
    this.#board.revert(move);
    return state;
  }

  #valueAfter(move: ReferenceMove, turn: number): number {
    this.#board.apply(move);
    let value = this.#outside(move, turn);
    if (value === null) {
      value = this.#wdl[this.#stateOf(this.#board.squares, 1 - turn)] as number;
      const enPassant = move.doublePush ? this.#enPassant(move.to, 1 - turn) : null;
      if (enPassant) value = enPassant.only ? enPassant.best : Math.max(value, enPassant.best);
    }
    this.#board.revert(move);
    return value;
  }
}

interface ReferencePiece {
  readonly code: number;
  readonly square: number;
}

/** The value of pieces on squares, in the ending of their material. */
export function lookUp(
  endings: ReadonlyMap<string, ReferenceEnding>,
  pieces: readonly ReferencePiece[],
  turn: number,
  what: keyof ReferenceValue = "wdl",
): number {
  if (pieces.length === 2) return 0;
  const name = materialName(pieces.map(({ code }) => code));
  const straight = endings.get(name);
  const ending = straight ?? endings.get(name.split("v").toReversed().join("v"));
  if (!ending) throw new Error(`${name} is not solved`);
  const seen = straight ? pieces : pieces.map(({ code, square }) => ({ code: code ^ 8, square: square ^ 56 }));
  const free = [...seen];
  const squares = ending.codes.map((code) => {
    const [piece] = free.splice(
      free.findIndex((each) => each.code === code),
      1,
    );
    return (piece as ReferencePiece).square;
  });
  const value = ending.value(squares, straight ? turn : 1 - turn);
  if (!value) throw new Error(`illegal position of ${name}`);
  return value[what];
}
