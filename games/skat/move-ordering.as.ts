/** Move ordering. Each ply has its own list: words of score and card, then the results of the cards. */
import { PositionTally } from "../../build/layouts/games/skat/solver.as";
import { setOf } from "./cards.as";
import { followersAt, pointsAt, TRUMPS } from "./order.as";

const PLY_BYTES: usize = 128;
const RESULTS: usize = 64;
const PLIES: usize = 32;
/** Killer leads: by cards in a hand and the declarer's index, the lead that caused the last cutoff. */
const KILLER_LEADS: usize = PLIES * PLY_BYTES;
/** Where the `PositionTally` is. */
export const TALLY_AT: usize = KILLER_LEADS + 64;
export const MOVE_BYTES: i32 = <i32>(TALLY_AT + PositionTally.BYTES);
const KILLER_SCORE: i32 = 75;

let scratch: usize = 0;

export function setMoveScratch(address: usize): void {
  scratch = address;
}

@inline
export function scoreMove(ply: usize, place: i32, card: i32, score: i32): void {
  store<i32>(scratch + ply * PLY_BYTES + (<usize>place << 2), (score << 5) | card);
}

/** Removes and returns the card with the best score from a list of `count`; the last entry fills the gap. */
@inline
export function pickMove(ply: usize, count: i32): i32 {
  const list = scratch + ply * PLY_BYTES;
  const last = list + (<usize>(count - 1) << 2);
  let bestAt = last;
  let best = load<i32>(last);
  for (let at = list; at < last; at += 4) {
    const each = load<i32>(at);
    if (each > best) {
      best = each;
      bestAt = at;
    }
  }
  store<i32>(bestAt, load<i32>(last));
  return best & 31;
}

/** The result of a card of the ply, from the mover's point of view. */
@inline
export function storeResult(ply: usize, card: i32, result: i32): void {
  store<i8>(scratch + ply * PLY_BYTES + RESULTS + <usize>card, <i8>result);
}

@inline
export function resultOf(ply: usize, card: i32): i32 {
  return load<i8>(scratch + ply * PLY_BYTES + RESULTS + <usize>card);
}

@inline
export function countVisited(hand: u32): void {
  PositionTally.at(scratch + TALLY_AT).visited[popcnt<u32>(hand)] += 1;
}

@inline
export function countExpanded(hand: u32): void {
  PositionTally.at(scratch + TALLY_AT).expanded[popcnt<u32>(hand)] += 1;
}

@inline
export function killerLead(cards: i32, declarer: i32): i32 {
  return load<u8>(scratch + KILLER_LEADS + <usize>((cards << 2) | declarer));
}

@inline
export function storeKillerLead(cards: i32, declarer: i32, card: i32): void {
  store<u8>(scratch + KILLER_LEADS + <usize>((cards << 2) | declarer), <u8>card);
}

@inline
function highestOf(set: u32): i32 {
  return 31 - <i32>clz(set);
}

/** Winning cards first, by points; otherwise cheap cards. */
export function leadScore(card: i32, h2: u32, h3: u32, declarer: i32, killer: i32): i32 {
  const follow = followersAt(card);
  const higher = ~((setOf(card) << 1) - 1);
  const points = pointsAt(card);
  const base = card == killer ? KILLER_SCORE : 0;
  const over2 = h2 & follow ? h2 & follow & higher : h2 & TRUMPS;
  const over3 = h3 & follow ? h3 & follow & higher : h3 & TRUMPS;
  if (declarer == 0) return over2 | over3 ? base - points : base + 150 + points;
  const opponent = declarer == 1 ? over2 : over3;
  const partner = declarer == 1 ? over3 : over2;
  if (!opponent) return base + 150 + points;
  return partner && highestOf(partner) > highestOf(opponent) ? base + 50 + points : base - points;
}

export function secondScore(card: i32, c1: i32, h3: u32, declarer: i32): i32 {
  const follow = followersAt(c1);
  const top = highestOf((setOf(c1) | setOf(card)) & (follow | TRUMPS));
  const higher = ~((setOf(top) << 1) - 1);
  const points = pointsAt(card);
  const beaten = ((h3 & follow ? h3 & follow : h3 & TRUMPS) & higher) != 0;
  const mine = top == card;
  if (declarer == 1) return mine ? (beaten ? 30 - 2 * points : 80 + points) : -2 * points;
  // The trick is ours too if the partner, who plays last, can take it.
  if (declarer == 0) return mine || beaten ? 80 + points : -2 * points;
  return beaten ? -2 * points : 80 + points;
}

/** High points to our own trick, low points to the opponents'. */
export function thirdScore(card: i32, c1: i32, c2: i32, declarer: i32): i32 {
  const top = highestOf((setOf(c1) | setOf(c2) | setOf(card)) & (followersAt(c1) | TRUMPS));
  const winner = top == c1 ? 0 : top == c2 ? 1 : 2;
  const points = pointsAt(card);
  const ours = (winner == declarer) == (declarer == 2);
  return ours ? 80 + points : -2 * points;
}

/** Null: defenders lead low cards of suits that the declarer holds; the declarer leads low cards. */
export function nullLeadScore(card: i32, h1: u32, h2: u32, h3: u32, declarer: i32): i32 {
  const suit = followersAt(card);
  const below = setOf(card) - 1;
  if (declarer == 0) return popcnt<i32>((h2 | h3) & suit & ~below) * 2 - popcnt<i32>((h2 | h3) & suit & below) * 8;
  const his = (declarer == 1 ? h2 : h3) & suit;
  const partners = (declarer == 1 ? h3 : h2) & suit;
  if (!his) return -20;
  // Prefer suits in which many of his cards are above the lead and few below.
  return 8 * popcnt<i32>(his & ~below) - 4 * popcnt<i32>(his & below) - (partners ? 0 : 4) - popcnt<i32>(h1 & suit);
}

/** `best` wins the trick so far. The declarer plays his highest card below it, or discards his most dangerous card. */
export function nullReplyScore(card: i32, lead: i32, best: i32, hand: u32, declarer: bool): i32 {
  const suit = followersAt(card);
  const follows = suit == followersAt(lead);
  const rank = popcnt<i32>(suit & (setOf(card) - 1));
  if (declarer) return follows ? (card < best ? 40 + rank : rank) : 20 + rank - 2 * popcnt<i32>(hand & suit & (setOf(card) - 1));
  return follows ? 10 - rank : rank - 4 * popcnt<i32>(hand & suit);
}
