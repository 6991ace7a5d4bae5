/**
 * Double-dummy search of null games: whether the declarer must take a trick (true: he loses). Hands are in the order of the trick, as
 * in search.as.ts. Only ranks count, and all cards of a suit form one run.
 */
import { setOf } from "./cards.as";
import { keyOf, TT_HIGH, TT_LOW, probeTable, storeTable } from "./transposition.as";
import { nullLeadScore, nullReplyScore, scoreMove, pickMove } from "./move-ordering.as";
import { NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, nextTrick } from "./next-trick.as";
import { distinct, replies, takerOf } from "./order.as";
import { TRANSPOSITIONS, MOVE_ORDERING, SURE_TRICKS, USE } from "./switches.as";

export let NULL_NODES: u64 = 0;

export function resetNullNodes(): void {
  NULL_NODES = 0;
}

export function nullLead(h1: u32, h2: u32, h3: u32, declarer: i32, ply: usize): bool {
  NULL_NODES++;
  if (!h1) return false;
  let best = -1;
  if (USE & TRANSPOSITIONS) {
    probeTable(keyOf(h1, h2, h3, 0), 0, declarer, 1);
    if (TT_LOW == TT_HIGH) return TT_LOW != 0;
  }
  if (USE & SURE_TRICKS && declarer != 0) {
    const safe = declarer == 1 ? isSafe(h2, h1 | h3) : isSafe(h3, h1 | h2);
    if (safe) return false;
  }
  // The result that the mover aims for: defenders that the declarer takes a trick, the declarer that he does not.
  const goal = declarer != 0;
  let count = 0;
  for (let rest = distinct(h1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDERING ? nullLeadScore(card, h1, h2, h3, declarer) : 0);
    count++;
  }
  let result = !goal;
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    if (nullSecond(h1 & ~setOf(card), h2, h3, card, declarer, ply + 1) == goal) {
      result = goal;
      best = card;
      break;
    }
  }
  if (USE & TRANSPOSITIONS) storeTable(keyOf(h1, h2, h3, 0), 0, popcnt<i32>(h1), declarer, <i32>result, <i32>result, best);
  return result;
}

export function nullSecond(h1: u32, h2: u32, h3: u32, c1: i32, declarer: i32, ply: usize): bool {
  const moves = replies(h2, c1);
  if ((moves & (moves - 1)) == 0) return nullThird(h1, h2 & ~moves, h3, c1, <i32>ctz(moves), declarer, ply + 1);
  const goal = declarer != 1;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDERING ? nullReplyScore(card, c1, c1, h2, declarer == 1) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    if (nullThird(h1, h2 & ~setOf(card), h3, c1, card, declarer, ply + 1) == goal) return goal;
  }
  return !goal;
}

export function nullThird(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, declarer: i32, ply: usize): bool {
  const moves = replies(h3, c1);
  if ((moves & (moves - 1)) == 0) return nullTaken(h1, h2, h3 & ~moves, c1, c2, <i32>ctz(moves), declarer, ply + 1);
  const goal = declarer != 2;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDERING ? nullReplyScore(card, c1, takerOf(c1, c2, c2), h3, declarer == 2) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    if (nullTaken(h1, h2, h3 & ~setOf(card), c1, c2, card, declarer, ply + 1) == goal) return goal;
  }
  return !goal;
}

export function nullTaken(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, declarer: i32, ply: usize): bool {
  const taker = takerOf(c1, c2, c3);
  const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
  if (winner == declarer) return true;
  nextTrick(h1, h2, h3, c1, c2, c3, winner, declarer);
  return nullLead(NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, ply);
}

/**
 * Whether the declarer, not on lead, is safe in all his suits: the others have no card below his lowest, at most one below the next,
 * and so on, so he can always play below one of their cards.
 */
function isSafe(hand: u32, others: u32): bool {
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
