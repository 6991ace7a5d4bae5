/** Which pieces moved between two views of a board. Pure. */
import type { View, ViewPiece } from "../../engine/contracts/view.ts";

export interface MovedPiece {
  readonly from: number;
  readonly to: number;
}

/** More moved pieces than this are another position, not a move. */
const MAX_MOVED = 8;

/** A piece that is gone from one cell and is now on another; a promoted piece has another letter. */
export function movedPieces(before: View, after: View): MovedPiece[] {
  if (before.cells.length !== after.cells.length || before.cells.length === 0) return [];
  const same = (a: ViewPiece, b: ViewPiece): boolean =>
    a.cell === b.cell && a.owner === b.owner && a.letter === b.letter;
  const gone = before.pieces.filter((piece) => !after.pieces.some((other) => same(piece, other)));
  const come = after.pieces.filter((piece) => !before.pieces.some((other) => same(piece, other)));
  if (come.length > MAX_MOVED || gone.length > 2 * MAX_MOVED) return [];
  const left = [...gone];
  const moved: MovedPiece[] = [];
  const pair = (fits: (old: ViewPiece, now: ViewPiece) => boolean, list: readonly ViewPiece[]): ViewPiece[] =>
    list.filter((now) => {
      const at = left.findIndex((old) => old.cell !== now.cell && fits(old, now));
      if (at < 0) return true;
      moved.push({ from: (left[at] as ViewPiece).cell, to: now.cell });
      left.splice(at, 1);
      return false;
    });
  const rest = pair((old, now) => old.owner === now.owner && old.letter === now.letter, come);
  // One piece of a side that changed its letter.
  if (rest.length === 1) pair((old, now) => old.owner !== null && old.owner === now.owner, rest);
  return moved;
}
