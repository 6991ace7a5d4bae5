import { expect, test } from "vitest";
import type { MoveDocument, Spot } from "../../service/api.ts";
import { NO_SELECTION, columnTargets, drop, press, sources, buttonMoves, targets, withoutRowTargets } from "./state.ts";

const cell = (number: number): Spot => ({ cell: number });
const move = (text: string, from: Spot | null, to: Spot | null): MoveDocument => ({ text, actor: 0, from, to });
const step = move("a-b", cell(0), cell(1));
const jump = move("a-c", cell(0), cell(2));
const promote = [move("p=q", cell(5), cell(6)), move("p=n", cell(5), cell(6))];
const place = move("put d", null, cell(3));
const card = move("♣7", { row: 1, item: 0 }, null);
const pass = move("pass", null, null);
const all = [step, jump, ...promote, place, card, pass];

test("a piece is selected, then moved to a target", () => {
  const selected = press(NO_SELECTION, all, cell(0));
  expect(selected).toEqual({ state: { selected: cell(0), choices: [] }, play: null });
  expect(targets(selected.state, all)).toEqual([cell(1), cell(2)]);
  expect(press(selected.state, all, cell(2)).play).toBe(jump);
});

test("pressing it again, or another cell, clears the selection", () => {
  const { state } = press(NO_SELECTION, all, cell(0));
  expect(press(state, all, cell(0))).toEqual({ state: NO_SELECTION, play: null });
  expect(press(state, all, cell(9))).toEqual({ state: NO_SELECTION, play: null });
});

test("another piece is selected instead", () => {
  const { state } = press(NO_SELECTION, all, cell(0));
  expect(press(state, all, cell(5)).state.selected).toEqual(cell(5));
});

test("moves with the same squares are listed as choices", () => {
  const { state } = press(NO_SELECTION, all, cell(5));
  expect(press(state, all, cell(6))).toEqual({ state: { selected: null, choices: promote }, play: null });
});

test("a move with one square is one press", () => {
  expect(press(NO_SELECTION, all, cell(3)).play).toBe(place);
  expect(press(NO_SELECTION, all, { row: 1, item: 0 }).play).toBe(card);
  expect(targets(NO_SELECTION, all)).toEqual([cell(3)]);
});

test("a piece that can move or be turned over: the second press turns it over", () => {
  const turn = move("turn a", cell(0), null);
  const moves = [step, turn];
  const { state } = press(NO_SELECTION, moves, cell(0));
  expect(press(state, moves, cell(0)).play).toBe(turn);
});

test("a drag ends on a target, else the piece stays selected", () => {
  expect(drop(all, cell(0), cell(1)).play).toBe(step);
  expect(drop(all, cell(0), cell(9))).toEqual({ state: { selected: cell(0), choices: [] }, play: null });
});

test("a card is played by pressing it, or by dragging it anywhere", () => {
  const lay = move("36r", { row: 1, item: 2 }, { row: 0, item: 4 });
  const moves = withoutRowTargets([lay, step]);
  expect(press(NO_SELECTION, moves, { row: 1, item: 2 }).play?.text).toBe("36r");
  expect(drop(moves, { row: 1, item: 2 }, null).play?.text).toBe("36r");
  expect(moves[1]).toBe(step);
});

const grid = [1, 2, 3].flatMap((y) => [1, 2].map((x) => ({ name: `${x},${y}`, x })));

test("where moves name columns, any cell of a column is its target", () => {
  const drops = [move("(drop 1)", null, cell(4)), move("(drop 2)", null, cell(3))];
  expect([...columnTargets(drops, grid)]).toEqual([
    [0, 4],
    [1, 3],
    [2, 4],
    [5, 3],
  ]);
  expect([...columnTargets(drops.slice(1), grid).keys()]).toEqual([1, 5]);
});

test("where moves name cells or have a source, only the targets take a press", () => {
  expect(columnTargets([move("(mark 1 3)", null, cell(4))], grid).size).toBe(0);
  expect(columnTargets([move("(mark 1 1)", null, cell(0))], grid).size).toBe(0);
  expect(columnTargets([move("a1", null, cell(0))], [{ name: "a1", x: 0 }]).size).toBe(0);
  expect(columnTargets([move("(drop 1)", null, cell(4)), step], grid).size).toBe(0);
  const twice = [move("(drop 1)", null, cell(4)), move("(pop 1)", null, cell(2))];
  expect(columnTargets(twice, grid).size).toBe(0);
});

test("moves without squares are buttons", () => {
  expect(buttonMoves(all)).toEqual([pass]);
  expect(sources(all)).not.toContainEqual(cell(3));
});
