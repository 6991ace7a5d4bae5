/** Notation of squares, pieces and steps: `Ra2n` is gold's rabbit from a2 to the north. */
import type { Position } from "../../engine/contracts/position.ts";
import { COLOURS, KINDS } from "./layout.ts";

export const SQUARES = 64;
export const GOLD = 0;
export const SILVER = 1;
/** By strength. */
export const LETTERS = "rcdhme";
export const KIND_NAMES: readonly string[] = ["rabbit", "cat", "dog", "horse", "camel", "elephant"];
/** The number of pieces of each kind. */
export const NUMBERS: readonly number[] = [8, 2, 2, 2, 1, 1];
/** By direction (constants.ts). */
export const DIRECTIONS = "swen";
const OFFSETS: readonly number[] = [-8, -1, 1, 8];
export const TRAPS: readonly number[] = [18, 21, 42, 45];

export interface Piece {
  readonly kind: number;
  readonly colour: number;
}

export function squareName(square: number): string {
  return `${"abcdefgh"[square & 7]}${(square >> 3) + 1}`;
}

/** -1 for an invalid name. */
export function squareOf(name: string): number {
  if (!/^[a-h][1-8]$/.test(name)) return -1;
  return "abcdefgh".indexOf(name.charAt(0)) + 8 * (Number(name[1]) - 1);
}

export function letterOf({ kind, colour }: Piece): string {
  const letter = LETTERS[kind] as string;
  return colour === GOLD ? letter.toUpperCase() : letter;
}

export function pieceOf(letter: string): Piece | null {
  const kind = LETTERS.indexOf(letter.toLowerCase());
  return letter === "" || kind < 0 ? null : { kind, colour: letter === letter.toLowerCase() ? SILVER : GOLD };
}

/** The adjacent square in a direction; -1 off the board. */
export function adjacentSquare(square: number, direction: number): number {
  const to = square + (OFFSETS[direction] as number);
  const sameRow = direction === 0 || direction === 3 || to >> 3 === square >> 3;
  return to >= 0 && to < SQUARES && sameRow ? to : -1;
}

export function neighboursOf(square: number): number[] {
  return [0, 1, 2, 3].map((direction) => adjacentSquare(square, direction)).filter((to) => to >= 0);
}

function holds(position: Position, set: number, square: number): boolean {
  return (((position[set + (square >> 3)] as number) >> (square & 7)) & 1) === 1;
}

export function pieceAt(position: Position, square: number): Piece | null {
  const colour = [GOLD, SILVER].find((each) => holds(position, COLOURS + 8 * each, square));
  if (colour === undefined) return null;
  return { colour, kind: NUMBERS.findIndex((_, kind) => holds(position, KINDS + 8 * kind, square)) };
}

/** 64 letters from a8 to h1, gold in capitals, a dot for an empty square. */
export function lettersOf(position: Position): string {
  return Array.from({ length: SQUARES }, (_, i) => {
    const piece = pieceAt(position, i ^ 56);
    return piece ? letterOf(piece) : ".";
  }).join("");
}
