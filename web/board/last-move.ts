/** Highlights of the last turn: changed cells, and arrows for the pieces that moved. Pure. */
import type { PlyDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { Arrow } from "./arrow.tsx";

interface LastMove {
  readonly cells: readonly number[];
  readonly arrows: readonly Arrow[];
}

export function lastMove(plies: readonly PlyDocument[], view: View): LastMove {
  const last = plies.at(-1);
  if (!last) return { cells: [], arrows: [] };
  const turn = plies.filter((ply) => ply.turn === last.turn && ply.actors.join() === last.actors.join());
  const cells = [...new Set(turn.flatMap((ply) => ply.cells))];
  // Steps of several pieces are not joined: one may step to where another was.
  const paths = [
    ...joined(turn.flatMap(({ path }) => (path ? [path] : []))),
    ...turn.flatMap(({ steps }): readonly (readonly number[])[] => steps ?? []),
  ];
  return { cells, arrows: paths.length > 0 ? paths.map(alongPath) : arrowBetween(last.cells, view) };
}

/** Joins paths that begin where the previous one ended. */
function joined(paths: readonly (readonly number[])[]): number[][] {
  const joinedPaths: number[][] = [];
  for (const path of paths) {
    const before = joinedPaths.at(-1);
    if (before && before.at(-1) === path[0]) before.push(...path.slice(1));
    else joinedPaths.push([...path]);
  }
  return joinedPaths;
}

function alongPath(path: readonly number[]): Arrow {
  const [from, to] = [path[0] as number, path.at(-1) as number];
  return { from, to, kind: "last", ...(path.length > 2 && { path }) };
}

/** Of two changed cells, the empty one is the origin. */
function arrowBetween(cells: readonly number[], view: View): Arrow[] {
  const isEmpty = (cell: number): boolean => !view.pieces.some((piece) => piece.cell === cell);
  const [a, b] = cells;
  if (cells.length !== 2 || a === undefined || b === undefined || isEmpty(a) === isEmpty(b)) return [];
  return [isEmpty(a) ? { from: a, to: b, kind: "last" } : { from: b, to: a, kind: "last" }];
}
