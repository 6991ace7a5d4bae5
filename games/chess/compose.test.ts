/** Positions set up by hand. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SECOND, FIRST, type PlayerNumber } from "../../engine/contracts/position.ts";
import { START_FEN } from "./fen.ts";
import { game } from "./game.ts";

const rules = unwrap(await game.open({}));
afterAll(() => rules.close());
const composed = (pieces: readonly { cell: string; letter: string }[], turn: PlayerNumber): string => {
  const position = rules.compose?.(pieces, turn);
  return position?.ok ? rules.formatPosition(position.value) : (position?.error.message ?? "");
};
const placedIn = (fen: string): { cell: string; letter: string }[] => {
  const { cells, pieces } = rules.view(unwrap(rules.parsePosition(fen)));
  return pieces.map(({ cell, letter }) => ({ cell: cells[cell]?.name as string, letter }));
};

test("the view of a position composes the same position", () => {
  for (const fen of ["1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", START_FEN])
    expect(composed(placedIn(fen), FIRST)).toBe(fen);
  expect(composed(placedIn(START_FEN).toReversed(), SECOND)).toBe(START_FEN.replace(" w ", " b "));
});

test("kings and rooks on their initial squares may castle, as in problems", () => {
  const placement = "4k2r/pp6/8/8/8/8/8/R3K3";
  expect(composed(placedIn(`${placement} w - - 0 1`), FIRST)).toBe(`${placement} w Qk - 0 1`);
  const few = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";
  expect(composed(placedIn(few), FIRST), "not if endgame tables cover the position").toBe(few);
});

test("the tray contains every piece once", () => {
  expect(rules.tray?.map(({ letter }) => letter).join("")).toBe("KQRBNPkqrbnp");
  expect(rules.tray?.[1]).toEqual({ letter: "Q", owner: 0, name: "white queen" });
});

test.each([
  [[], "White has no king"],
  [[{ cell: "i1", letter: "K" }], '"i1" is not a cell of this board; cells are a8 to h1'],
  [
    [
      { cell: "a1", letter: "K" },
      { cell: "b2", letter: "k" },
    ],
    "the kings are adjacent, on a1 and b2",
  ],
  [
    [
      { cell: "a1", letter: "K" },
      { cell: "a3", letter: "k" },
      { cell: "e8", letter: "P" },
    ],
    "white pawn on e8; pawns can only be on ranks 2 to 7",
  ],
] as const)("%j: %s", (pieces, why) => {
  expect(composed(pieces, FIRST)).toBe(why);
});
