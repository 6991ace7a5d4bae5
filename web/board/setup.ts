/** Setting up a position with the mouse: pieces by cell, changed by pressing and dragging. Pure. */
import type { TrayPiece } from "../../service/api.ts";
import type { View, ViewPiece } from "../../engine/contracts/view.ts";

export type Placed = ReadonlyMap<number, TrayPiece>;
/** A press places this piece, or removes one. */
export type Brush = TrayPiece | "erase";

/** The pieces on the board that the tray has; others cannot be set up. */
export function placedOf(view: View, tray: readonly TrayPiece[]): Placed {
  const find = (piece: ViewPiece): TrayPiece | undefined =>
    tray.find(({ letter, owner }) => letter === piece.letter && owner === piece.owner) ??
    tray.find(({ letter }) => letter === piece.letter);
  return new Map(
    view.pieces.flatMap((piece) => {
      const found = find(piece);
      return found ? [[piece.cell, found] as const] : [];
    }),
  );
}

export function pressed(placed: Placed, cell: number, brush: Brush): Placed {
  const next = new Map(placed);
  if (brush === "erase" || placed.get(cell) === brush) next.delete(cell);
  else next.set(cell, brush);
  return next;
}

/** Dragged from cell to cell; off the board it is removed. */
export function dragged(placed: Placed, from: number, to: number | null): Placed {
  const piece = placed.get(from);
  if (!piece || from === to) return placed;
  const next = new Map(placed);
  next.delete(from);
  if (to !== null) next.set(to, piece);
  return next;
}

export function viewWith(view: View, placed: Placed): View {
  const pieces = [...placed].map(([cell, { letter, owner }]) => ({ cell, letter, owner }));
  return { shape: view.shape, cells: view.cells, pieces, turn: view.turn };
}
