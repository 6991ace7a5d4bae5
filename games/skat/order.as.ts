/**
 * Cards as the solver sees them: sorted by strength, suit by suit, so that a set's higher bit is the stronger card. Suit games and
 * grand: four suits of seven from bit 0 (7 8 9 Q K 10 A), the trump suit in the last place, then the jacks from ♦ to ♣. Null:
 * four suits of eight (7 8 9 10 J Q K A).
 *
 * Cards that differ in rank alone, and neighbours among those in play, are alike. Such cards make a *run*: 7 8 9 of a suit and the jacks where
 * points count, the whole suit in null. A card that leaves play leaves no gap in its run: what is above it moves down.
 */
import { GRAND, NULL_GAME, setOf } from "./cards.as";
import { ALIKE_CARDS, MUST_TRUMP, USE } from "./switches.as";

/** The set of trumps, and the cards that are not the lowest of their run. */
export let TRUMPS: u32 = 0;
export let INNER: u32 = 0;
export let IS_NULL: bool = false;
export let GAME: i32 = -1;
/** Bits of a suit, and how many suits may be exchanged. */
export let SUIT_BITS: i32 = 7;
export let SIDE_SUITS: i32 = 3;

/** By card: the set that follows it, the part of its run above it, its points. */
const FOLLOW: usize = 0;
const ABOVE: usize = 128;
const POINTS: usize = 256;
/** By place in the order: the card. */
const CARD_AT: usize = 288;
/** By card: its place. */
const PLACE_OF: usize = 320;
/** The game they are filled for, + 1. */
const FILLED_FOR: usize = 352;
export const ORDER_BYTES: i32 = 384;

let tables: usize = 0;

/** The bottom three of each suit. */
const LOW_RUN: u32 = 7;
const JACKS_FROM: i32 = 28;
/** Points from the 7 to the ace; by rank in the order of null. */
const SUIT_POINTS: u64 = 0x0b0a_0403_0000_00;

/** Where a card of the game's numbering stands. */
function placeOf(game: i32, card: i32): i32 {
  const suit = card >> 3;
  const rank = card & 7;
  if (game == NULL_GAME) return (suit << 3) + ((0x47365210 >> (rank << 2)) & 15);
  if (rank == 7) return 31 - suit;
  // The trump suit changes places with the last one.
  const group = game == GRAND ? suit : suit == game ? 3 : suit == 3 ? game : suit;
  return 7 * group + rank;
}

/** Fills the tables of a game; `region` is this thread's own, zeros at first. */
export function setOrder(region: usize, game: i32): void {
  tables = region;
  GAME = game;
  IS_NULL = game == NULL_GAME;
  SUIT_BITS = IS_NULL ? 8 : 7;
  SIDE_SUITS = IS_NULL || game == GRAND ? 4 : 3;
  TRUMPS = IS_NULL ? 0 : game == GRAND ? 0xf0000000 : 0xffe00000;
  INNER = IS_NULL ? 0xfefefefe : 0xe0000000 | (6 * 0x204081);
  if (load<i32>(tables + FILLED_FOR) == game + 1) return;
  store<i32>(tables + FILLED_FOR, game + 1);
  for (let card = 0; card < 32; card++) {
    const place = placeOf(game, card);
    store<u8>(tables + CARD_AT + place, <u8>card);
    store<u8>(tables + PLACE_OF + card, <u8>place);
  }
  for (let place = 0; place < 32; place++) fill(place);
}

function fill(place: i32): void {
  const jack = !IS_NULL && place >= JACKS_FROM;
  const bottom = jack ? JACKS_FROM : place - place % SUIT_BITS;
  const suit: u32 = ((<u32>1 << SUIT_BITS) - 1) << bottom;
  const run: u32 = IS_NULL ? suit : jack ? 0xf0000000 : place - bottom < 3 ? LOW_RUN << bottom : 0;
  const at = tables + (<usize>place << 2);
  store<u32>(at + FOLLOW, TRUMPS & setOf(place) ? TRUMPS : suit);
  store<u32>(at + ABOVE, run & ~(setOf(place) | (setOf(place) - 1)));
  const points = IS_NULL ? 0 : jack ? 2 : <i32>((SUIT_POINTS >> ((place - bottom) << 3)) & 255);
  store<u8>(tables + POINTS + place, <u8>points);
}

@inline
export function followersAt(place: i32): u32 {
  return load<u32>(tables + FOLLOW + (<usize>place << 2));
}

@inline
export function aboveInRun(place: i32): u32 {
  return load<u32>(tables + ABOVE + (<usize>place << 2));
}

@inline
export function pointsAt(place: i32): i32 {
  return load<u8>(tables + POINTS + <usize>place);
}

@inline
export function cardAt(place: i32): i32 {
  return load<u8>(tables + CARD_AT + <usize>place);
}

@inline
export function placeOfCard(card: i32): i32 {
  return load<u8>(tables + PLACE_OF + <usize>card);
}

/** A set of cards as a set of places. */
export function placesOf(set: u32): u32 {
  let places: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) places |= setOf(placeOfCard(<i32>ctz(rest)));
  return places;
}

/** Card points of a set of places. */
export function pointsOfPlaces(set: u32): i32 {
  if (IS_NULL) return 0;
  return (
    11 * popcnt<i32>(set & (0x40 * 0x204081)) +
    10 * popcnt<i32>(set & (0x20 * 0x204081)) +
    4 * popcnt<i32>(set & (0x10 * 0x204081)) +
    3 * popcnt<i32>(set & (0x08 * 0x204081)) +
    2 * popcnt<i32>(set & 0xf0000000)
  );
}

/** Neighbours in one hand that are alike: the lowest stands for them. What may be played holds all of a run's cards in hand or none. */
@inline
export function distinct(moves: u32): u32 {
  return USE & ALIKE_CARDS ? moves & ~((moves << 1) & INNER) : moves;
}

/** The cards a hand may play to a card that was led, one of each group of alike ones. */
@inline
export function replies(hand: u32, lead: i32): u32 {
  const following = hand & followersAt(lead);
  if (following) return distinct(following);
  if (MUST_TRUMP && hand & TRUMPS) return distinct(hand & TRUMPS);
  return distinct(hand);
}

/** The card that takes a trick: the highest trump, or the highest of the suit led. */
@inline
export function takerOf(c1: i32, c2: i32, c3: i32): i32 {
  const able = (setOf(c1) | setOf(c2) | setOf(c3)) & (TRUMPS | followersAt(c1));
  return 31 - <i32>clz(able);
}
