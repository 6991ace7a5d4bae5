import { expect, test } from "vitest";
import { standingOf } from "./seat-result.ts";

const all = (scores: readonly number[]): (string | null)[] => scores.map((_, seat) => standingOf(scores, seat));

test("who won, who lost, and a draw", () => {
  expect(all([1, 0])).toEqual(["won", "lost"]);
  expect(all([0.5, 0.5])).toEqual(["draw", "draw"]);
});

test("the two who beat a third share the point, and have won", () => {
  expect(all([0, 0.5, 0.5])).toEqual(["lost", "won", "won"]);
});

test("who plays alone has a score", () => {
  expect(all([1])).toEqual(["won"]);
  expect(all([0.7])).toEqual(["0.7"]);
});
