/** Pawn placements: one slice of a table for each placement and its left-right mirror image. */
import { MIRRORED } from "./ending-constants.ts";

/** Pawn squares: a2 to h7. */
const PAWN_SQUARES = 48;
const FIRST_SQUARE = 8;
/** Slice index of placements with two pawns on one square. */
const NO_SLICE = 0x7fffffff;

export interface PawnSlices {
  /** Slice by placement, with MIRRORED for the mirror image. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** Placements of the black pawns alone. */
  readonly blackPlacements: number;
  /** Squares of the pawns of each slice, White's first. */
  readonly squares: readonly (readonly number[])[];
  /** Slices by total pawn advancement, most advanced first: pawn moves only lead to earlier levels. */
  readonly levels: readonly (readonly number[])[];
}

/** Sets of the given size of the numbers 0 to 47, in index order (geometry.as.ts). */
function setsOf(size: number, below: number = PAWN_SQUARES): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: below }, (_, last) => setsOf(size - 1, last).map((rest) => [...rest, last])).flat();
}

/** Colexicographic index: the sum of binomials (square over position) in ascending order. */
export function setIndex(squares: readonly number[]): number {
  const rising = squares.toSorted((a, b) => a - b);
  return rising.reduce((sum, square, i) => {
    let binomial = 1;
    for (let j = 0; j <= i; j++) binomial = (binomial * (square - j)) / (j + 1);
    return sum + binomial;
  }, 0);
}

const cache = new Map<string, PawnSlices>();

export function pawnSlices(white: number, black: number): PawnSlices {
  const key = `${white}/${black}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const whiteSets = setsOf(white);
  const blackSets = setsOf(black);
  const blackPlacements = blackSets.length;
  const numbers = new Uint32Array(whiteSets.length * blackPlacements).fill(NO_SLICE);
  const squares: number[][] = [];
  const mirror = (set: readonly number[]): number => setIndex(set.map((square) => square ^ 7));
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
  cache.set(key, slices);
  return slices;
}
