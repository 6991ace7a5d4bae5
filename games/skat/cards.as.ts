/**
 * Cards and the rules of a trick. A card is 8 × suit + rank; a set of cards is 32 bits, bit = card.
 *
 *   suit  0 ♣  1 ♠  2 ♥  3 ♦            (jacks: ♣ is the strongest, ♦ the weakest)
 *   rank  0 7  1 8  2 9  3 Q  4 K  5 10  6 A  7 J   (ascending in suit games and grand, except the jack)
 *   game  0–3 suit game with that suit as trump, 4 grand, 5 null
 */

export const GRAND: i32 = 4;
export const NULL_GAME: i32 = 5;
export const JACKS: u32 = 0x80808080;
/** The lead of a trick that has not begun. */
export const NO_CARD: i32 = -1;

/** One nibble per rank. */
const POINTS: u32 = 0x2ba43000;
/** The order of ranks in null, 7 8 9 10 J Q K A, one nibble per rank. */
const NULL_ORDER: u32 = 0x47365210;

@inline
export function setOf(card: i32): u32 {
  return (<u32>1) << card;
}

@inline
export function trumps(game: i32): u32 {
  if (game == NULL_GAME) return 0;
  return game == GRAND ? JACKS : JACKS | (0xff << (game << 3));
}

/** The cards that follow suit to `lead`, including itself: the trumps, or its suit without trumps. */
function followers(game: i32, lead: i32): u32 {
  const trump = trumps(game);
  return trump & setOf(lead) ? trump : ((<u32>0xff) << (lead & 24)) & ~trump;
}

/**
 * The legal cards of a hand. A player who cannot follow suit may play any card; with `mustTrump` he must play a trump if he
 * has one.
 */
export function legalCards(game: i32, mustTrump: bool, hand: u32, lead: i32): u32 {
  if (lead == NO_CARD) return hand;
  const following = hand & followers(game, lead);
  if (following) return following;
  const trump = mustTrump ? hand & trumps(game) : 0;
  return trump ? trump : hand;
}

/** Comparable within a suit and among trumps: higher is stronger. Trumps are above all other cards. */
export function strength(game: i32, card: i32): i32 {
  const rank = card & 7;
  if (game == NULL_GAME) return (NULL_ORDER >> (rank << 2)) & 15;
  if (rank == 7) return 32 - (card >> 3);
  return card >> 3 == game ? 16 + rank : rank;
}

/** Whether a card beats the best card of the trick so far. */
export function beats(game: i32, card: i32, best: i32): bool {
  const trump = trumps(game);
  if (!((followers(game, best) | trump) & setOf(card))) return false;
  return strength(game, card) > strength(game, best);
}

/** Which card wins a complete trick: 0 the lead, 1 the second, 2 the third. */
export function trickWinner(game: i32, lead: i32, second: i32, third: i32): i32 {
  if (beats(game, second, lead)) return beats(game, third, second) ? 2 : 1;
  return beats(game, third, lead) ? 2 : 0;
}

@inline
export function pointsOfCard(card: i32): i32 {
  return (POINTS >> ((card & 7) << 2)) & 15;
}

/** Card points of a set; the deck has 120. */
export function pointsOf(set: u32): i32 {
  return (
    11 * popcnt<u32>(set & 0x40404040) +
    10 * popcnt<u32>(set & 0x20202020) +
    4 * popcnt<u32>(set & 0x10101010) +
    3 * popcnt<u32>(set & 0x08080808) +
    2 * popcnt<u32>(set & JACKS)
  );
}
