/** Cells to points of the drawing. */
import type { View, ViewCell } from "../../engine/contracts/view.ts";
import { boxOf, placed, type Point } from "./geometry.ts";

/** Width of a cell. */
export const UNIT = 100;

export interface Place {
  (cell: number): Point;
}

export function placeOf(view: View, flipped: boolean): Place {
  const box = boxOf(view.cells);
  return (cell) => {
    const { x, y } = placed(view.cells[cell] as ViewCell, box, flipped);
    return { x: x * UNIT, y: y * UNIT };
  };
}
