/** The view: empty squares, exits, policemen and thief. */
import type { View, ViewCell } from "../../engine/contracts/view.ts";
import { BOTH, POLICE, THIEF } from "./layout.ts";
import type { Maze } from "./maze.ts";
import type { Placement } from "./notation.ts";

export const LETTERS = ["P", "T"] as const;

export function viewCells({ squares }: Maze): readonly ViewCell[] {
  return squares.map(({ name, x, y, exit }) => ({
    name,
    x,
    y,
    zone: exit ? THIEF : null,
    ...(exit ? { mark: "E" } : {}),
  }));
}

export function viewOf(cells: readonly ViewCell[], { police, thief, turn }: Placement, isOver: boolean): View {
  return {
    shape: "square",
    walls: true,
    cells,
    pieces: [
      ...police.map((cell) => ({ cell, owner: POLICE, letter: LETTERS[POLICE] })),
      { cell: thief, owner: THIEF, letter: LETTERS[THIEF] },
    ],
    ...(turn === BOTH && !isOver ? { notes: ["Both sides move simultaneously."] } : {}),
    turn: isOver || turn === BOTH ? null : turn,
  };
}
