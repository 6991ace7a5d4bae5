/**
 * Null with open cards: whether the declarer must take a trick. Hands come in the order of the trick, as in search.as.ts. A
 * position is lost for the declarer (true) when he takes one; only ranks count, and all cards of a suit are one run.
 */
import { setOf } from "./cards.as";
import { keyOf, KNOWN_HIGH, KNOWN_LOW, probeTable, storeTable } from "./known.as";
import { nullLeadScore, nullReplyScore, scoreMove, takeMove } from "./move-order.as";
import { NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, nextTrick } from "./next-trick.as";
import { distinct, replies, takerOf } from "./order.as";
import { KNOWN_POSITIONS, MOVE_ORDER, SURE_TRICKS, USE } from "./switches.as";

export let NULL_NODES: u64 = 0;

export function resetNullNodes(): void {
  NULL_NODES = 0;
}

/** The first card of a trick. */
export function nullLead(h1: u32, h2: u32, h3: u32, declarer: i32, ply: usize): bool {
  NULL_NODES++;
  if (!h1) return false;
  let best = -1;
  if (USE & KNOWN_POSITIONS) {
    probeTable(keyOf(h1, h2, h3, 0), 0, declarer, 1);
    if (KNOWN_LOW == KNOWN_HIGH) return KNOWN_LOW != 0;
  }
  if (USE & SURE_TRICKS && declarer != 0) {
    const safe = declarer == 1 ? neverTakes(h2, h1 | h3) : neverTakes(h3, h1 | h2);
    if (safe) return false;
  }
  // The others want a trick of his, he wants none.
  const wanted = declarer != 0;
  let count = 0;
  for (let rest = distinct(h1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDER ? nullLeadScore(card, h1, h2, h3, declarer) : 0);
    count++;
  }
  let result = !wanted;
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    if (nullSecond(h1 & ~setOf(card), h2, h3, card, declarer, ply + 1) == wanted) {
      result = wanted;
      best = card;
      break;
    }
  }
  if (USE & KNOWN_POSITIONS) storeTable(keyOf(h1, h2, h3, 0), 0, popcnt<i32>(h1), declarer, <i32>result, <i32>result, best);
  return result;
}

export function nullSecond(h1: u32, h2: u32, h3: u32, c1: i32, declarer: i32, ply: usize): bool {
  const moves = replies(h2, c1);
  if ((moves & (moves - 1)) == 0) return nullThird(h1, h2 & ~moves, h3, c1, <i32>ctz(moves), declarer, ply + 1);
  const wanted = declarer != 1;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDER ? nullReplyScore(card, c1, c1, h2, declarer == 1) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    if (nullThird(h1, h2 & ~setOf(card), h3, c1, card, declarer, ply + 1) == wanted) return wanted;
  }
  return !wanted;
}

export function nullThird(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, declarer: i32, ply: usize): bool {
  const moves = replies(h3, c1);
  if ((moves & (moves - 1)) == 0) return nullTaken(h1, h2, h3 & ~moves, c1, c2, <i32>ctz(moves), declarer, ply + 1);
  const wanted = declarer != 2;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDER ? nullReplyScore(card, c1, takerOf(c1, c2, c2), h3, declarer == 2) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    if (nullTaken(h1, h2, h3 & ~setOf(card), c1, c2, card, declarer, ply + 1) == wanted) return wanted;
  }
  return !wanted;
}

export function nullTaken(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, declarer: i32, ply: usize): bool {
  const taker = takerOf(c1, c2, c3);
  const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
  if (winner == declarer) return true;
  nextTrick(h1, h2, h3, c1, c2, c3, winner, declarer);
  return nullLead(NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, ply);
}

/**
 * Whether the declarer, not on lead, holds suits in which he never takes a trick: below his lowest card the others have none, below
 * the next at most one, and so on. However often they lead the suit, he has a card below one of theirs.
 */
function neverTakes(hand: u32, others: u32): bool {
  let rest = hand;
  while (rest) {
    const card = <i32>ctz(rest);
    const suit = (<u32>255) << (card & 24);
    let allowed = 0;
    for (let own = rest & suit; own; own &= own - 1) {
      const below = (own & (0 - own)) - 1;
      if (popcnt<i32>(others & suit & below) > allowed) return false;
      allowed++;
    }
    rest &= ~suit;
  }
  return true;
}
