/** What the last turn changed: cells to mark, and arrows where pieces went from cell to cell. Pure. */
import type { PlyDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { Arrow } from "./arrow.tsx";

export interface LastMove {
  readonly cells: readonly number[];
  readonly arrows: readonly Arrow[];
}

export function lastMove(plies: readonly PlyDocument[], view: View): LastMove {
  const last = plies.at(-1);
  if (!last) return { cells: [], arrows: [] };
  const turn = plies.filter((ply) => ply.turn === last.turn && ply.actors.join() === last.actors.join());
  const cells = [...new Set(turn.flatMap((ply) => ply.cells))];
  // Of several pieces at once, one may step where another was: those are two ways.
  const ways = [
    ...joined(turn.flatMap(({ path }) => (path ? [path] : []))),
    ...turn.flatMap(({ steps }): readonly (readonly number[])[] => steps ?? []),
  ];
  return { cells, arrows: ways.length > 0 ? ways.map(alongPath) : arrowBetween(last.cells, view) };
}

/** Steps that begin where the one before ended are one way. */
function joined(paths: readonly (readonly number[])[]): number[][] {
  const ways: number[][] = [];
  for (const path of paths) {
    const before = ways.at(-1);
    if (before && before.at(-1) === path[0]) before.push(...path.slice(1));
    else ways.push([...path]);
  }
  return ways;
}

function alongPath(path: readonly number[]): Arrow {
  const [from, to] = [path[0] as number, path.at(-1) as number];
  return { from, to, kind: "last", ...(path.length > 2 && { path }) };
}

/** Of two cells, the one that is empty now is where it began. */
function arrowBetween(cells: readonly number[], view: View): Arrow[] {
  const isEmpty = (cell: number): boolean => !view.pieces.some((piece) => piece.cell === cell);
  const [a, b] = cells;
  if (cells.length !== 2 || a === undefined || b === undefined || isEmpty(a) === isEmpty(b)) return [];
  return [isEmpty(a) ? { from: a, to: b, kind: "last" } : { from: b, to: a, kind: "last" }];
}
