/** Positions composed from pieces. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SECOND, FIRST, type PlayerNumber } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";

const rules = unwrap(await game.open({}));
afterAll(() => rules.close());
const composed = (pieces: readonly { cell: string; letter: string }[], turn: PlayerNumber): string => {
  const position = rules.compose?.(pieces, turn);
  return position?.ok ? rules.formatPosition(position.value) : (position?.error.message ?? "");
};

test("a view can be composed back to its position", () => {
  const text = "s rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";
  const { cells, pieces } = rules.view(unwrap(rules.parsePosition(text)));
  const placed = pieces.map(({ cell, letter }) => ({ cell: cells[cell]?.name as string, letter }));
  expect(composed(placed, SECOND)).toBe(text);
  expect(composed(placed.toReversed(), FIRST)).toBe(text.replace("s ", "g "));
});

test("the tray holds every piece once", () => {
  expect(rules.tray?.map(({ letter }) => letter).join("")).toBe("EMHDCRemhdcr");
  expect(rules.tray?.[0]).toEqual({ letter: "E", owner: 0, name: "gold elephant" });
});

test.each([
  [[], "there are no pieces"],
  [[{ cell: "i1", letter: "E" }], '"i1" is not a cell of this board; cells are a8 to h1'],
  [[{ cell: "a1", letter: "q" }], '"q" on a1 is not a piece; expected one of E M H D C R e m h d c r'],
  [
    [
      { cell: "a1", letter: "E" },
      { cell: "a1", letter: "e" },
    ],
    "two pieces on a1",
  ],
  [
    [
      { cell: "a1", letter: "E" },
      { cell: "b1", letter: "E" },
    ],
    "2 E; gold has at most 1 elephant",
  ],
  [[{ cell: "c3", letter: "R" }], "R on the trap c3 has no adjacent friend and would be captured"],
] as const)("%j: %s", (pieces, why) => {
  expect(composed(pieces, FIRST)).toBe(why);
});
