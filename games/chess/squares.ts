/** Names of squares and pieces, and the piece on a square. */
import type { Position } from "../../engine/contracts/position.ts";
import { COLOURS, KINDS } from "./layout.ts";

export const SQUARES = 64;
/** By kind (constants.ts). */
export const LETTERS = "pnbrqk";
export const KIND_NAMES: readonly string[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
export const COLOUR_NAMES: readonly string[] = ["White", "Black"];

export interface Piece {
  readonly kind: number;
  /** 0 White, 1 Black. */
  readonly colour: number;
}

export function squareName(square: number): string {
  return `${"abcdefgh"[square & 7]}${(square >> 3) + 1}`;
}

/** -1 if the text is not the name of a square. */
export function squareOf(name: string): number {
  if (!/^[a-h][1-8]$/.test(name)) return -1;
  return "abcdefgh".indexOf(name.charAt(0)) + 8 * (Number(name[1]) - 1);
}

/** As in FEN: white pieces in upper case. */
export function letterOf({ kind, colour }: Piece): string {
  const letter = LETTERS[kind] as string;
  return colour === 0 ? letter.toUpperCase() : letter;
}

export function pieceOf(letter: string): Piece | null {
  const kind = LETTERS.indexOf(letter.toLowerCase());
  return letter.length !== 1 || kind < 0 ? null : { kind, colour: letter === letter.toLowerCase() ? 1 : 0 };
}

export function pieceName({ kind, colour }: Piece): string {
  return `${colour === 0 ? "white" : "black"} ${KIND_NAMES[kind]}`;
}

function holds(position: Position, bitboard: number, square: number): boolean {
  return (((position[bitboard + (square >> 3)] as number) >> (square & 7)) & 1) === 1;
}

export function pieceAt(position: Position, square: number): Piece | null {
  const colour = [0, 1].find((each) => holds(position, COLOURS + 8 * each, square));
  if (colour === undefined) return null;
  return { colour, kind: KIND_NAMES.findIndex((_, kind) => holds(position, KINDS + 8 * kind, square)) };
}

/** Puts a piece on an empty square; the hash is not updated. */
export function putPiece(position: Position, square: number, { kind, colour }: Piece): void {
  for (const bitboard of [COLOURS + 8 * colour, KINDS + 8 * kind])
    position[bitboard + (square >> 3)]! |= 1 << (square & 7);
}

/** The squares of all pieces of a kind and colour. */
export function squaresOf(position: Position, { kind, colour }: Piece): number[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter(
    (square) => holds(position, COLOURS + 8 * colour, square) && holds(position, KINDS + 8 * kind, square),
  );
}
