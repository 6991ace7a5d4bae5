/**
 * The declarer's points with open cards, by searches with a null window: «does the declarer get at least so many of the points
 * still in play?» Hands come in the order of the trick (leader, second, third), `declarer` says which of them is his (0, 1, 2),
 * so that a position is the same whoever sits where. What a search returns is the number asked for or more if the answer is
 * yes, and then the declarer gets at least that; less if it is no, and then he gets at most that.
 *
 * A ply sees values with its own sign: what is good for who plays is great. It is done when one reaches `enough`.
 */
import { setOf } from "./cards.as";
import { cardsInPlay, keyOf, KNOWN_HIGH, KNOWN_LOW, KNOWN_MOVE, probeTable, storeTable } from "./known.as";
import { goodLead, keepGoodLead, keepResult, leadScore, resultOf, scoreMove, secondScore, takeMove, tally, thirdScore } from "./move-order.as";
import { NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, nextTrick } from "./next-trick.as";
import { distinct, followersAt, pointsAt, replies, takerOf, TRUMPS } from "./order.as";
import { sureLeads, sureReplies } from "./sure.as";
import { KNOWN_POSITIONS, MOVE_ORDER, NEAR_CARDS, SURE_TRICKS, TALLY, USE } from "./switches.as";

const NOTHING_YET: i32 = -1000;
const FIRST_OF_ALL: i32 = 1 << 24;

export let NODES: u64 = 0;
/** Set when so many tricks were begun that the search is to end: what it returns then is of no meaning, and it has kept none of it. */
export let HALTED: bool = false;
let mostNodes: u64 = 0;

export function resetNodes(most: u64): void {
  NODES = 0;
  HALTED = false;
  mostNodes = most;
}

/**
 * The most that a card can come to, by its neighbours that were tried: to exchange neighbours of one hand changes no trick, only
 * where the difference of their points goes.
 */
@inline
function mostByNeighbours(card: i32, all: u32, tried: u32, ply: usize): i32 {
  const suit = all & followersAt(card);
  const points = pointsAt(card);
  let most = -NOTHING_YET;
  const above = suit & ~((setOf(card) << 1) - 1);
  const next = above & (0 - above);
  if (next & tried) {
    const place = <i32>ctz(next);
    most = resultOf(ply, place) + abs(pointsAt(place) - points);
  }
  const below = suit & (setOf(card) - 1);
  if (below) {
    const place = 31 - <i32>clz(below);
    if (setOf(place) & tried) most = min(most, resultOf(ply, place) + abs(pointsAt(place) - points));
  }
  return most;
}

/** The first card of a trick. `left` are the points still in play. */
export function lead(h1: u32, h2: u32, h3: u32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  if (NODES == mostNodes) {
    HALTED = true;
    return 0;
  }
  NODES++;
  if (USE & TALLY) tally(0, h1);
  if (need <= 0) return 0;
  if (need > left) return left;
  if ((h1 & (h1 - 1)) == 0) return lastTrick(h1, h2, h3, declarer, left);
  let low = 0;
  let high = left;
  let best = -1;
  let key: u64 = 0;
  let inPlay: u32 = 0;
  if (USE & KNOWN_POSITIONS) {
    inPlay = cardsInPlay(h1, h2, h3);
    key = keyOf(h1, h2, h3, inPlay);
    probeTable(key, inPlay, declarer, left);
    low = KNOWN_LOW;
    if (low >= need) return low;
    high = KNOWN_HIGH;
    if (high < need) return high;
    best = KNOWN_MOVE;
  }
  if (USE & SURE_TRICKS) {
    const most = atMost(h1, h2, h3, declarer, left);
    if (most < need) return most;
    const least = atLeast(h1, h2, h3, declarer, left);
    if (least >= need) return least;
  }
  if (USE & TALLY) tally(1, h1);
  const sign = declarer == 0 ? 1 : -1;
  const enough = declarer == 0 ? need : 1 - need;
  const all = h1 | h2 | h3;
  let value = NOTHING_YET;
  let choice = -1;
  let tried: u32 = 0;
  const good = goodLead(popcnt<i32>(h1), declarer);
  let count = 0;
  for (let rest = distinct(h1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, !(USE & MOVE_ORDER) ? 0 : card == best ? FIRST_OF_ALL : leadScore(card, h2, h3, declarer, good));
    count++;
  }
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    let result = USE & NEAR_CARDS && tried ? mostByNeighbours(card, all, tried, ply) : enough;
    if (result >= enough) result = sign * second(h1 & ~setOf(card), h2, h3, card, declarer, need, left, ply + 1);
    if (HALTED) return 0;
    if (result > value) {
      value = result;
      choice = card;
      if (value >= enough) {
        keepGoodLead(popcnt<i32>(h1), declarer, card);
        break;
      }
    }
    keepResult(ply, card, result);
    tried |= setOf(card);
  }
  value *= sign;
  if (USE & KNOWN_POSITIONS) {
    if (value >= need) low = max(low, value);
    else high = min(high, value);
    storeTable(key, inPlay, popcnt<i32>(h1), declarer, low, high, choice);
  }
  return value;
}

/** The second card. The first hand has played already. */
export function second(h1: u32, h2: u32, h3: u32, c1: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const moves = replies(h2, c1);
  if ((moves & (moves - 1)) == 0) return third(h1, h2 & ~moves, h3, c1, <i32>ctz(moves), declarer, need, left, ply + 1);
  const sign = declarer == 1 ? 1 : -1;
  const enough = declarer == 1 ? need : 1 - need;
  const all = h1 | h2 | h3 | setOf(c1);
  let value = NOTHING_YET;
  let tried: u32 = 0;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDER ? secondScore(card, c1, h3, declarer) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    let result = USE & NEAR_CARDS && tried ? mostByNeighbours(card, all, tried, ply) : enough;
    if (result >= enough) result = sign * third(h1, h2 & ~setOf(card), h3, c1, card, declarer, need, left, ply + 1);
    if (HALTED) return 0;
    if (result > value) {
      value = result;
      if (value >= enough) break;
    }
    keepResult(ply, card, result);
    tried |= setOf(card);
  }
  return sign * value;
}

/** The third card, after which the trick is taken. */
export function third(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const moves = replies(h3, c1);
  if ((moves & (moves - 1)) == 0) return taken(h1, h2, h3 & ~moves, c1, c2, <i32>ctz(moves), declarer, need, left, ply + 1);
  const sign = declarer == 2 ? 1 : -1;
  const enough = declarer == 2 ? need : 1 - need;
  const all = h1 | h2 | h3 | setOf(c1) | setOf(c2);
  let value = NOTHING_YET;
  let tried: u32 = 0;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDER ? thirdScore(card, c1, c2, declarer) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = takeMove(ply, count);
    let result = USE & NEAR_CARDS && tried ? mostByNeighbours(card, all, tried, ply) : enough;
    if (result >= enough) result = sign * taken(h1, h2, h3 & ~setOf(card), c1, c2, card, declarer, need, left, ply + 1);
    if (HALTED) return 0;
    if (result > value) {
      value = result;
      if (value >= enough) break;
    }
    keepResult(ply, card, result);
    tried |= setOf(card);
  }
  return sign * value;
}

/** A whole trick: its points to who takes it, and on with the next. */
export function taken(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const points = pointsAt(c1) + pointsAt(c2) + pointsAt(c3);
  const taker = takerOf(c1, c2, c3);
  const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
  const gain = winner == declarer ? points : 0;
  left -= points;
  need -= gain;
  if (!h1 || need <= 0) return gain;
  if (need > left) return gain + left;
  nextTrick(h1, h2, h3, c1, c2, c3, winner, declarer);
  return gain + lead(NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, need, left, ply);
}

function lastTrick(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  const able = (h1 | h2 | h3) & (TRUMPS | followersAt(<i32>ctz(h1)));
  const hand = declarer == 0 ? h1 : declarer == 1 ? h2 : h3;
  return hand & ((<u32>1) << (31 - <i32>clz(able))) ? left : 0;
}

/** The declarer's points at most, by the tricks that the others are sure of. */
@inline
function atMost(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  if (declarer == 0) return left - max(sureReplies(h2, h1, h3, left), sureReplies(h3, h1, h2, left));
  const friend = declarer == 1 ? sureReplies(h3, h1, h2, left) : sureReplies(h2, h1, h3, left);
  return left - max(sureLeads(h1, h2, h3, left), friend);
}

/** The declarer's points at least, by the tricks that he is sure of. */
@inline
function atLeast(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  if (declarer == 0) return sureLeads(h1, h2, h3, left);
  return declarer == 1 ? sureReplies(h2, h1, h3, left) : sureReplies(h3, h1, h2, left);
}
