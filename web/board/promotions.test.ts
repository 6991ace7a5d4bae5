import { expect, test } from "vitest";
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument } from "../../service/api.ts";
import { promotionOffsets, promotionChoices } from "./promotions.ts";
import { chessmen } from "./pieces/chessmen.tsx";

const promotion = (letter: string, to = 60): MoveDocument => ({
  text: `e8=${letter.toUpperCase()}`,
  actor: 0,
  from: { cell: 52 },
  to: { cell: to },
  becomes: { letter, owner: 0 },
});
const board: View = {
  shape: "square",
  cells: Array.from({ length: 64 }, (_, i) => ({ name: `c${i}`, x: i % 8, y: 7 - Math.floor(i / 8), zone: null })),
  pieces: [],
  turn: 0,
};

test("promotions are chosen on the board, the queen first", () => {
  const letters = promotionChoices(
    ["n", "b", "r", "q"].map((letter) => promotion(letter)),
    chessmen,
  )?.map(({ face }) => face.letter);
  expect(letters).toEqual(["q", "r", "b", "n"]);
});

test("moves that do not differ by the piece on one cell are chosen by name", () => {
  const plain = { ...promotion("q"), becomes: undefined } as unknown as MoveDocument;
  expect(promotionChoices([promotion("q"), plain], chessmen)).toBeNull();
  expect(promotionChoices([promotion("q"), promotion("q")], chessmen)).toBeNull();
  expect(promotionChoices([promotion("q"), promotion("n", 61)], chessmen)).toBeNull();
  expect(promotionChoices([], chessmen)).toBeNull();
});

test("the choices extend from the last rank towards the middle, also on a flipped board", () => {
  expect(promotionOffsets(board, 60, 4, false)).toEqual([0, 1, 2, 3]);
  expect(promotionOffsets(board, 60, 4, true)).toEqual([-0, -1, -2, -3]);
  expect(promotionOffsets(board, 4, 4, false)).toEqual([-0, -1, -2, -3]);
});

test("on a small board the choices stay within it as far as they fit", () => {
  const small = { ...board, cells: board.cells.filter(({ y }) => y < 3).map((cell) => ({ ...cell })) };
  const middle = small.cells.findIndex(({ x, y }) => x === 0 && y === 1);
  expect(promotionOffsets(small, middle, 3, false)).toEqual([-1, 0, 1]);
});
