/** Canonical order of interchangeable suits: descending by a key of what each hand holds in the suit. */
import { SIDE_SUITS, SUIT_BITS } from "./order.as";

/** Results of `sortSuits`: the hands with sorted suits. */
export let SORTED_1: u32 = 0;
export let SORTED_2: u32 = 0;
export let SORTED_3: u32 = 0;

@inline
function keyOf(h1: u32, h2: u32, h3: u32, suit: i32): u32 {
  const shift = suit * SUIT_BITS;
  const bits: u32 = ((<u32>1) << SUIT_BITS) - 1;
  return ((((h1 >> shift) & bits) << 16) | (((h2 >> shift) & bits) << 8)) | ((h3 >> shift) & bits);
}

export function sortSuits(h1: u32, h2: u32, h3: u32): void {
  let a = keyOf(h1, h2, h3, 0);
  let b = keyOf(h1, h2, h3, 1);
  let c = keyOf(h1, h2, h3, 2);
  let d: u32 = 0;
  let swap: u32 = 0;
  if (SIDE_SUITS == 4) {
    d = keyOf(h1, h2, h3, 3);
    if (c < d) { swap = c; c = d; d = swap; }
  }
  if (a < b) { swap = a; a = b; b = swap; }
  if (b < c) { swap = b; b = c; c = swap; }
  if (a < b) { swap = a; a = b; b = swap; }
  if (SIDE_SUITS == 4) {
    if (c < d) { swap = c; c = d; d = swap; }
    if (b < c) { swap = b; b = c; c = swap; }
    if (a < b) { swap = a; a = b; b = swap; }
  }
  const s1 = SUIT_BITS;
  const s2 = 2 * SUIT_BITS;
  const s3 = 3 * SUIT_BITS;
  // The trumps above the side suits stay.
  const sorted = SIDE_SUITS * SUIT_BITS;
  const rest: u32 = sorted < 32 ? ~(((<u32>1) << sorted) - 1) : 0;
  SORTED_1 = (h1 & rest) | (a >> 16) | ((b >> 16) << s1) | ((c >> 16) << s2) | (SIDE_SUITS == 4 ? (d >> 16) << s3 : 0);
  SORTED_2 = (h2 & rest) | ((a >> 8) & 255) | (((b >> 8) & 255) << s1) | (((c >> 8) & 255) << s2) | (SIDE_SUITS == 4 ? ((d >> 8) & 255) << s3 : 0);
  SORTED_3 = (h3 & rest) | (a & 255) | ((b & 255) << s1) | ((c & 255) << s2) | (SIDE_SUITS == 4 ? (d & 255) << s3 : 0);
}
