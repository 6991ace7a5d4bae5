/** Which two-side table. */
import { binomial } from "../../engine/index/combinations.ts";
import type { Variant } from "./options.ts";

/** A two-side table: the rules of a variant; `onward` restricts moves as paper 000 does. */
export interface TwoSide {
  readonly variant: Variant;
  /** Cells of the goal: one per piece, or the home of a game with more pieces. */
  readonly home: number;
  readonly onward: boolean;
}

export function twoSideEntries({ variant: { cells, pieces } }: TwoSide): number {
  return binomial(cells, pieces) * binomial(cells - pieces, pieces);
}
