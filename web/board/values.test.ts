import { expect, test } from "vitest";
import type { MoveDocument, ValuedMove } from "../../service/api.ts";
import { badges, heat, heatColour, valuesByMove } from "./values.ts";

const move = (text: string, from: number, to: number): MoveDocument => ({
  text,
  actor: 0,
  from: { cell: from },
  to: { cell: to },
});
const valued = (text: string, score: number, outcome: ValuedMove["outcome"]): ValuedMove => ({
  text,
  outcome,
  moves: null,
  label: `${score}`,
  best: score === 3,
  after: { text: `value ${score}`, score, parts: {}, exact: true },
});

const moves = [move("a", 0, 1), move("b", 0, 2), move("c", 5, 2)];
const values = valuesByMove([valued("a", 3, "win"), valued("b", -1, "loss"), valued("c", 0, "draw")]);

test("without a selection every piece shows its best move", () => {
  expect(badges(moves, values, null).map(({ spot, outcome }) => [spot, outcome])).toEqual([
    [{ cell: 0 }, "win"],
    [{ cell: 5 }, "draw"],
  ]);
});

test("with a selection its targets show their values", () => {
  expect(badges(moves, values, { cell: 0 }).map(({ spot, text, best }) => [spot, text, best])).toEqual([
    [{ cell: 1 }, "value 3", true],
    [{ cell: 2 }, "value -1", false],
  ]);
});

test("wins are warm, losses cold, and a draw between them", () => {
  expect([...heat(moves, values, { cell: 0 })]).toEqual([
    ["c1", 1],
    ["c2", 0],
  ]);
  expect([...heat(moves, values, { cell: 5 })]).toEqual([["c2", 0.5]]);
});

test("a loss does not look good beside worse ones; estimates are scaled from worst to best", () => {
  const two = [move("a", 0, 1), move("b", 0, 2)];
  const heats = (outcome: ValuedMove["outcome"]): number[] => [
    ...heat(two, valuesByMove([valued("a", -20, outcome), valued("b", -40, outcome)]), { cell: 0 }).values(),
  ];
  expect(heats("loss")).toEqual([0.3, 0]);
  expect(heats("win")).toEqual([1, 0.7]);
  expect(heats(null)).toEqual([1, 0]);
});

test("good is blue, bad is orange: safe for red-green colour blindness", () => {
  expect(heatColour(0)).toBe("rgb(213 94 0)");
  expect(heatColour(1)).toBe("rgb(0 114 178)");
  expect(heatColour(0.5)).toBe("rgb(240 228 190)");
});
