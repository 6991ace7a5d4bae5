/** The path of a chain of jumps. A move gives only its start and end cell. */
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
 * The cells of a shortest chain of jumps, start and end included; null for a roll. `occupied` holds all pieces except the moving one.
 */
export function chainOf(
  notation: Notation,
  occupied: ReadonlySet<number>,
  from: number,
  to: number,
): readonly number[] | null {
  if (DIRECTIONS.some((direction) => cellInDirection(notation, from, direction, 1) === to)) return null;
  const parents = new Map<number, number>([[from, from]]);
  for (const cell of parents.keys()) {
    if (cell === to) return pathTo(parents, from, to);
    for (const direction of DIRECTIONS) {
      const over = cellInDirection(notation, cell, direction, 1);
      const landing = cellInDirection(notation, cell, direction, 2);
      if (over === null || landing === null || parents.has(landing)) continue;
      if (occupied.has(over) && !occupied.has(landing)) parents.set(landing, cell);
    }
  }
  return null;
}

function pathTo(parents: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const cells = [to];
  while (cells[0] !== from) cells.unshift(parents.get(cells[0] as number) as number);
  return cells;
}

function cellInDirection(
  notation: Notation,
  cell: number,
  [da, db]: readonly [number, number],
  steps: number,
): number | null {
  const [a, b] = notation.coordinates[cell] as readonly [number, number];
  return notation.cellAt(a + steps * da, b + steps * db);
}
