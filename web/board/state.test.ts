import { expect, test } from "vitest";
import type { MoveDocument, Spot } from "../../service/api.ts";
import { AT_REST, drop, press, sources, spokenMoves, targets, withoutRowTargets } from "./state.ts";

const cell = (number: number): Spot => ({ cell: number });
const move = (text: string, from: Spot | null, to: Spot | null): MoveDocument => ({ text, actor: 0, from, to });
const step = move("a-b", cell(0), cell(1));
const jump = move("a-c", cell(0), cell(2));
const promote = [move("p=q", cell(5), cell(6)), move("p=n", cell(5), cell(6))];
const place = move("put d", null, cell(3));
const card = move("♣7", { row: 1, item: 0 }, null);
const pass = move("pass", null, null);
const all = [step, jump, ...promote, place, card, pass];

test("a piece is taken up, then put down on a target", () => {
  const taken = press(AT_REST, all, cell(0));
  expect(taken).toEqual({ state: { taken: cell(0), choices: [] }, play: null });
  expect(targets(taken.state, all)).toEqual([cell(1), cell(2)]);
  expect(press(taken.state, all, cell(2)).play).toBe(jump);
});

test("pressing it again, or a cell that means nothing, lets go", () => {
  const { state } = press(AT_REST, all, cell(0));
  expect(press(state, all, cell(0))).toEqual({ state: AT_REST, play: null });
  expect(press(state, all, cell(9))).toEqual({ state: AT_REST, play: null });
});

test("another piece is taken up instead", () => {
  const { state } = press(AT_REST, all, cell(0));
  expect(press(state, all, cell(5)).state.taken).toEqual(cell(5));
});

test("moves that look the same are asked about", () => {
  const { state } = press(AT_REST, all, cell(5));
  expect(press(state, all, cell(6))).toEqual({ state: { taken: null, choices: promote }, play: null });
});

test("what has only one place is one press", () => {
  expect(press(AT_REST, all, cell(3)).play).toBe(place);
  expect(press(AT_REST, all, { row: 1, item: 0 }).play).toBe(card);
  expect(targets(AT_REST, all)).toEqual([cell(3)]);
});

test("a piece that can move or be turned over where it lies: the second press turns it", () => {
  const turn = move("turn a", cell(0), null);
  const moves = [step, turn];
  const { state } = press(AT_REST, moves, cell(0));
  expect(press(state, moves, cell(0)).play).toBe(turn);
});

test("what is carried lands on a target, and stays in hand where it cannot land", () => {
  expect(drop(all, cell(0), cell(1)).play).toBe(step);
  expect(drop(all, cell(0), cell(9))).toEqual({ state: { taken: cell(0), choices: [] }, play: null });
});

test("a card is played by pressing it, or by carrying it anywhere", () => {
  const lay = move("36r", { row: 1, item: 2 }, { row: 0, item: 4 });
  const moves = withoutRowTargets([lay, step]);
  expect(press(AT_REST, moves, { row: 1, item: 2 }).play?.text).toBe("36r");
  expect(drop(moves, { row: 1, item: 2 }, null).play?.text).toBe("36r");
  expect(moves[1]).toBe(step);
});

test("moves without a place are spoken", () => {
  expect(spokenMoves(all)).toEqual([pass]);
  expect(sources(all)).not.toContainEqual(cell(3));
});
