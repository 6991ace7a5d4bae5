/** The arrows of a move. Pure. */
import type { MoveDocument } from "../../service/api.ts";
import type { Arrow } from "./arrow.tsx";

/** One for each step of a move of several pieces; a ring for a piece that is placed; none for cards and buttons. */
export function moveArrows(move: MoveDocument | null, kind: Arrow["kind"]): Arrow[] {
  if (move === null) return [];
  const { from, to, path, steps } = move;
  if (steps) return steps.map(([start, end]) => ({ from: start, to: end, kind }));
  if (!to || !("cell" in to)) return [];
  if (!from || !("cell" in from)) return [{ from: to.cell, to: to.cell, kind }];
  return [{ from: from.cell, to: to.cell, kind, ...(path && { path }) }];
}
