/** Mazes as text: `#` wall, `.` empty square, `E` exit. Empty squares and exits are numbered row by row from the top left. */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { NO_SQUARE } from "./layout.ts";

export const MAX_SIDE = 128;
/** The distance matrix of this many squares fits into 128 MiB. */
export const MAX_SQUARES = 8_191;
const WALL = "#";
const EXIT = "E";

export interface Square {
  /** Letters of the column, number of the row from the top. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly exit: boolean;
  /** Up, left, right, down; NO_SQUARE for a wall. */
  readonly neighbours: readonly number[];
}

export interface Maze {
  readonly width: number;
  readonly height: number;
  readonly squares: readonly Square[];
  /** The rows, of equal length. */
  readonly rows: readonly string[];
}

/** a to z, then aa to zz. */
function columnName(x: number): string {
  const letter = (i: number): string => String.fromCodePoint(97 + i);
  return x < 26 ? letter(x) : letter(Math.floor(x / 26) - 1) + letter(x % 26);
}

function squareName(x: number, y: number): string {
  return `${columnName(x)}${y + 1}`;
}

/** Rows are separated by newlines or slashes. Errors give row and column. */
export function parseMaze(text: string): Result<Maze> {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/[\n/]/)
    .map((row) => row.trimEnd());
  const rows = lines.slice(
    lines.findIndex((row) => row !== ""),
    lines.findLastIndex((row) => row !== "") + 1,
  );
  const [first = ""] = rows;
  const bad = (why: string): Result<never> => fail("bad-variant", `maze: ${why}`);
  if (rows.length > MAX_SIDE || first.length > MAX_SIDE)
    return bad(`${first.length} × ${rows.length} squares are too many; at most ${MAX_SIDE} × ${MAX_SIDE}`);
  for (const [y, row] of rows.entries()) {
    if (row.length !== first.length)
      return bad(
        `row ${y + 1} has ${plural(row.length, "square")}, row 1 has ${first.length}; all rows must be equally long`,
      );
    const x = row.search(/[^#.E]/u);
    if (x >= 0)
      return bad(
        `row ${y + 1}, column ${x + 1}: ${characterText(row.codePointAt(x) as number)} is not a square; expected # (wall), . (empty) or E (exit)`,
      );
  }
  const maze = mazeOf(rows);
  const { squares } = maze;
  if (squares.length < 3)
    return bad(
      `${plural(squares.length, "empty square")} ${squares.length === 1 ? "is" : "are"} too few for a policeman, a thief and an exit`,
    );
  if (squares.length > MAX_SQUARES)
    return bad(`${plural(squares.length, "empty square")} are too many; at most ${MAX_SQUARES}`);
  if (!squares.some(({ exit }) => exit)) return bad("there is no exit; mark at least one square with E");
  const apart = squares[unreached(squares)];
  if (apart)
    return bad(
      `square ${apart.name} (row ${apart.y + 1}, column ${apart.x + 1}) is cut off from ${squares[0]?.name}; all empty squares must be connected`,
    );
  return ok(maze);
}

function mazeOf(rows: readonly string[]): Maze {
  const width = rows[0]?.length ?? 0;
  const numbers = new Map<number, number>();
  const places = rows.flatMap((row, y) => [...row].flatMap((c, x) => (c === WALL ? [] : [{ x, y, exit: c === EXIT }])));
  for (const [number, { x, y }] of places.entries()) numbers.set(y * (width + 1) + x, number);
  const at = (x: number, y: number): number => numbers.get(y * (width + 1) + x) ?? NO_SQUARE;
  const squares = places.map(({ x, y, exit }) => ({
    name: squareName(x, y),
    x,
    y,
    exit,
    neighbours: [at(x, y - 1), x > 0 ? at(x - 1, y) : NO_SQUARE, at(x + 1, y), at(x, y + 1)],
  }));
  return { width, height: rows.length, squares, rows: [...rows] };
}

/** A square unreachable from the first; -1 if the maze is connected. */
function unreached(squares: readonly Square[]): number {
  const seen = new Set([0]);
  const open = [0];
  for (let square = open.pop(); square !== undefined; square = open.pop()) {
    for (const next of squares[square]?.neighbours ?? []) {
      if (next === NO_SQUARE || seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return squares.findIndex((_, square) => !seen.has(square));
}

/** One row a line. */
export function formatMaze({ rows }: Pick<Maze, "rows">): string {
  return `${rows.join("\n")}\n`;
}

/** A character in quotes, or the code of one that is not printable. */
function characterText(code: number): string {
  const text = String.fromCodePoint(code);
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(text) ? `the character U+${hex}${code === 0 ? " (NUL)" : ""}` : `"${text}"`;
}
