/**
 * What the hand-made evaluations of this game count for a side; each is a sum over its pieces, and less is better. The
 * numbers are in rows. Cells are as the pieces' owner sees them, cell 0 being the tip of the goal.
 */
import type { Notation } from "./notation.ts";

export interface Feature {
  readonly name: string;
  readonly summary: string;
  /** The value of one piece on a cell; null for the one feature that looks at several pieces. */
  readonly onCell: ((a: number, b: number, homeRows: number) => number) | null;
}

/** Rows of a home of so many cells: 1, 3, 6 or 10. */
export function rowsOfHome(pieces: number): number {
  return Math.round((Math.sqrt(8 * pieces + 1) - 1) / 2);
}

export const FEATURES: readonly Feature[] = [
  {
    name: "steps",
    summary: "steps to the goal area, the Manhattan distance of this board",
    onCell: (a, b, homeRows) => Math.max(0, a + b - homeRows + 1),
  },
  { name: "rows", summary: "rows to the tip of the goal", onCell: (a, b) => a + b },
  {
    name: "curve",
    summary: "the curved board: how much farther the tip is along a circle's radius than along rows",
    onCell: (a, b) => (2 * Math.sqrt(a * a + a * b + b * b)) / Math.sqrt(3) - (a + b),
  },
  {
    name: "behind",
    summary: "left-behind marbles: rows by which the rear piece stands behind the mean, times the pieces",
    onCell: null,
  },
];

/** The weighted values of all cells. */
export function cellValues(
  notation: Notation,
  pieces: number,
  weights: Readonly<Record<string, number>>,
): readonly number[] {
  const homeRows = rowsOfHome(pieces);
  return notation.coordinates.map(([a, b]) =>
    FEATURES.reduce((sum, { name, onCell }) => sum + (weights[name] ?? 0) * (onCell?.(a, b, homeRows) ?? 0), 0),
  );
}
