/** Positions set up by hand. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { SECOND, FIRST, type PlayerNumber } from "../../engine/contracts/position.ts";
import { DARK_LETTER } from "./compose.ts";
import { game } from "./game.ts";

const rules = unwrap(await game.open(defaultsOf(game.options)));
afterAll(() => rules.close());
const composed = (pieces: readonly { cell: string; letter: string }[], turn: PlayerNumber): string => {
  const position = rules.compose?.(pieces, turn);
  return position?.ok ? rules.formatPosition(position.value) : (position?.error.message ?? "");
};
const cells = rules.view(rules.initial()).cells.map(({ name }) => name);

test("composing the pieces of a view restores the position", () => {
  for (const text of [
    "......../.R....../..k...../........ b 0",
    "???????? ???????? ???????? ???????? - 0".replaceAll("? ?", "?/?"),
  ]) {
    const view = rules.view(unwrap(rules.parsePosition(text)));
    const placed = view.pieces.map(({ cell, letter }) => ({ cell: cells[cell] as string, letter }));
    expect(composed(placed, text.includes(" b ") ? SECOND : FIRST)).toBe(text);
  }
});

test("with face-down pieces, all 32 must be on the board", () => {
  const dark = cells.slice(0, 31).map((cell) => ({ cell, letter: DARK_LETTER }));
  expect(composed([...dark, { cell: "d8", letter: "k" }], FIRST)).toMatch(/^\?{8}\/\?{8}\/\?{8}\/\?{7}k w 0$/);
  expect(composed(dark, FIRST)).toContain("31 face down and 0 on the board or captured are 31 pieces, expected 32");
});

test.each([
  [[], "no piece is on the board"],
  [[{ cell: "e1", letter: "k" }], '"e1" is not a cell of this board; cells are a1 to d8'],
  [
    [
      { cell: "a1", letter: "k" },
      { cell: "a2", letter: "k" },
    ],
    "2 k on the board or captured; each side has 1",
  ],
] as const)("%j: %s", (pieces, why) => {
  expect(composed(pieces, FIRST)).toBe(why);
});
