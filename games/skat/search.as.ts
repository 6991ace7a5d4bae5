/**
 * Double-dummy alpha-beta with null windows: does the declarer get at least `need` of the points still in play? Hands are in the
 * order of the trick (leader, second, third) and `declarer` is the index of his hand, so a position does not depend on the seats.
 * A result of `need` or more is a lower bound of the declarer's points, a smaller one an upper bound (fail-soft).
 *
 * Each ply maximizes from the mover's point of view (negamax) and cuts off at `beta`.
 */
import { setOf } from "./cards.as";
import { cardsInPlay, keyOf, TT_HIGH, TT_LOW, TT_MOVE, probeTable, storeTable } from "./transposition.as";
import { countExpanded, countVisited, killerLead, storeKillerLead, storeResult, leadScore, resultOf, scoreMove, secondScore, pickMove, thirdScore } from "./move-ordering.as";
import { NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, nextTrick } from "./next-trick.as";
import { distinct, followersAt, pointsAt, replies, takerOf, TRUMPS } from "./order.as";
import { sureLeads, sureReplies } from "./sure-tricks.as";
import { TRANSPOSITIONS, MOVE_ORDERING, QUASI_SYMMETRY, SURE_TRICKS, TALLY, USE } from "./switches.as";

const NO_VALUE: i32 = -1000;
const TT_MOVE_SCORE: i32 = 1 << 24;

export let NODES: u64 = 0;
/** Set at the node limit: the result is then meaningless, and nothing has been stored. */
export let ABORTED: bool = false;
let nodeLimit: u64 = 0;

export function resetNodes(limit: u64): void {
  NODES = 0;
  ABORTED = false;
  nodeLimit = limit;
}

/**
 * An upper bound of a card's value by its neighbours that were searched: swapping neighbours of one hand changes no trick winner,
 * so the values differ by at most the difference of their points.
 */
@inline
function quasiSymmetryBound(card: i32, all: u32, tried: u32, ply: usize): i32 {
  const suit = all & followersAt(card);
  const points = pointsAt(card);
  let most = -NO_VALUE;
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

/** The first card of a trick. `left`: the points still in play. */
export function lead(h1: u32, h2: u32, h3: u32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  if (NODES == nodeLimit) {
    ABORTED = true;
    return 0;
  }
  NODES++;
  if (USE & TALLY) countVisited(h1);
  if (need <= 0) return 0;
  if (need > left) return left;
  if ((h1 & (h1 - 1)) == 0) return lastTrick(h1, h2, h3, declarer, left);
  let low = 0;
  let high = left;
  let best = -1;
  let key: u64 = 0;
  let inPlay: u32 = 0;
  if (USE & TRANSPOSITIONS) {
    inPlay = cardsInPlay(h1, h2, h3);
    key = keyOf(h1, h2, h3, inPlay);
    probeTable(key, inPlay, declarer, left);
    low = TT_LOW;
    if (low >= need) return low;
    high = TT_HIGH;
    if (high < need) return high;
    best = TT_MOVE;
  }
  if (USE & SURE_TRICKS) {
    const most = upperBound(h1, h2, h3, declarer, left);
    if (most < need) return most;
    const least = lowerBound(h1, h2, h3, declarer, left);
    if (least >= need) return least;
  }
  if (USE & TALLY) countExpanded(h1);
  const sign = declarer == 0 ? 1 : -1;
  const beta = declarer == 0 ? need : 1 - need;
  const all = h1 | h2 | h3;
  let value = NO_VALUE;
  let choice = -1;
  let tried: u32 = 0;
  const good = killerLead(popcnt<i32>(h1), declarer);
  let count = 0;
  for (let rest = distinct(h1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, !(USE & MOVE_ORDERING) ? 0 : card == best ? TT_MOVE_SCORE : leadScore(card, h2, h3, declarer, good));
    count++;
  }
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    let result = USE & QUASI_SYMMETRY && tried ? quasiSymmetryBound(card, all, tried, ply) : beta;
    if (result >= beta) result = sign * second(h1 & ~setOf(card), h2, h3, card, declarer, need, left, ply + 1);
    if (ABORTED) return 0;
    if (result > value) {
      value = result;
      choice = card;
      if (value >= beta) {
        storeKillerLead(popcnt<i32>(h1), declarer, card);
        break;
      }
    }
    storeResult(ply, card, result);
    tried |= setOf(card);
  }
  value *= sign;
  if (USE & TRANSPOSITIONS) {
    if (value >= need) low = max(low, value);
    else high = min(high, value);
    storeTable(key, inPlay, popcnt<i32>(h1), declarer, low, high, choice);
  }
  return value;
}

/** The second card of a trick. */
export function second(h1: u32, h2: u32, h3: u32, c1: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const moves = replies(h2, c1);
  if ((moves & (moves - 1)) == 0) return third(h1, h2 & ~moves, h3, c1, <i32>ctz(moves), declarer, need, left, ply + 1);
  const sign = declarer == 1 ? 1 : -1;
  const beta = declarer == 1 ? need : 1 - need;
  const all = h1 | h2 | h3 | setOf(c1);
  let value = NO_VALUE;
  let tried: u32 = 0;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDERING ? secondScore(card, c1, h3, declarer) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    let result = USE & QUASI_SYMMETRY && tried ? quasiSymmetryBound(card, all, tried, ply) : beta;
    if (result >= beta) result = sign * third(h1, h2 & ~setOf(card), h3, c1, card, declarer, need, left, ply + 1);
    if (ABORTED) return 0;
    if (result > value) {
      value = result;
      if (value >= beta) break;
    }
    storeResult(ply, card, result);
    tried |= setOf(card);
  }
  return sign * value;
}

/** The third card of a trick. */
export function third(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const moves = replies(h3, c1);
  if ((moves & (moves - 1)) == 0) return taken(h1, h2, h3 & ~moves, c1, c2, <i32>ctz(moves), declarer, need, left, ply + 1);
  const sign = declarer == 2 ? 1 : -1;
  const beta = declarer == 2 ? need : 1 - need;
  const all = h1 | h2 | h3 | setOf(c1) | setOf(c2);
  let value = NO_VALUE;
  let tried: u32 = 0;
  let count = 0;
  for (let rest = moves; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    scoreMove(ply, count, card, USE & MOVE_ORDERING ? thirdScore(card, c1, c2, declarer) : 0);
    count++;
  }
  for (; count > 0; count--) {
    const card = pickMove(ply, count);
    let result = USE & QUASI_SYMMETRY && tried ? quasiSymmetryBound(card, all, tried, ply) : beta;
    if (result >= beta) result = sign * taken(h1, h2, h3 & ~setOf(card), c1, c2, card, declarer, need, left, ply + 1);
    if (ABORTED) return 0;
    if (result > value) {
      value = result;
      if (value >= beta) break;
    }
    storeResult(ply, card, result);
    tried |= setOf(card);
  }
  return sign * value;
}

/** Scores a complete trick and searches the next one. */
export function taken(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, c3: i32, declarer: i32, need: i32, left: i32, ply: usize): i32 {
  const points = pointsAt(c1) + pointsAt(c2) + pointsAt(c3);
  const taker = takerOf(c1, c2, c3);
  const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
  const won = winner == declarer ? points : 0;
  left -= points;
  need -= won;
  if (!h1 || need <= 0) return won;
  if (need > left) return won + left;
  nextTrick(h1, h2, h3, c1, c2, c3, winner, declarer);
  return won + lead(NEXT_1, NEXT_2, NEXT_3, NEXT_DECLARER, need, left, ply);
}

function lastTrick(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  const able = (h1 | h2 | h3) & (TRUMPS | followersAt(<i32>ctz(h1)));
  const hand = declarer == 0 ? h1 : declarer == 1 ? h2 : h3;
  return hand & ((<u32>1) << (31 - <i32>clz(able))) ? left : 0;
}

/** The declarer's points at most, by the defenders' sure tricks. */
@inline
function upperBound(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  if (declarer == 0) return left - max(sureReplies(h2, h1, h3, left), sureReplies(h3, h1, h2, left));
  const partner = declarer == 1 ? sureReplies(h3, h1, h2, left) : sureReplies(h2, h1, h3, left);
  return left - max(sureLeads(h1, h2, h3, left), partner);
}

/** The declarer's points at least, by his sure tricks. */
@inline
function lowerBound(h1: u32, h2: u32, h3: u32, declarer: i32, left: i32): i32 {
  if (declarer == 0) return sureLeads(h1, h2, h3, left);
  return declarer == 1 ? sureReplies(h2, h1, h3, left) : sureReplies(h3, h1, h2, left);
}
