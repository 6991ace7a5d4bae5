import { expect, test } from "vitest";
import type { ValuedMove } from "../../service/api.ts";
import { groupsOf, verdictText } from "./value-groups.ts";

const valued = (text: string, outcome: ValuedMove["outcome"], moves: number | null = null): ValuedMove => ({
  text,
  after: { text: "", score: 0, parts: {}, exact: true },
  outcome,
  moves,
  label: "",
  best: false,
});

test("moves are grouped as winning, drawing and losing for the player to move, in their order", () => {
  const list = [valued("Qg7", "win", 1), valued("Qf6", "win", 3), valued("Qa1", "draw"), valued("Qh8", "loss", 2)];
  const groups = groupsOf(list, "White");
  expect(groups.map(({ title, moves }) => [title, moves.map(({ text }) => text)])).toEqual([
    ["White wins", ["Qg7", "Qf6"]],
    ["Draw", ["Qa1"]],
    ["White loses", ["Qh8"]],
  ]);
});

test("unknown outcomes are between winning and drawing moves", () => {
  const titles = groupsOf([valued("a", "win"), valued("b", "draw"), valued("c", null)], "x").map(({ title }) => title);
  expect(titles).toEqual(["x wins", "Unknown outcome", "Draw"]);
});

test("estimates alone are not grouped", () => {
  expect(groupsOf([valued("a", null), valued("b", null)], "White")).toMatchObject([{ title: null }]);
});

test("the verdict names the player and counts moves", () => {
  const value = { text: "win in 23 plies", score: 977, parts: { plies: 23 }, exact: true };
  expect(verdictText({ ...value, outcome: "win", moves: 12 }, "White")).toBe("White wins in 12 moves");
  expect(verdictText({ ...value, text: "loss", outcome: "loss", moves: null }, "Black")).toBe("Black loses: loss");
  const doubtful = { ...value, text: "win in 23 plies, unless the fifty-move rule draws first", exact: false };
  expect(verdictText({ ...doubtful, outcome: "win", moves: 12 }, "White")).toBe(doubtful.text);
  expect(verdictText({ ...value, text: "draw", outcome: "draw", moves: null }, "Black")).toBe("draw");
});
