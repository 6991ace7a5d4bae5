import { expect, test } from "vitest";
import type { View } from "../../engine/contracts/view.ts";
import { dragged, placedOf, pressed, viewWith } from "./setup.ts";

const king = { letter: "K", owner: 0, name: "king" };
const pawn = { letter: "p", owner: 1, name: "pawn" };
const tray = [king, pawn];
const view: View = {
  shape: "square",
  cells: [0, 1, 2].map((x) => ({ name: `c${x}`, x, y: 0, zone: null })),
  pieces: [
    { cell: 0, letter: "K", owner: 0 },
    { cell: 2, letter: "?", owner: null },
  ],
  turn: 0,
};

test("pieces not in the tray are not set up", () => {
  expect([...placedOf(view, tray)]).toEqual([[0, king]]);
});

test("a press places the brush's piece, and removes an equal one", () => {
  const placed = pressed(placedOf(view, tray), 1, pawn);
  expect(placed.get(1)).toBe(pawn);
  expect(pressed(placed, 1, pawn).has(1)).toBe(false);
  expect(pressed(placed, 0, "erase").has(0)).toBe(false);
});

test("a piece is dragged to another cell, or off the board", () => {
  const placed = placedOf(view, tray);
  expect([...dragged(placed, 0, 2)]).toEqual([[2, king]]);
  expect(dragged(placed, 0, null).size).toBe(0);
  expect(viewWith(view, dragged(placed, 0, 2)).pieces).toEqual([{ cell: 2, letter: "K", owner: 0 }]);
});
