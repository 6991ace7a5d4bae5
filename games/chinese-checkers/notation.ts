/**
 * Notation of cells and positions. A cell is a letter and a number: the letter counts along the upper left edge from
 * the top tip, the number along the upper right edge. A position is written row by row from the top tip: x for the first
 * player (who starts at the bottom), o for the second, digits for runs of empty cells; then the side to move.
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

/** Cell numbers of both sides' pieces, and the player to move. */
export interface Placement {
  readonly cells: readonly [readonly number[], readonly number[]];
  readonly turn: number;
}

export const LETTERS: readonly string[] = ["x", "o"];

export class Notation {
  readonly side: number;
  /** Coordinates of each cell: how far along the two upper edges. */
  readonly coordinates: readonly (readonly [a: number, b: number])[];
  readonly #cells = new Map<string, number>();
  readonly #numbers: number[] = [];

  constructor(side: number) {
    this.side = side;
    const coordinates: [number, number][] = [];
    for (let row = 0; row < 2 * side - 1; row++) {
      for (let a = Math.min(row, side - 1); a >= Math.max(0, row - side + 1); a--) coordinates.push([a, row - a]);
    }
    this.coordinates = coordinates;
    coordinates.forEach(([a, b], cell) => {
      this.#cells.set(this.cellName(cell), cell);
      this.#numbers[a * side + b] = cell;
    });
  }

  cellName(cell: number): string {
    const [a, b] = this.coordinates[cell] as readonly [number, number];
    return `${String.fromCharCode(97 + a)}${b + 1}`;
  }

  /** Null off the board. */
  cellAt(a: number, b: number): number | null {
    if (Math.min(a, b) < 0 || Math.max(a, b) >= this.side) return null;
    return this.#numbers[a * this.side + b] as number;
  }

  parseCell(text: string): Result<number> {
    const cell = this.#cells.get(text.trim().toLowerCase());
    if (cell !== undefined) return ok(cell);
    const last = `${String.fromCharCode(96 + this.side)}${this.side}`;
    return fail("bad-position", `"${text.trim()}" is not a cell of this board; cells are a1 to ${last}`);
  }

  /** Cells separated by commas or blanks, each at most once, in ascending order. */
  parseCells(text: string): Result<number[]> {
    const cells: number[] = [];
    for (const name of text.split(/[\s,]+/).filter((part) => part !== "")) {
      const cell = this.parseCell(name);
      if (!cell.ok) return cell;
      if (cells.includes(cell.value)) return fail("bad-position", `cell ${name} is given twice`);
      cells.push(cell.value);
    }
    return ok(cells.toSorted((x, y) => x - y));
  }

  formatPlacement({ cells, turn }: Placement): string {
    const rows: string[] = [];
    let cell = 0;
    for (const length of this.#rowLengths()) {
      const symbols = Array.from({ length }, (_, i) => {
        const owner = cells.findIndex((own) => own.includes(cell + i));
        return owner < 0 ? "." : (LETTERS[owner] as string);
      });
      rows.push(symbols.join("").replace(/\.+/g, (gap) => String(gap.length)));
      cell += length;
    }
    return `${rows.join("/")} ${LETTERS[turn]}`;
  }

  /** Does not check the number of pieces. */
  parsePlacement(text: string): Result<Placement> {
    const [board = "", turnLetter = "x", ...more] = text.trim().toLowerCase().split(/\s+/);
    const turn = LETTERS.indexOf(turnLetter);
    if (more.length > 0 || turn < 0)
      return fail("bad-position", `"${text.trim()}": expected rows, then the side to move, x or o, and nothing else`);
    const rows = board.split("/");
    const lengths = this.#rowLengths();
    if (rows.length !== lengths.length) {
      return fail(
        "bad-position",
        `a board of side ${this.side} has ${lengths.length} rows, this position has ${rows.length}`,
      );
    }
    const cells: [number[], number[]] = [[], []];
    let first = 0;
    for (const [index, row] of rows.entries()) {
      const length = lengths[index] as number;
      const found = readRow(row, first, cells);
      if (found === null) return fail("bad-position", `row ${index + 1} ("${row}") may hold only x, o and digits`);
      if (found !== length)
        return fail(
          "bad-position",
          `row ${index + 1} ("${row}") has ${plural(found, "cell")}, it should have ${length}`,
        );
      first += length;
    }
    return ok({ cells, turn });
  }

  #rowLengths(): number[] {
    return Array.from({ length: 2 * this.side - 1 }, (_, row) => Math.min(row + 1, 2 * this.side - 1 - row));
  }
}

/** Adds a row's pieces; returns its number of cells, or null if it contains an invalid character. */
function readRow(row: string, first: number, cells: readonly [number[], number[]]): number | null {
  let cell = first;
  for (const part of row.match(/\d+|./g) ?? []) {
    const owner = LETTERS.indexOf(part);
    if (/^\d+$/.test(part)) cell += Number(part);
    else if (owner >= 0) cells[owner as 0 | 1].push(cell++);
    else return null;
  }
  return cell - first;
}
