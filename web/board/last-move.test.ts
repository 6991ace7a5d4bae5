import { expect, test } from "vitest";
import type { PlyDocument } from "../../service/api.ts";
import type { View } from "../../engine/contracts/view.ts";
import { lastMove } from "./last-move.ts";

const view: View = { shape: "square", cells: [], pieces: [{ cell: 3, letter: "E", owner: 0 }], turn: 0 };
const ply = (turn: number, actor: number, cells: number[]): PlyDocument => ({ text: "", turn, actors: [actor], cells });

test("all cells of a turn are marked; without paths, the arrow is that of the last step", () => {
  const plies = [ply(0, 1, [8, 9]), ply(1, 0, [1, 2]), ply(1, 0, [2, 3])];
  expect(lastMove(plies, view)).toEqual({ cells: [1, 2, 3], arrows: [{ from: 2, to: 3, kind: "last" }] });
});

test("a capture that leaves more than two cells changed has no arrow", () => {
  expect(lastMove([ply(0, 0, [1, 2, 3])], view).arrows).toEqual([]);
  expect(lastMove([], view)).toEqual({ cells: [], arrows: [] });
});

test("a chain of jumps is shown cell by cell", () => {
  const chain = { ...ply(0, 0, [1, 3]), path: [1, 7, 3] };
  expect(lastMove([chain], view).arrows).toEqual([{ from: 1, to: 3, kind: "last", path: [1, 7, 3] }]);
});

test("consecutive steps of one piece are one path", () => {
  const steps = [
    [1, 2],
    [2, 3],
    [9, 10],
    [8, 9],
  ].map((path) => ({ ...ply(4, 0, path), path }));
  expect(lastMove([...steps, ply(4, 0, [])], view).arrows).toEqual([
    { from: 1, to: 3, kind: "last", path: [1, 2, 3] },
    { from: 9, to: 10, kind: "last" },
    { from: 8, to: 9, kind: "last" },
  ]);
});
