/** The board of the graphs: the contents of the 64 squares, and the symmetries under which a pattern is matched. */
import { fail, ok, type Result } from "../../../../engine/contracts/errors.ts";

/** The content of a square is its index in this text. Strength grows to the right; silver follows gold. */
export const LETTERS = ".RCDHMErcdhme";
export const EMPTY = 0;
export const SQUARES = 64;
/** The maximum count of each content. */
export const MAX_COUNT: readonly number[] = [SQUARES, 8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1];

/** Sets of contents are bits: 1 for the empty square, then the pieces in the order of `LETTERS`. */
export type Contents = number;
export const NOTHING: Contents = 1;
export const GOLD: Contents = 0b111_1110;
export const SILVER: Contents = GOLD << 6;
export const PIECES: Contents = GOLD | SILVER;
export const ANYTHING: Contents = PIECES | NOTHING;

export type Side = "gold" | "silver";

/** The content of each square, from a8 to h8, then a7 and so on to h1. */
export type Cells = Uint8Array;

export interface Board {
  readonly cells: Cells;
  readonly side: Side;
}

const FILES = "abcdefgh";
export const SQUARE_NAMES: readonly string[] = Array.from(
  { length: SQUARES },
  (_, square) => `${FILES[square % 8]}${8 - Math.floor(square / 8)}`,
);
export const TRAPS: readonly number[] = ["c6", "f6", "c3", "f3"].map((name) => SQUARE_NAMES.indexOf(name));

export const DIRECTIONS = "nesw";
/** The square next to another in a direction of `DIRECTIONS`, or -1 off the board. */
export function stepFrom(square: number, direction: number): number {
  const file = (square % 8) + [0, 1, 0, -1][direction]!;
  const row = Math.floor(square / 8) + [-1, 0, 1, 0][direction]!;
  return file < 0 || file > 7 || row < 0 || row > 7 ? -1 : row * 8 + file;
}

export const NEIGHBOURS: readonly (readonly number[])[] = SQUARE_NAMES.map((_, square) =>
  [0, 1, 2, 3].map((direction) => stepFrom(square, direction)).filter((next) => next >= 0),
);

export function distance(one: number, other: number): number {
  return Math.abs((one % 8) - (other % 8)) + Math.abs(Math.floor(one / 8) - Math.floor(other / 8));
}

/** 1 for a rabbit to 6 for an elephant; 0 for an empty square. */
export function strengthOf(content: number): number {
  return content > 6 ? content - 6 : content;
}

export function sideOf(content: number): Contents {
  return content === EMPTY ? 0 : content > 6 ? SILVER : GOLD;
}

export function isFrozen(cells: Cells, square: number): boolean {
  const content = cells[square]!;
  const own = sideOf(content);
  if (own === 0) return false;
  let held = false;
  for (const next of NEIGHBOURS[square]!) {
    const other = cells[next]!;
    if (((own >> other) & 1) === 1) return false;
    if (other !== EMPTY && strengthOf(other) > strengthOf(content)) held = true;
  }
  return held;
}

/** A symmetry: left and right exchanged, colours exchanged (with the rows reversed), both, or the identity. */
export interface Image {
  readonly leftRight: boolean;
  readonly colours: boolean;
}

export function imageText({ leftRight, colours }: Image): string {
  const words = [leftRight ? "left and right exchanged" : "", colours ? "colours exchanged" : ""].filter(Boolean);
  return words.length === 0 ? "as written" : words.join(", ");
}

function imageOfSquare(square: number, { leftRight, colours }: Image): number {
  return square ^ (leftRight ? 7 : 0) ^ (colours ? 56 : 0);
}

function imageOfContent(content: number, { colours }: Image): number {
  return !colours || content === EMPTY ? content : content > 6 ? content - 6 : content + 6;
}

/** Every image is its own inverse. */
export function imageOfCells(cells: Cells, image: Image): Cells {
  return Uint8Array.from(cells, (_, square) => imageOfContent(cells[imageOfSquare(square, image)]!, image));
}

export function imageOfBoard({ cells, side }: Board, image: Image): Board {
  const other: Side = side === "gold" ? "silver" : "gold";
  return { cells: imageOfCells(cells, image), side: image.colours ? other : side };
}

/** The image of steps such as `Ra1n` and removals such as `rc3x`, separated by spaces. */
export function imageOfSteps(text: string, image: Image): string {
  return text.replaceAll(/([RCDHMErcdhme])([a-h][1-8])([neswx])/g, (_, letter: string, name: string, way: string) => {
    const piece = LETTERS[imageOfContent(LETTERS.indexOf(letter), image)]!;
    const square = SQUARE_NAMES[imageOfSquare(SQUARE_NAMES.indexOf(name), image)]!;
    const sideways = image.leftRight ? { e: "w", w: "e" }[way] : undefined;
    const upright = image.colours ? { n: "s", s: "n" }[way] : undefined;
    return `${piece}${square}${sideways ?? upright ?? way}`;
  });
}

/**
 * Parses `g` or `s` for the side to move and the squares from a8 to h1; rows may be separated by `/`. An empty square is `.`, or a space
 * within brackets, as in AEI.
 */
export function parseBoard(text: string): Result<Board> {
  const expected = "expected g or s and 64 squares from a8 to h1, as in g rrrrrrrr/hdcemcdh/......../…";
  const found = /^\s*([gs])\s+(?:\[([^\]]*)\]|(\S+))\s*$/.exec(text);
  if (!found) return fail("bad-position", `"${text.slice(0, 80)}" is not a position; ${expected}`);
  const squares = (found[2] ?? found[3]!).replaceAll(" ", ".").replaceAll("/", "");
  if (squares.length !== SQUARES)
    return fail("bad-position", `the position has ${squares.length} squares, not 64; ${expected}`);
  const invalid = [...squares].findIndex((letter) => !LETTERS.includes(letter));
  if (invalid >= 0)
    return fail(
      "bad-position",
      `"${squares[invalid]}" on ${SQUARE_NAMES[invalid]} is not a piece; expected . or one of ${LETTERS.slice(1)}`,
    );
  const cells = Uint8Array.from(squares, (letter) => LETTERS.indexOf(letter));
  const many = MAX_COUNT.findIndex((most, content) => cells.filter((each) => each === content).length > most);
  if (many >= 0) return fail("bad-position", `the position has more than ${MAX_COUNT[many]} ${LETTERS[many]}`);
  return ok({ cells, side: found[1] === "g" ? "gold" : "silver" });
}

export function formatBoard({ cells, side }: Board): string {
  const rows = Array.from({ length: 8 }, (_, row) =>
    Array.from(cells.subarray(row * 8, row * 8 + 8), (content) => LETTERS[content]).join(""),
  );
  return `${side === "gold" ? "g" : "s"} ${rows.join("/")}`;
}
