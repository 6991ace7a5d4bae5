/** Accessible labels of cells, for screen readers. */
import type { View } from "../../engine/contracts/view.ts";
import { cellNames } from "./cell-names.ts";
import type { PieceSet } from "./pieces/piece-set.ts";

interface CellMarks {
  readonly selected: boolean;
  /** Can be selected or pressed. */
  readonly source?: boolean;
  readonly target: boolean;
  readonly value: string | null;
}

export function describeCell(
  view: View,
  index: number,
  set: Pick<PieceSet, "name" | "mark">,
  seats: readonly string[],
  marks: CellMarks,
): string {
  const cell = view.cells[index];
  const pieces = view.pieces.filter((piece) => piece.cell === index);
  const words = [cellNames(view)[index] ?? ""];
  for (const piece of pieces)
    words.push(set.name(piece, seats) + (piece.held ? ", held" : "") + (piece.check ? ", in check" : ""));
  if (pieces.length === 0) words.push(cell?.mark ? (set.mark?.name ?? "trap") : "empty");
  if (marks.selected) words.push("selected");
  else if (marks.source && !marks.target) words.push("can be moved");
  if (marks.target) words.push("can be reached");
  if (marks.value !== null) words.push(marks.value);
  return words.join(", ");
}
