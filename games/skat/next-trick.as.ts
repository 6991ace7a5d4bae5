/** The position after a trick: ranks made relative, the winner first, equivalent suits in canonical order. */
import { aboveInRun } from "./order.as";
import { SORTED_1, SORTED_2, SORTED_3, sortSuits } from "./suit-order.as";
import { RELATIVE_RANKS, SUIT_SYMMETRY, USE } from "./switches.as";

/** Results of `nextTrick`: hands in the order of the next trick, and the index of the declarer's. */
export let NEXT_1: u32 = 0;
export let NEXT_2: u32 = 0;
export let NEXT_3: u32 = 0;
export let NEXT_DECLARER: i32 = 0;

/** `winner`: 0 the leader, 1 the second, 2 the third. */
@inline
export function nextTrick(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, winner: i32, declarer: i32): void {
  if (USE & RELATIVE_RANKS) {
    // From the highest card down, so that the lower ones are still in place.
    const highest = max(c1, max(c2, c3));
    const lowest = min(c1, min(c2, c3));
    let above = aboveInRun(highest);
    h1 -= (h1 & above) >> 1;
    h2 -= (h2 & above) >> 1;
    h3 -= (h3 & above) >> 1;
    above = aboveInRun(c1 + c2 + c3 - highest - lowest);
    h1 -= (h1 & above) >> 1;
    h2 -= (h2 & above) >> 1;
    h3 -= (h3 & above) >> 1;
    above = aboveInRun(lowest);
    h1 -= (h1 & above) >> 1;
    h2 -= (h2 & above) >> 1;
    h3 -= (h3 & above) >> 1;
  }
  NEXT_1 = winner == 0 ? h1 : winner == 1 ? h2 : h3;
  NEXT_2 = winner == 0 ? h2 : winner == 1 ? h3 : h1;
  NEXT_3 = winner == 0 ? h3 : winner == 1 ? h1 : h2;
  NEXT_DECLARER = declarer >= winner ? declarer - winner : declarer - winner + 3;
  if (USE & SUIT_SYMMETRY) {
    sortSuits(NEXT_1, NEXT_2, NEXT_3);
    NEXT_1 = SORTED_1;
    NEXT_2 = SORTED_2;
    NEXT_3 = SORTED_3;
  }
}
