import { expect, test } from "vitest";
import type { View, ViewPiece } from "../../engine/contracts/view.ts";
import { movedPieces } from "./moved-pieces.ts";
import { winningLine } from "./winning-line.ts";

const cells = Array.from({ length: 16 }, (_, index) => ({
  name: `${"abcd".charAt(index % 4)}${4 - Math.floor(index / 4)}`,
  x: index % 4,
  y: Math.floor(index / 4),
  zone: null,
}));
const view = (...pieces: [number, number | null, string][]): View => ({
  shape: "square",
  cells,
  pieces: pieces.map(([cell, owner, letter]): ViewPiece => ({ cell, owner, letter })),
  turn: 0,
});

test("a piece that moved, captured, or was promoted", () => {
  expect(movedPieces(view([0, 0, "R"], [9, 1, "k"]), view([3, 0, "R"], [9, 1, "k"]))).toEqual([{ from: 0, to: 3 }]);
  expect(movedPieces(view([0, 0, "R"], [3, 1, "n"]), view([3, 0, "R"]))).toEqual([{ from: 0, to: 3 }]);
  expect(movedPieces(view([4, 0, "P"]), view([0, 0, "Q"]))).toEqual([{ from: 4, to: 0 }]);
});

test("castling moves two pieces; a placed piece moves none", () => {
  expect(movedPieces(view([12, 0, "K"], [15, 0, "R"]), view([14, 0, "K"], [13, 0, "R"]))).toEqual([
    { from: 12, to: 14 },
    { from: 15, to: 13 },
  ]);
  expect(movedPieces(view([1, 0, "x"]), view([1, 0, "x"], [2, 1, "o"]))).toEqual([]);
});

test("a piece that turns into another in place does not move", () => {
  expect(movedPieces(view([5, null, "?"]), view([5, 1, "k"]))).toEqual([]);
});

const placed = (...list: number[]): { cells: number[]; actors: number[] }[] =>
  list.map((cell, index) => ({ cells: [cell], actors: [index % 2] }));

test("the winning line is the longest straight run through the last piece", () => {
  const end = view([0, 0, "x"], [1, 1, "o"], [5, 0, "x"], [2, 1, "o"], [10, 0, "x"]);
  expect(winningLine(end, placed(0, 1, 5, 2, 10), [1, 0])).toEqual([0, 5, 10]);
});

test("no line in a draw, for a short run, or where pieces move", () => {
  const end = view([0, 0, "x"], [1, 1, "o"], [5, 0, "x"], [2, 1, "o"], [10, 0, "x"]);
  expect(winningLine(end, placed(0, 1, 5, 2, 10), [0.5, 0.5])).toEqual([]);
  expect(winningLine(end, placed(10, 2, 5, 0, 1), [1, 0])).toEqual([]);
  expect(winningLine(end, [{ cells: [0, 5], actors: [0] }, ...placed(10)], [1, 0])).toEqual([]);
  expect(winningLine(view([0, 0, "x"], [5, 0, "x"]), placed(0, 1, 5), [1, 0])).toEqual([]);
});
