/**
 * Sets of cards up to what does not matter: side suits change places, and gaps close. By ranks alone, all cards of a suit (all trumps) move
 * together; with points, only cards of equal points that are neighbours in rank do: 7 8 9 of a suit, and the jacks. What stands for a set is
 * its own normal form, so that counting classes is counting the sets that are their own.
 */
import { setOf } from "./cards.as";
import { cardAt, ORDER_BYTES, placesOf, setOrder, SIDE_SUITS, SUIT_BITS, TRUMPS } from "./order.as";

@inline
function lowest(count: i32): u32 {
  return ((<u32>1) << count) - 1;
}

/** A suit of seven or eight, or the trumps above the side suits of a suit game, with its gaps closed. */
@inline
function closed(suit: u32, points: bool): u32 {
  return points ? (suit & ~(<u32>7)) | lowest(popcnt<i32>(suit & 7)) : lowest(popcnt<i32>(suit));
}

/** The normal form of a set of places. */
export function normalPlaces(set: u32, points: bool): u32 {
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
  return sides | normalTrumps(set, points);
}

function normalTrumps(set: u32, points: bool): u32 {
  if (!TRUMPS) return 0;
  const jacks = lowest(popcnt<i32>(set >> 28)) << 28;
  if (SIDE_SUITS == 4) return jacks;
  return points ? jacks | (closed((set >> 21) & 127, true) << 21) : lowest(popcnt<i32>(set >> 21)) << 21;
}

/**
 * Goes through sets of equally many cards from one on, in the order of their numbers, and counts those that stand for their class. The
 * record holds the next set (u32), whether all have been seen (u32), how many were seen and counted so far (f64 each).
 */
export function countNormal(region: usize, game: i32, points: bool, record: usize, steps: i32): void {
  setOrder(region, game);
  let set = load<u32>(record);
  let counted = 0;
  let seen = 0;
  while (seen < steps) {
    seen++;
    if (normalPlaces(set, points) == set) counted++;
    // The next number with as many bits.
    const low = set & (0 - set);
    const sum = <u64>set + low;
    if (sum >> 32) {
      store<u32>(record, 1, 4);
      break;
    }
    const ripple = <u32>sum;
    set = ripple | (((ripple ^ set) >> 2) >> ctz(low));
  }
  store<u32>(record, set);
  store<f64>(record, load<f64>(record, 8) + <f64>seen, 8);
  store<f64>(record, load<f64>(record, 16) + <f64>counted, 16);
}

/** Writes for each card of a set, by its number, the card that stands for it; 255 for cards that are not in it. Returns the set of those. */
export function normalCards(region: usize, game: i32, points: bool, cards: u32, out: usize): u32 {
  setOrder(region, game);
  memory.fill(out, 255, 32);
  const set = placesOf(cards);
  let result: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) {
    const place = <i32>ctz(rest);
    const to = normalPlace(set, place, points);
    store<u8>(out + <usize>cardAt(place), <u8>cardAt(to));
    result |= setOf(cardAt(to));
  }
  return result;
}

/** Where a place of a set goes: down within its run, and with its suit. */
function normalPlace(set: u32, place: i32, points: bool): i32 {
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

/** Bytes of the region that the functions above want, zeros at first. */
export function orderBytes(): i32 {
  return ORDER_BYTES;
}
