/** Positions composed from single pieces. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { SECOND, FIRST, type PlayerNumber } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";

const rules = unwrap(await game.open({ ...defaultsOf(game.options), side: 4, pieces: 3 }));
afterAll(() => rules.close());
const composed = (pieces: readonly { cell: string; letter: string }[], turn: PlayerNumber): string => {
  const position = rules.compose?.(pieces, turn);
  return position?.ok ? rules.formatPosition(position.value) : (position?.error.message ?? "");
};

test("a position composed from its view is the same position, for either side to move", () => {
  for (const text of ["o/oo/3/4/3/xx/x x", "x/1x/3/1oo1/1o1/2/x o", "1/2/3/4/3/xx/x x"]) {
    const { cells, pieces } = rules.view(unwrap(rules.parsePosition(text)));
    const placed = pieces.map(({ cell, letter }) => ({ cell: cells[cell]?.name as string, letter }));
    expect(composed(placed, text.endsWith("o") ? SECOND : FIRST)).toBe(text);
  }
});

test.each([
  [[], "each side has 3 pieces here, the position has 0 x and 0 o"],
  [[{ cell: "a5", letter: "x" }], '"a5" is not a cell of this board; cells are a1 to d4'],
  [[{ cell: "a1", letter: "X" }], '"X" on a1 is not a piece; expected one of x o'],
] as const)("%j: %s", (pieces, why) => {
  expect(composed(pieces, FIRST)).toBe(why);
});
