import { expect, test } from "vitest";
import type { AnalysisDocument, AnalysisLine, EvaluationDocument } from "../../service/analysis-documents.ts";
import type { MoveDocument, ValuedMove } from "../../service/api.ts";
import { isSolved, lineArrows, linesSetting, replaces, withOneBest } from "./analyses.ts";
import { hintOf, isEnoughForHint } from "./hint.ts";

const evaluation: EvaluationDocument = { share: 0.1, label: "+1", text: "+1 pawns for White", exact: false };
const line = (...moves: string[]): AnalysisLine => ({ moves, evaluation, playouts: null });
const valued = (text: string, best: boolean): ValuedMove => ({
  text,
  after: { text: "+1", score: 1, parts: {}, exact: false },
  outcome: null,
  moves: null,
  label: "+1",
  best,
});
const search: AnalysisDocument = {
  position: "",
  source: { kind: "search", name: "alphabeta", text: "searched to depth 9" },
  value: null,
  moves: [valued("b", true), valued("a", true)],
  pv: ["a", "x"],
  player: 0,
  evaluation,
  lines: [line("a", "x"), line("b")],
  strategies: [],
  depth: 9,
  nodes: 1000,
  playouts: null,
  milliseconds: 400,
  done: false,
  buildable: null,
  provable: null,
};
const solved: AnalysisDocument = { ...search, source: { kind: "table", name: "t", text: "exact" }, done: true };
const moves: MoveDocument[] = [
  { text: "a", actor: 1, from: null, to: { cell: 9 } },
  { text: "a", actor: 0, from: { cell: 1 }, to: { cell: 2 } },
  { text: "b", actor: 0, from: null, to: { cell: 3 } },
];

test("a search that starts again replaces an earlier one when it is as deep; exact values always do", () => {
  expect(replaces(search, undefined)).toBe(true);
  expect(replaces({ ...search, depth: 8 }, search)).toBe(false);
  expect(replaces({ ...search, depth: 9, nodes: 10 }, search)).toBe(true);
  expect(replaces({ ...search, lines: [line("a")] }, search)).toBe(false);
  expect(replaces({ ...search, depth: null, playouts: 10 }, { ...search, depth: null, playouts: 20 })).toBe(false);
  expect(replaces(solved, search)).toBe(true);
  expect(replaces({ ...search, depth: 30 }, solved)).toBe(false);
  expect([isSolved(solved), isSolved(search)]).toEqual([true, false]);
});

test("of equal estimates only the move of the first line is marked best; equal exact moves all are", () => {
  expect(
    withOneBest(search)
      .moves.filter(({ best }) => best)
      .map(({ text }) => text),
  ).toEqual(["a"]);
  expect(withOneBest(solved).moves.filter(({ best }) => best)).toHaveLength(2);
});

test("an arrow or a ring for each line, the strongest last", () => {
  expect(lineArrows(search, moves, 0)).toEqual([
    { from: 3, to: 3, kind: "best", rank: 1 },
    { from: 1, to: 2, kind: "best", rank: 0 },
  ]);
  const promotions = { ...search, lines: [line("q"), line("r")] };
  const same = (text: string): MoveDocument => ({ text, actor: 0, from: { cell: 1 }, to: { cell: 2 } });
  expect(lineArrows(promotions, [same("q"), same("r")], 0)).toEqual([{ from: 1, to: 2, kind: "best", rank: 0 }]);
});

test("a move that loses has no arrow beside one that wins", () => {
  const known = [
    { ...valued("a", true), outcome: "win" as const },
    { ...valued("b", false), outcome: "loss" as const },
  ];
  expect(lineArrows({ ...solved, moves: known }, moves, 0)).toEqual([{ from: 1, to: 2, kind: "best", rank: 0 }]);
});

test("a hint is the first move of the first line, of the analysed actor", () => {
  expect(hintOf(search, moves, 0)).toEqual({
    move: moves[1],
    text: "a",
    detail: "+1 pawns for White (searched to depth 9)",
  });
  expect(hintOf({ ...search, lines: [] }, moves, 0)).toBeNull();
  expect(hintOf(search, [], 0)).toBeNull();
  expect(isEnoughForHint(search)).toBe(false);
  expect(isEnoughForHint({ ...search, milliseconds: 2000 })).toBe(true);
  expect(isEnoughForHint(solved)).toBe(true);
});

test("the number of lines is from one to five", () => {
  expect([null, "1", "5", "0", "6", "two", "2.5"].map(linesSetting)).toEqual([3, 1, 5, 3, 3, 3, 3]);
});
