/** The winning line of a game in which pieces are placed and never move. Pure. */
import type { PlyDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";

const LEAST = 3;
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The cells of the winner's longest straight run through the piece placed last; empty if there is none of at least three. */
export function winningLine(
  view: View,
  plies: readonly Pick<PlyDocument, "cells" | "actors">[],
  scores: readonly number[],
): number[] {
  const winners = scores.flatMap((score, seat) => (score === Math.max(...scores) ? [seat] : []));
  const [winner] = winners;
  // On hexagons, paths win rather than lines.
  if (view.shape !== "square" || winner === undefined || winners.length !== 1 || scores.length < 2) return [];
  if (plies.some(({ cells }) => cells.length > 1)) return [];
  const last = plies.at(-1)?.cells[0];
  const placed = new Set(plies.flatMap(({ cells }) => cells));
  const own = new Set(view.pieces.flatMap(({ cell, owner }) => (owner === winner && placed.has(cell) ? [cell] : [])));
  if (last === undefined || !own.has(last)) return [];
  const at = new Map(view.cells.map(({ x, y }, cell) => [`${x},${y}`, cell]));
  const run = (dx: number, dy: number): number[] => {
    const found: number[] = [];
    let { x, y } = view.cells[last] as { x: number; y: number };
    for (;;) {
      [x, y] = [x + dx, y + dy];
      const cell = at.get(`${x},${y}`);
      if (cell === undefined || !own.has(cell)) return found;
      found.push(cell);
    }
  };
  const lines = DIRECTIONS.map(([dx, dy]) => [...run(-dx, -dy).toReversed(), last, ...run(dx, dy)]);
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best));
  return longest.length >= LEAST ? longest : [];
}
