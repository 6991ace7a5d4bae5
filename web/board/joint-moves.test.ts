/** Moves of several pieces, composed step by step. */
import { expect, test } from "vitest";
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument, StepDocument, ValuedMove } from "../../service/api.ts";
import { areJoint, completed, draftText, missing, nextSteps, stepValues, withStep } from "./joint-moves.ts";

// A corridor of six cells with pieces on 0, 1 and 3; a piece may follow the one before it.
const view: View = {
  shape: "square",
  cells: ["a1", "b1", "c1", "d1", "e1", "f1"].map((name, x) => ({ name, x, y: 0, zone: null })),
  pieces: [0, 1, 3].map((cell) => ({ cell, owner: 0, letter: "P" })),
  turn: 0,
};

function move(...steps: StepDocument[]): MoveDocument {
  const text = steps.map((step) => step.join("-")).join(",") || "stay";
  const [one] = steps;
  if (one && steps.length === 1) return { text, actor: 0, from: { cell: one[0] }, to: { cell: one[1] } };
  return { text, actor: 0, from: null, to: null, ...(steps.length > 1 && { steps }) };
}

const moves = [
  move(),
  move([1, 2]),
  move([3, 4]),
  move([1, 2], [3, 4]),
  move([0, 1], [1, 2]),
  move([0, 1], [1, 2], [3, 4]),
];

function texts(list: readonly MoveDocument[]): string[] {
  return list.map(({ text }) => text);
}

test("single moves are played at once, moves of several steps are composed", () => {
  expect(areJoint(moves)).toBe(true);
  expect(areJoint(moves.slice(0, 3))).toBe(false);
});

test("every next step is part of a legal move", () => {
  expect(texts(nextSteps(moves, [], view))).toEqual(["0-1", "1-2", "3-4"]);
  expect(texts(nextSteps(moves.slice(0, 4), [], view))).toEqual(["1-2", "3-4"]);
});

test("a piece can withdraw its step", () => {
  expect(texts(nextSteps(moves, [[3, 4]], view))).toEqual(["0-1", "1-2", "3-4", "3-3"]);
  expect(withStep([[3, 4]], [3, 3])).toEqual([]);
  expect(withStep([[3, 4]], [3, 5])).toEqual([[3, 5]]);
});

test("a draft is complete when it is a legal move; else it names the pieces that must also move", () => {
  expect(completed(moves, [])?.text).toBe("stay");
  expect(
    completed(moves, [
      [3, 4],
      [1, 2],
    ])?.text,
  ).toBe("1-2,3-4");
  expect(completed(moves, [[0, 1]])).toBeNull();
  expect(missing(moves, [[0, 1]], view)).toContain("the piece on b1 must also move");
  expect(draftText([[0, 1]], view)).toBe("a1-b1");
});

test("the value of a step is that of the best move containing it", () => {
  const valued = (text: string, score: number): [string, ValuedMove] => [
    text,
    {
      text,
      after: { text: String(score), score, parts: {}, exact: false },
      outcome: null,
      moves: null,
      label: String(score),
      best: false,
    },
  ];
  const values = new Map([valued("1-2", 1), valued("1-2,3-4", 5), valued("3-4", 2), valued("0-1,1-2", 3)]);
  const steps = nextSteps(moves, [], view);
  const stepped = stepValues(moves, [], steps, values);
  expect(steps.map(({ text }) => stepped.get(text)?.label)).toEqual(["3", "5", "5"]);
});
