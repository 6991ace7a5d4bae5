/** The pieces: numbers, letters, and how many of each there are. White's letters are small, Black's large, as in the paper. */

/** By kind, from 1: pawn, cannon, rook, knight, bishop, guard, king. A black piece has 8 more. */
const KIND_LETTERS = ".pcrnbgk";
export const KINDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const KIND_COUNTS: readonly number[] = [0, 5, 2, 2, 2, 2, 2, 1];

export const EMPTY = 0;
export const FACE_DOWN = 8;
export const COLOUR_NAMES: readonly string[] = ["White", "Black"];

/** Every piece of the game, White's first, the strongest first. */
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

/** The piece of a letter, or null. */
export function pieceOf(letter: string): number | null {
  const kind = KIND_LETTERS.indexOf(letter.toLowerCase());
  if (kind < 1 || letter.length !== 1) return null;
  return letter === letter.toLowerCase() ? kind : kind + 8;
}
