/** Geometry of the board and numbers of sets of squares as one array of words, which shaders read. Sets of squares are two words each. */
import { KING_PAIRS, KING_PAIRS_WITH_PAWNS, NO_PAIR } from "../ending-constants.ts";
import { pawnSlices, type PawnSlices } from "../pawn-slices.ts";

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
const OFF_BOARD = 255;
/** File and rank: a rook's four directions, then a bishop's. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
const KNIGHT_JUMPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const;

function squareAt(square: number, [file, rank]: readonly [number, number], times = 1): number | null {
  const f = (square & 7) + times * file;
  const r = (square >> 3) + times * rank;
  return f >= 0 && f < 8 && r >= 0 && r < 8 ? 8 * r + f : null;
}

function rayOf(square: number, direction: readonly [number, number]): number[] {
  const found: number[] = [];
  for (let to = squareAt(square, direction); to !== null; to = squareAt(to, direction)) found.push(to);
  return found;
}

function stepsOf(square: number, steps: readonly (readonly [number, number])[]): number[] {
  return steps.flatMap((step) => squareAt(square, step) ?? []);
}

function setOf(squares: readonly number[]): [number, number] {
  const set: [number, number] = [0, 0];
  for (const square of squares) set[square >> 5]! |= 1 << (square & 31);
  return [set[0] >>> 0, set[1] >>> 0];
}

/** Up to eight squares, a byte each, nearest first. */
function listOf(squares: readonly number[]): number[] {
  const bytes = new Uint8Array(8).fill(OFF_BOARD);
  bytes.set(squares);
  return [...new Uint32Array(bytes.buffer)];
}

function betweenOf(from: number): number[][] {
  const sets = SQUARES.map(() => [0, 0]);
  for (const direction of DIRECTIONS) {
    const ray = rayOf(from, direction);
    ray.forEach((to, i) => (sets[to] = setOf(ray.slice(0, i))));
  }
  return sets;
}

function pawnTargets(square: number, colour: number): number[] {
  const rank = colour === 0 ? 1 : -1;
  return stepsOf(square, [
    [-1, rank],
    [1, rank],
  ]);
}

/** Sets of two or three squares by number, a byte for each square. */
function setsOf(size: 2 | 3): number[] {
  const found: number[] = [];
  for (let c = 0; c < 64; c++) {
    for (let b = 0; b < c; b++) {
      if (size === 2) found.push(b | (c << 8));
      else for (let a = 0; a < b; a++) found.push(a | (b << 8) | (c << 16));
    }
  }
  return found;
}

const TRIANGLE = SQUARES.filter((square) => (square & 7) < 4 && square >> 3 <= (square & 7));

interface KingPairs {
  /** By squares of White and Black. */
  readonly numbers: number[];
  /** A byte for each square. */
  readonly squares: number[];
}

function kingPairs(pawnless: boolean): KingPairs {
  const numbers = new Array<number>(4096).fill(NO_PAIR);
  const squares: number[] = [];
  for (const white of SQUARES) {
    if (pawnless && !TRIANGLE.includes(white)) continue;
    const near = [white, ...stepsOf(white, DIRECTIONS)];
    for (const black of SQUARES) {
      const reflected = pawnless && (white & 7) === white >> 3 && black >> 3 > (black & 7);
      if (reflected || near.includes(black)) continue;
      numbers[64 * white + black] = squares.length;
      squares.push(white | (black << 8));
    }
  }
  return { numbers, squares };
}

/** Numbers of pawns by colour, in tables of up to five pieces. */
const PAWN_COUNTS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 0],
  [2, 1],
  [3, 0],
] as const;

export interface GeometryWords {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Where each list begins, as WGSL constants. */
  readonly wgsl: string;
  /** Where the slice numbers of a pawn placement begin; they are those of `PawnSlices`. */
  slicesAt(slices: PawnSlices): number;
}

let cached: GeometryWords | null = null;

export function geometryWords(): GeometryWords {
  if (cached) return cached;
  const pawnless = kingPairs(true);
  const withPawns = kingPairs(false);
  if (pawnless.squares.length !== KING_PAIRS || withPawns.squares.length !== KING_PAIRS_WITH_PAWNS)
    throw new TypeError("king pairs");
  const lists: Readonly<Record<string, readonly number[]>> = {
    RAYS: SQUARES.flatMap((square) => DIRECTIONS.flatMap((direction) => listOf(rayOf(square, direction)))),
    KING_STEPS: SQUARES.flatMap((square) => listOf(stepsOf(square, DIRECTIONS))),
    KNIGHT_STEPS: SQUARES.flatMap((square) => listOf(stepsOf(square, KNIGHT_JUMPS))),
    KING_BITS: SQUARES.flatMap((square) => setOf(stepsOf(square, DIRECTIONS))),
    KNIGHT_BITS: SQUARES.flatMap((square) => setOf(stepsOf(square, KNIGHT_JUMPS))),
    PAWN_BITS: [0, 1].flatMap((colour) => SQUARES.flatMap((square) => setOf(pawnTargets(square, colour)))),
    BETWEEN: SQUARES.flatMap((square) => betweenOf(square).flat()),
    PAIRS: setsOf(2),
    TRIPLES: setsOf(3),
    TRIANGLE,
    TRIANGLE_NUMBERS: SQUARES.map((square) => Math.max(0, TRIANGLE.indexOf(square))),
    KING_PAIRS: pawnless.numbers,
    KING_PAIRS_WITH_PAWNS: withPawns.numbers,
    SQUARES_OF_KING_PAIRS: pawnless.squares,
    SQUARES_OF_KING_PAIRS_WITH_PAWNS: withPawns.squares,
  };
  const starts = new Map<string, number>();
  const slices = new Map<PawnSlices, number>();
  const words: number[] = [];
  for (const [name, list] of Object.entries(lists)) {
    starts.set(name, words.length);
    for (const word of list) words.push(word);
  }
  for (const counts of PAWN_COUNTS) {
    const each = pawnSlices(counts[0], counts[1]);
    slices.set(each, words.length);
    for (const number of each.numbers) words.push(number);
  }
  cached = {
    words: Uint32Array.from(words),
    wgsl: [...starts].map(([name, start]) => `const ${name} = ${start}u;`).join("\n"),
    slicesAt: (each) => slices.get(each) as number,
  };
  return cached;
}
