/** What the last turn changed: cells to mark, and an arrow where one piece went from one cell to another. Pure. */
import type { PlyDocument } from "../../server/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { Arrow } from "./drawing.tsx";

export interface LastMove {
  readonly cells: readonly number[];
  readonly arrow: Arrow | null;
}

export function lastMove(plies: readonly PlyDocument[], view: View): LastMove {
  const last = plies.at(-1);
  if (!last) return { cells: [], arrow: null };
  const turn = plies.filter((ply) => ply.turn === last.turn && ply.actors.join() === last.actors.join());
  const cells = [...new Set(turn.flatMap((ply) => ply.cells))];
  return { cells, arrow: arrowOf(last.cells, view) };
}

/** Of two cells, the one that is empty now is where it began. */
function arrowOf(cells: readonly number[], view: View): Arrow | null {
  const isEmpty = (cell: number): boolean => !view.pieces.some((piece) => piece.cell === cell);
  const [a, b] = cells;
  if (cells.length !== 2 || a === undefined || b === undefined || isEmpty(a) === isEmpty(b)) return null;
  return isEmpty(a) ? { from: a, to: b, kind: "last" } : { from: b, to: a, kind: "last" };
}
