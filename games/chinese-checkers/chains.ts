/** The way of a piece that jumps: a move says only where it begins and ends. */
import type { Notation } from "./notation.ts";

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
  [-1, 1],
] as const;

/**
 * The cells on which it lands, from its first cell to its last, with as few jumps as can be; null where it needs none. `occupied` is what
 * stands on the board beside the piece itself.
 */
export function chainOf(
  notation: Notation,
  occupied: ReadonlySet<number>,
  from: number,
  to: number,
): readonly number[] | null {
  if (DIRECTIONS.some((direction) => away(notation, from, direction, 1) === to)) return null;
  /** Whence each cell is reached first. */
  const whence = new Map<number, number>([[from, from]]);
  for (const cell of whence.keys()) {
    if (cell === to) return pathTo(whence, from, to);
    for (const direction of DIRECTIONS) {
      const over = away(notation, cell, direction, 1);
      const landing = away(notation, cell, direction, 2);
      if (over === null || landing === null || whence.has(landing)) continue;
      if (occupied.has(over) && !occupied.has(landing)) whence.set(landing, cell);
    }
  }
  return null;
}

function pathTo(whence: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const cells = [to];
  while (cells[0] !== from) cells.unshift(whence.get(cells[0] as number) as number);
  return cells;
}

function away(notation: Notation, cell: number, [da, db]: readonly [number, number], steps: number): number | null {
  const [a, b] = notation.coordinates[cell] as readonly [number, number];
  return notation.cellAt(a + steps * da, b + steps * db);
}
