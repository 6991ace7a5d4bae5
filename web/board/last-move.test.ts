import { expect, test } from "vitest";
import type { PlyDocument } from "../../server/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import { lastMove } from "./last-move.ts";

const view: View = { shape: "square", cells: [], pieces: [{ cell: 3, letter: "E", owner: 0 }], turn: 0 };
const ply = (turn: number, actor: number, cells: number[]): PlyDocument => ({ text: "", turn, actors: [actor], cells });

test("all cells of a turn of several steps are marked; the arrow is that of its last step", () => {
  const plies = [ply(0, 1, [8, 9]), ply(1, 0, [1, 2]), ply(1, 0, [2, 3])];
  expect(lastMove(plies, view)).toEqual({ cells: [1, 2, 3], arrow: { from: 2, to: 3, kind: "last" } });
});

test("a capture that leaves more than two cells changed has no arrow", () => {
  expect(lastMove([ply(0, 0, [1, 2, 3])], view).arrow).toBeNull();
  expect(lastMove([], view)).toEqual({ cells: [], arrow: null });
});
