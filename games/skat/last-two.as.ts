/**
 * A table of the last two tricks: the declarer's points in every position of six cards, gaps closed and equal suits in order. An entry is a
 * byte, found by the number of the set of cards, by who holds which of them (90 ways) and by which hand is the declarer's.
 */
import { setOf } from "./cards.as";
import { normalPlaces } from "./material.as";
import { followersAt, pointsOfPlaces, setOrder, takerOf, TRUMPS } from "./order.as";
import { SORTED_1, SORTED_2, SORTED_3, sortSuits } from "./suit-order.as";
import { MUST_TRUMP, setMustTrump } from "./switches.as";

const SETS: usize = 906192;
/** By place and number of the card in its set: what it adds to the set's number. */
const CHOOSE: usize = 0;
/** By the leader's two of the six cards and the second's: which of the 90 ways it is. */
const WAYS: usize = 1024;
/** By the number of a set: how many that are their own normal form come before it. */
const NORMAL: usize = WAYS + 4096;
const WAYS_OF_A_SET: usize = 270;
const INDEX_BYTES: i32 = <i32>(NORMAL + 2 * SETS);

let index: usize = 0;
let values: usize = 0;

export function lastTwoIndexBytes(): i32 {
  return INDEX_BYTES;
}

export function setLastTwo(indexAt: usize, valuesAt: usize): void {
  index = indexAt;
  values = valuesAt;
}

/** Numbers the sets; returns the entries of the table, a byte each. `order` is a region as for setOrder. */
export function numberLastTwo(order: usize, game: i32, indexAt: usize): i32 {
  setOrder(order, game);
  index = indexAt;
  for (let place = 0; place < 32; place++) {
    let product: u64 = 1;
    for (let count = 1; count <= 6; count++) {
      product = place < count - 1 ? 0 : (product * <u64>(place - count + 1)) / <u64>count;
      store<u32>(index + CHOOSE + <usize>(((place << 3) | count) << 2), <u32>product);
    }
  }
  let way = 0;
  for (let one = 0; one < 64; one++)
    for (let two = 0; two < 64; two++) {
      if (popcnt<i32>(one) != 2 || popcnt<i32>(two) != 2 || one & two) continue;
      store<u8>(index + WAYS + <usize>((one << 6) | two), <u8>way);
      way++;
    }
  let normal = 0;
  let set: u32 = 63;
  for (let number: usize = 0; number < SETS; number++) {
    store<u16>(index + NORMAL + 2 * number, <u16>normal);
    if (normalPlaces(set, true) == set) normal++;
    set = nextSet(set);
  }
  return normal * <i32>WAYS_OF_A_SET;
}

/** The next number with as many bits. */
@inline
function nextSet(set: u32): u32 {
  const low = set & (0 - set);
  const ripple = set + low;
  return ripple | (((ripple ^ set) >> 2) >> ctz(low));
}

/** Fills the table of the sets that were numbered, by plain minimax. */
export function fillLastTwo(order: usize, game: i32, mustTrump: bool, indexAt: usize, valuesAt: usize): void {
  setOrder(order, game);
  setMustTrump(mustTrump);
  setLastTwo(indexAt, valuesAt);
  let set: u32 = 63;
  for (let number: usize = 0; number < SETS; number++) {
    if (normalPlaces(set, true) == set) fillSet(set);
    set = nextSet(set);
  }
}

function fillSet(set: u32): void {
  for (let one = set; one; one &= one - 1)
    for (let two = one & (one - 1); two; two &= two - 1) {
      const h1 = (one & (0 - one)) | (two & (0 - two));
      const others = set & ~h1;
      for (let three = others; three; three &= three - 1)
        for (let four = three & (three - 1); four; four &= four - 1) {
          const h2 = (three & (0 - three)) | (four & (0 - four));
          const at = entryOf(set, h1, h2);
          for (let declarer = 0; declarer < 3; declarer++)
            store<u8>(at + <usize>declarer, <u8>plainLead(h1, h2, others & ~h2, declarer));
        }
    }
}

/** Where the entries of a set in normal form begin, by who holds what. */
@inline
function entryOf(set: u32, h1: u32, h2: u32): usize {
  let number: usize = 0;
  let one = 0;
  let two = 0;
  let count = 1;
  for (let rest = set; rest; rest &= rest - 1) {
    const place = <i32>ctz(rest);
    number += <usize>load<u32>(index + CHOOSE + <usize>(((place << 3) | count) << 2));
    one |= <i32>((h1 >> place) & 1) << (count - 1);
    two |= <i32>((h2 >> place) & 1) << (count - 1);
    count++;
  }
  const way = <usize>load<u8>(index + WAYS + <usize>((one << 6) | two));
  return values + <usize>load<u16>(index + NORMAL + 2 * number) * WAYS_OF_A_SET + 3 * way;
}

/** The declarer's points in a position of two cards each, gaps closed. */
export function lastTwo(h1: u32, h2: u32, h3: u32, declarer: i32): i32 {
  sortSuits(h1 | h2 | h3, h1, h2);
  return load<u8>(entryOf(SORTED_1, SORTED_2, SORTED_3) + <usize>declarer);
}

@inline
function legal(hand: u32, lead: i32): u32 {
  const following = hand & followersAt(lead);
  if (following) return following;
  return MUST_TRUMP && hand & TRUMPS ? hand & TRUMPS : hand;
}

@inline
function better(one: i32, two: i32, declarers: bool): i32 {
  if (one < 0) return two;
  return declarers ? max(one, two) : min(one, two);
}

function plainLead(h1: u32, h2: u32, h3: u32, declarer: i32): i32 {
  let best = -1;
  for (let first = h1; first; first &= first - 1) {
    const c1 = <i32>ctz(first);
    let second = -1;
    for (let next = legal(h2, c1); next; next &= next - 1) {
      const c2 = <i32>ctz(next);
      let third = -1;
      for (let last = legal(h3, c1); last; last &= last - 1) {
        const c3 = <i32>ctz(last);
        const rest = plainTwo(h1 & ~setOf(c1), h2 & ~setOf(c2), h3 & ~setOf(c3), c1, c2, c3, declarer);
        third = better(third, rest, declarer == 2);
      }
      second = better(second, third, declarer == 1);
    }
    best = better(best, second, declarer == 0);
  }
  return best;
}

/** Both tricks, when the cards of the first are played. */
function plainTwo(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, declarer: i32): i32 {
  const taker = takerOf(c1, c2, c3);
  const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
  const points = winner == declarer ? pointsOfPlaces(setOf(c1) | setOf(c2) | setOf(c3)) : 0;
  const led = <i32>ctz(winner == 0 ? h1 : winner == 1 ? h2 : h3);
  const all = h1 | h2 | h3;
  const last = (<u32>1) << (31 - <i32>clz(all & (TRUMPS | followersAt(led))));
  const his = declarer == 0 ? h1 : declarer == 1 ? h2 : h3;
  return points + (his & last ? pointsOfPlaces(all) : 0);
}
