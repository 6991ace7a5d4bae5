/** Placements of pawns: one slice of a table for each, and for its left-right mirror image. */
import { MIRRORED } from "./ending-layout.ts";

/** Squares that a pawn can stand on: a2 to h7. */
const PAWN_SQUARES = 48;
const FIRST_SQUARE = 8;
/** Slice number of placements in which two pawns stand on one square. */
const NO_SLICE = 0x7fffffff;

export interface PawnSlices {
  /** Slice by placement, with MIRRORED where the slice is of the mirror image. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** Placements of the black pawns alone. */
  readonly blackPlacements: number;
  /** Squares of the pawns of each slice, White's first. */
  readonly squares: readonly (readonly number[])[];
  /** Slices by how far the pawns have advanced in all, the most advanced first: pawns move only to levels before. */
  readonly levels: readonly (readonly number[])[];
}

/** Sets of so many of the first 48 numbers, in the order of their numbers (geometry.as.ts). */
function setsOf(size: number, below: number = PAWN_SQUARES): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: below }, (_, last) => setsOf(size - 1, last).map((rest) => [...rest, last])).flat();
}

/** Sum over the squares in rising order of the binomials (square over place). */
export function setNumber(squares: readonly number[]): number {
  const rising = squares.toSorted((a, b) => a - b);
  return rising.reduce((sum, square, i) => {
    let binomial = 1;
    for (let j = 0; j <= i; j++) binomial = (binomial * (square - j)) / (j + 1);
    return sum + binomial;
  }, 0);
}

const made = new Map<string, PawnSlices>();

export function pawnSlices(white: number, black: number): PawnSlices {
  const key = `${white}/${black}`;
  const known = made.get(key);
  if (known) return known;
  const whiteSets = setsOf(white);
  const blackSets = setsOf(black);
  const blackPlacements = blackSets.length;
  const numbers = new Uint32Array(whiteSets.length * blackPlacements).fill(NO_SLICE);
  const squares: number[][] = [];
  const mirror = (set: readonly number[]): number => setNumber(set.map((square) => square ^ 7));
  whiteSets.forEach((whiteSet, w) =>
    blackSets.forEach((blackSet, b) => {
      if (whiteSet.some((square) => blackSet.includes(square))) return;
      const number = w * blackPlacements + b;
      const mirrored = mirror(whiteSet) * blackPlacements + mirror(blackSet);
      if (mirrored < number) {
        numbers[number] = (numbers[mirrored] as number) + MIRRORED;
        return;
      }
      numbers[number] = squares.length;
      squares.push([...whiteSet, ...blackSet].map((square) => square + FIRST_SQUARE));
    }),
  );
  const advance = (set: readonly number[]): number =>
    set.reduce((sum, square, i) => sum + (i < white ? square >> 3 : 7 - (square >> 3)), 0);
  const levels: number[][] = [];
  squares.forEach((set, slice) => (levels[advance(set)] ??= []).push(slice));
  levels.reverse();
  const slices = { numbers, blackPlacements, squares, levels: levels.filter((level) => level.length > 0) };
  made.set(key, slices);
  return slices;
}
