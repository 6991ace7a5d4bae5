/** Endgame tables inside the search: no table is loaded yet. */
import { UNKNOWN } from "../../../engine/contracts/rules.as";

/** WIN_VALUE - plies to mate, plies - WIN_VALUE, 0 for a draw, UNKNOWN where no loaded table covers the position. */
@inline
export function probeTables(state: usize): i32 {
  return UNKNOWN;
}
