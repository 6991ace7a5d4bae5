/** The pieces: numbers, letters and counts. White's letters are lowercase, Black's uppercase, as in the paper. */

/** By kind from 1: pawn, cannon, rook, knight, bishop, guard, king; plus 8 for Black. */
const KIND_LETTERS = ".pcrnbgk";
export const KINDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const KIND_COUNTS: readonly number[] = [0, 5, 2, 2, 2, 2, 2, 1];

/** Maximum number of pieces of a table. */
export const MAX_ELEMENTS = 5;

export const EMPTY = 0;
export const FACE_DOWN = 8;
export const COLOUR_NAMES: readonly string[] = ["White", "Black"];

/** All pieces, White's first, strongest first. */
export const PIECES: readonly number[] = [0, 8].flatMap((black) => KINDS.toReversed().map((kind) => black + kind));

export function kindOf(piece: number): number {
  return piece & 7;
}

export function colourOf(piece: number): number {
  return piece >> 3;
}

export function countOf(piece: number): number {
  return KIND_COUNTS[kindOf(piece)] as number;
}

export function letterOf(piece: number): string {
  const letter = KIND_LETTERS[kindOf(piece)] as string;
  return colourOf(piece) === 1 ? letter.toUpperCase() : letter;
}

export function pieceOf(letter: string): number | null {
  const kind = KIND_LETTERS.indexOf(letter.toLowerCase());
  if (kind < 1 || letter.length !== 1) return null;
  return letter === letter.toLowerCase() ? kind : kind + 8;
}
