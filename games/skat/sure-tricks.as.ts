/** Sure tricks: points that a side gets whatever the others play. Bounds without search. */
import { pointsOfPlaces, SIDE_SUITS, TRUMPS } from "./order.as";

const LOWS: u32 = 7 * 0x204081;
const QUEENS: u32 = 8 * 0x204081;
const KINGS: u32 = 16 * 0x204081;
const TENS: u32 = 32 * 0x204081;
const JACK_PLACES: u32 = 0xf0000000;

/** The cards of a hand above all cards of another set. */
@inline
function above(hand: u32, others: u32): u32 {
  if (!others) return hand;
  return hand & ~(((<u32>2) << (31 - <i32>clz(others))) - 1);
}

/** The fewest points that `count` cards of a hand can have. */
function cheapest(hand: u32, count: i32): i32 {
  let rest = count - popcnt<i32>(hand & LOWS);
  if (rest <= 0) return 0;
  let points = 0;
  let some = min(rest, popcnt<i32>(hand & JACK_PLACES));
  points += 2 * some;
  rest -= some;
  some = min(rest, popcnt<i32>(hand & QUEENS));
  points += 3 * some;
  rest -= some;
  some = min(rest, popcnt<i32>(hand & KINGS));
  points += 4 * some;
  rest -= some;
  some = min(rest, popcnt<i32>(hand & TENS));
  return points + 10 * some + 11 * (rest - some);
}

/** The same for at most `count` cards. */
@inline
function cheapestOf(hand: u32, count: i32): i32 {
  return hand ? cheapest(hand, min(count, popcnt<i32>(hand))) : 0;
}

/** The points of the tricks that the leader can cash in a row. */
export function sureLeads(h1: u32, h2: u32, h3: u32, left: i32): i32 {
  const t2 = h2 & TRUMPS;
  const t3 = h3 & TRUMPS;
  let sure = above(h1 & TRUMPS, t2 | t3);
  let count = popcnt<i32>(sure);
  const drawn = count >= popcnt<i32>(t2) && count >= popcnt<i32>(t3);
  if (drawn) {
    sure = h1 & TRUMPS;
    count = popcnt<i32>(sure);
  }
  // To `count` leads of a suit, the others must play up to `count` of their cards of it.
  let forced = count ? cheapestOf(t2, count) + cheapestOf(t3, count) : 0;
  for (let suit: i32 = 0, set: u32 = 127; suit < SIDE_SUITS; suit++, set <<= 7) {
    const own = h1 & set;
    if (!own) continue;
    const s2 = h2 & set;
    const s3 = h3 & set;
    let tops = above(own, s2 | s3);
    if (!tops) continue;
    let some = popcnt<i32>(tops);
    if (!drawn) {
      // Only as long as opponents with trumps must follow suit.
      let most = some;
      if (t2) most = min(most, popcnt<i32>(s2));
      if (t3) most = min(most, popcnt<i32>(s3));
      for (; some > most; some--) tops &= tops - 1;
    }
    sure |= tops;
    if (some) forced += cheapestOf(s2, some) + cheapestOf(s3, some);
  }
  if (!sure) return 0;
  if (sure == h1) return left;
  count = popcnt<i32>(sure);
  return pointsOfPlaces(sure) + max(forced, cheapest(h2, count) + cheapest(h3, count));
}

/**
 * The points of a hand's sure tricks when another hand leads: those of its highest trumps. If it has more of these than either other
 * hand has trumps, and in each suit that can be led it is void or holds the highest card that nobody can trump, then it wins this
 * trick with a trump to spare and afterwards everything it could cash as the leader.
 */
@inline
export function sureReplies(hand: u32, leader: u32, other: u32, left: i32): i32 {
  const tops = above(hand & TRUMPS, (leader | other) & TRUMPS);
  if (!tops) return 0;
  const count = popcnt<i32>(tops);
  if (count > popcnt<i32>(leader & TRUMPS) && count > popcnt<i32>(other & TRUMPS) && takesAnyLead(hand, leader, other)) {
    return sureLeads(hand, leader, other, left);
  }
  return pointsOfPlaces(tops) + cheapest(leader, count) + cheapest(other, count);
}

function takesAnyLead(hand: u32, leader: u32, other: u32): bool {
  const others = leader | other;
  for (let suit: i32 = 0, set: u32 = 127; suit < SIDE_SUITS; suit++, set <<= 7) {
    if (!(leader & set) || !(hand & set)) continue;
    if ((hand & set) < (others & set) || (!(other & set) && other & TRUMPS)) return false;
  }
  return true;
}
