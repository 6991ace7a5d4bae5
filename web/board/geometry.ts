/** Positions of cells and neighbours by direction. In cell widths; y grows downwards. */
import type { View, ViewCell } from "../../engine/contracts/view.ts";
import { cellNames } from "./cell-names.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

type Direction = "up" | "down" | "left" | "right";

/** By key name. */
export const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Half a cell beyond the outermost centres. */
export function boxOf(cells: readonly ViewCell[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of cells) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left - 0.5, y: top - 0.5, width: right - left + 1, height: bottom - top + 1 };
}

/** Rotated by 180° if the board is flipped. */
export function placed(point: Point, box: Box, flipped: boolean): Point {
  if (!flipped) return { x: point.x, y: point.y };
  return { x: 2 * box.x + box.width - point.x, y: 2 * box.y + box.height - point.y };
}

/** The next cell in a direction; the same cell if there is none. On hexagons, up and down go to the adjacent row. */
export function neighbour(view: View, from: number, direction: Direction, flipped: boolean): number {
  const here = view.cells[from];
  if (!here) return 0;
  const sign = flipped ? -1 : 1;
  const [ux, uy] = {
    up: [0, -sign],
    down: [0, sign],
    left: [-sign, 0],
    right: [sign, 0],
  }[direction] as [number, number];
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  view.cells.forEach((cell, index) => {
    const dx = cell.x - here.x;
    const dy = cell.y - here.y;
    const along = dx * ux + dy * uy;
    const across = Math.abs(dx * uy) + Math.abs(dy * ux);
    if (along < 0.1 || across > along + 0.01) return;
    const cost = along + 1.5 * across;
    if (cost < least - 1e-9) {
      least = cost;
      best = index;
    }
  });
  return best;
}

/** Coordinates along the edges: the letter or number shared by all names of a column or row. */
export function edgeNames(view: View): {
  readonly columns: ReadonlyMap<number, string>;
  readonly rows: ReadonlyMap<number, string>;
} {
  if (view.shape !== "square") return { columns: new Map(), rows: new Map() };
  const names = cellNames(view);
  const part = (pattern: RegExp, axis: "x" | "y"): ReadonlyMap<number, string> =>
    shared(view.cells.map((cell, index) => [cell[axis], pattern.exec(names[index] as string)?.[0]]));
  const columns = part(FIRST, "x");
  if (columns.size > 0) return { columns, rows: part(SECOND, "y") };
  // Letters may name the rows.
  return { columns: part(SECOND, "x"), rows: part(FIRST, "y") };
}

const FIRST = /^([a-z]+|\w+(?=,))/i;
const SECOND = /(\d+|(?<=,)\w+)$/;

/** For each coordinate the common name; none if names differ. */
function shared(names: readonly (readonly [number, string | undefined])[]): ReadonlyMap<number, string> {
  const found = new Map<number, string | null>();
  for (const [at, name] of names) found.set(at, found.has(at) && found.get(at) !== name ? null : (name ?? null));
  return new Map([...found].flatMap(([at, name]): [number, string][] => (name === null ? [] : [[at, name]])));
}

/** Finds the cell at a point of the drawn board, in cell widths. */
export function cellFinder(view: View, flipped: boolean): (point: Point) => number | null {
  const box = boxOf(view.cells);
  const key = ({ x, y }: Point): string => `${Math.round(x)},${Math.round(y)}`;
  const numbers = new Map(view.cells.map((cell, index) => [key(cell), index]));
  return (point) => numbers.get(key(placed(point, box, flipped))) ?? null;
}

/** The convex hull of the centres, for the background of a board that is not a rectangle. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const half = (list: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of list) {
      while (kept.length > 1 && turn(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 1e-9) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}
