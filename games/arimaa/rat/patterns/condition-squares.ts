/** The squares that a condition depends on. */
import { NEIGHBOURS } from "../graphs/board.ts";
import type { Condition } from "../graphs/conditions.ts";

export function squaresOf(condition: Condition): readonly number[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.parts.flatMap(squaresOf);
    case "compare":
      return [condition.first, condition.second];
    case "count":
      return condition.squares;
    default:
      return condition.squares.flatMap((square) => [square, ...NEIGHBOURS[square]!]);
  }
}
