/**
 * Hand-written features of a side: each is a sum over its pieces, in rows; lower is better. Cells are from the owner's point of view,
 * cell 0 being the tip of the goal.
 */
import type { Notation } from "./notation.ts";

export interface Feature {
  readonly name: string;
  readonly summary: string;
  /** The value of one piece on a cell; null for `behind`, which depends on several pieces. */
  readonly onCell: ((a: number, b: number, homeRows: number) => number) | null;
}

/** Rows of a home with 1, 3, 6 or 10 cells. */
export function rowsOfHome(pieces: number): number {
  return Math.round((Math.sqrt(8 * pieces + 1) - 1) / 2);
}

export const FEATURES: readonly Feature[] = [
  {
    name: "steps",
    summary: "steps to the goal area (Manhattan distance)",
    onCell: (a, b, homeRows) => Math.max(0, a + b - homeRows + 1),
  },
  { name: "rows", summary: "rows to the tip of the goal", onCell: (a, b) => a + b },
  {
    name: "curve",
    summary: "the curved board: Euclidean distance to the tip minus rows to the tip",
    onCell: (a, b) => (2 * Math.sqrt(a * a + a * b + b * b)) / Math.sqrt(3) - (a + b),
  },
  {
    name: "behind",
    summary: "left-behind marbles: rows from the rear piece to the mean, times the number of pieces",
    onCell: null,
  },
];

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
