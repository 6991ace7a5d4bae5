import { expect, test } from "vitest";
import type { View, ViewRow } from "../../engine/contracts/view.ts";
import { completedTrick, withTrick } from "./trick.ts";

const view = (...rows: ViewRow[]): View => ({ shape: "square", cells: [], pieces: [], rows, turn: 0 });
const hand: ViewRow = { name: "forehand", owner: 0, items: ["♣J"] };
const trick = (...items: string[]): ViewRow => ({ name: "trick led by forehand", owner: null, items });

test("the third card completes a trick, which stays on the table", () => {
  const next = { ...trick(), name: "trick led by rearhand" };
  const done = completedTrick(view(hand, trick("♠K", "♠9")), view(hand, next), "HT");
  expect(done?.items).toEqual(["♠K", "♠9", "♥10"]);
  expect(done?.name).toBe("trick taken by rearhand");
  expect(withTrick(view(hand, trick()), done).rows).toEqual([hand, done]);
});

test("the last trick of a game too, when there is no row for it any more", () => {
  expect(completedTrick(view(hand, trick("♠K", "♠9")), view(hand), "D7")?.items).toEqual(["♠K", "♠9", "♦7"]);
});

test("other moves complete no trick", () => {
  expect(completedTrick(view(hand, trick()), view(hand, trick("♠K")), "SK")).toBeNull();
  expect(completedTrick(view(hand, trick("♠K")), view(hand, trick("♠K", "♠9")), "S9")).toBeNull();
  expect(completedTrick(view(hand), view(hand), "18")).toBeNull();
  expect(withTrick(view(hand), null).rows).toEqual([hand]);
});
