import { expect, test } from "vitest";
import { seatResult } from "./seat-result.ts";

const all = (scores: readonly number[]): (string | null)[] => scores.map((_, seat) => seatResult(scores, seat));

test("who won, who lost, and a draw", () => {
  expect(all([1, 0])).toEqual(["won", "lost"]);
  expect(all([0.5, 0.5])).toEqual(["draw", "draw"]);
});

test("two players who beat a third share the point, and have won", () => {
  expect(all([0, 0.5, 0.5])).toEqual(["lost", "won", "won"]);
});

test("a single player has a score", () => {
  expect(all([1])).toEqual(["won"]);
  expect(all([0.7])).toEqual(["0.7"]);
});
