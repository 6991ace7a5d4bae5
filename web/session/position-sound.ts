/** The sound of a change from one position to the next. Pure. */
import type { PositionDocument } from "../../service/api.ts";

export function soundOf(before: PositionDocument | null, after: PositionDocument): "move" | "capture" | "end" | null {
  if (before === null || before.plies.length + 1 !== after.plies.length) return null;
  // Dealing is silent.
  if (after.plies.at(-1)?.actors.includes(-1)) return null;
  if (after.result) return "end";
  return after.view.pieces.length < before.view.pieces.length ? "capture" : "move";
}
