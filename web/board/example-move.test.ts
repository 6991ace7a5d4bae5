import { expect, test } from "vitest";
import type { MoveDocument } from "../../service/api.ts";
import { exampleMove } from "./example-move.ts";

const move = (from: number | null, to: number | null, path?: readonly number[]): MoveDocument => ({
  text: `${from}-${to}`,
  actor: 0,
  from: from === null ? null : { cell: from },
  to: to === null ? null : { cell: to },
  ...(path && { path }),
});

test("a piece with the most moves, and its longest path", () => {
  const moves = [move(1, 2), move(3, 4), move(3, 8, [3, 5, 8]), move(3, 5)];
  expect(exampleMove(moves)).toEqual({ move: moves[2], from: 3, targets: [4, 8, 5] });
});

test("where pieces are placed, one in the middle of the list", () => {
  const moves = [move(null, 1), move(null, 2), move(null, 3)];
  expect(exampleMove(moves)).toEqual({ move: moves[1], from: null, targets: [] });
});

test("cards and buttons are no moves on a board", () => {
  expect(exampleMove([move(null, null)])).toBeNull();
  expect(exampleMove([])).toBeNull();
});
