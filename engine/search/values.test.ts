/** Search values as text. */
import { expect, test } from "vitest";
import { valueText, WIN_VALUE } from "./values.ts";

test.for([
  [WIN_VALUE - 1, "pawns", "a win in 1 ply"],
  [2 - WIN_VALUE, "pawns", "a loss in 2 plies"],
  [0.5, "pawns", "+0.5 pawns"],
  [-0.25, "pawns", "-0.25 pawns"],
  [109, "centi-rabbits", "+1.09 rabbits"],
  [WIN_VALUE - 3, "centi-rabbits", "a win in 3 plies"],
  [2.5, "moves ahead", "2.5 moves ahead"],
  [-4, "moves ahead", "4 moves behind"],
  [-1, "rows ahead", "1 row behind"],
  [0, "moves ahead", "level"],
] as const)("%d %s: %s", ([value, unit, text]) => expect(valueText(value, unit)).toBe(text));
