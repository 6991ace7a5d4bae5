/**
 * Canonical forms of sets of cards: side suits are interchangeable, and gaps close. By ranks alone, all cards of a suit (all trumps)
 * move together; with points, only neighbours in rank with equal points do: 7 8 9 of a suit, and the jacks. The representative of a
 * class is its own canonical form, so counting classes is counting such sets.
 */
import { CanonicalCount } from "../../build/layouts/games/skat/solver.as";
import { setOf } from "./cards.as";
import { cardAt, ORDER_BYTES, placesOf, setOrder, SIDE_SUITS, SUIT_BITS, TRUMPS } from "./order.as";

@inline
function lowest(count: i32): u32 {
  return ((<u32>1) << count) - 1;
}

/** A suit of seven or eight, or the trump suit of a suit game, with gaps closed. */
@inline
function closed(suit: u32, points: bool): u32 {
  return points ? (suit & ~(<u32>7)) | lowest(popcnt<i32>(suit & 7)) : lowest(popcnt<i32>(suit));
}

function canonicalPlaces(set: u32, points: bool): u32 {
  const bits = lowest(SUIT_BITS);
  let a = closed(set & bits, points);
  let b = closed((set >> SUIT_BITS) & bits, points);
  let c = closed((set >> (2 * SUIT_BITS)) & bits, points);
  let d: u32 = 0;
  let swap: u32 = 0;
  if (SIDE_SUITS == 4) {
    d = closed((set >> (3 * SUIT_BITS)) & bits, points);
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
  const sides = a | (b << SUIT_BITS) | (c << (2 * SUIT_BITS)) | (SIDE_SUITS == 4 ? d << (3 * SUIT_BITS) : 0);
  return sides | canonicalTrumps(set, points);
}

function canonicalTrumps(set: u32, points: bool): u32 {
  if (!TRUMPS) return 0;
  const jacks = lowest(popcnt<i32>(set >> 28)) << 28;
  if (SIDE_SUITS == 4) return jacks;
  return points ? jacks | (closed((set >> 21) & 127, true) << 21) : lowest(popcnt<i32>(set >> 21)) << 21;
}

/** Iterates over sets of equal size in numeric order and counts the canonical ones: at most `steps` sets of the count at `address`. */
export function countCanonical(region: usize, game: i32, points: bool, address: usize, steps: i32): void {
  const record = CanonicalCount.at(address);
  setOrder(region, game);
  let set = record.set;
  let counted = 0;
  let visited = 0;
  while (visited < steps) {
    visited++;
    if (canonicalPlaces(set, points) == set) counted++;
    // The next number with the same number of bits (Gosper's hack).
    const low = set & (0 - set);
    const sum = <u64>set + low;
    if (sum >> 32) {
      record.finished = 1;
      break;
    }
    const ripple = <u32>sum;
    set = ripple | (((ripple ^ set) >> 2) >> ctz(low));
  }
  record.set = set;
  record.visited += <f64>visited;
  record.counted += <f64>counted;
}

/** Writes the image of each card in the canonical form, indexed by card; 255 for cards outside the set. Returns the canonical set. */
export function canonicalCards(region: usize, game: i32, points: bool, cards: u32, out: usize): u32 {
  setOrder(region, game);
  memory.fill(out, 255, 32);
  const set = placesOf(cards);
  let result: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) {
    const place = <i32>ctz(rest);
    const to = canonicalPlace(set, place, points);
    store<u8>(out + <usize>cardAt(place), <u8>cardAt(to));
    result |= setOf(cardAt(to));
  }
  return result;
}

/** The image of a place: down within its run, and with its suit. */
function canonicalPlace(set: u32, place: i32, points: bool): i32 {
  const sides = SIDE_SUITS * SUIT_BITS;
  if (place >= sides) {
    const bottom = points || SIDE_SUITS == 4 ? (place >= 28 ? 28 : 21) : 21;
    if (points && bottom == 21 && place >= 24) return place;
    return bottom + popcnt<i32>((set >> bottom) & lowest(place - bottom));
  }
  const suit = place / SUIT_BITS;
  const within = place - suit * SUIT_BITS;
  const own = sideSuit(set, suit);
  const moved = points && within > 2 ? within : popcnt<i32>(own & lowest(within));
  const key = closed(own, points);
  let before = 0;
  for (let other = 0; other < SIDE_SUITS; other++) {
    const its = closed(sideSuit(set, other), points);
    if (its > key || (its == key && other < suit)) before++;
  }
  return before * SUIT_BITS + moved;
}

@inline
function sideSuit(set: u32, suit: i32): u32 {
  return (set >> (suit * SUIT_BITS)) & lowest(SUIT_BITS);
}

/** Size of the zeroed region that the functions above require. */
export function orderBytes(): i32 {
  return ORDER_BYTES;
}
