/** Where things lie, as keys that can be compared. */
import type { Spot } from "../../server/api.ts";

export function spotKey(spot: Spot): string {
  return "cell" in spot ? `c${spot.cell}` : `r${spot.row}.${spot.item}`;
}

export function sameSpot(a: Spot | null, b: Spot | null): boolean {
  return a !== null && b !== null && spotKey(a) === spotKey(b);
}
