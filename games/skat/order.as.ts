/**
 * The solver's bitboard order of cards: suit by suit and by strength, so a higher bit is a stronger card. Suit games and grand: four
 * suits of seven from bit 0 (7 8 9 Q K 10 A), the trump suit last, then the jacks from ♦ to ♣. Null: four suits of eight
 * (7 8 9 10 J Q K A). The index of a card in this order is its *place*.
 *
 * Adjacent cards that differ only in rank are equivalent. They form a *run*: 7 8 9 of a suit and the jacks in games with points, the
 * whole suit in null. When a card leaves play, the cards above it in its run move down (relative ranks).
 */
import { GRAND, NULL_GAME, setOf } from "./cards.as";
import { EQUIVALENT_CARDS, MUST_TRUMP, USE } from "./switches.as";

/** The trumps, and the places that are not the lowest of their run. */
export let TRUMPS: u32 = 0;
export let INNER: u32 = 0;
let IS_NULL: bool = false;
export let GAME: i32 = -1;
/** Bits of a suit, and the number of interchangeable suits. */
export let SUIT_BITS: i32 = 7;
export let SIDE_SUITS: i32 = 3;

/** By place: the set that follows it, the part of its run above it, its points. */
const FOLLOW: usize = 0;
const ABOVE: usize = 128;
const POINTS: usize = 256;
/** By place: the card. */
const CARD_AT: usize = 288;
/** By card: its place. */
const PLACE_OF: usize = 320;
/** The game + 1 for which the tables are filled. */
const FILLED_FOR: usize = 352;
export const ORDER_BYTES: i32 = 384;

let tables: usize = 0;

/** 7 8 9 of a suit. */
const LOW_RUN: u32 = 7;
const JACKS_FROM: i32 = 28;
/** Points from the 7 to the ace, one byte each. */
const SUIT_POINTS: u64 = 0x0b0a_0403_0000_00;

function placeOf(game: i32, card: i32): i32 {
  const suit = card >> 3;
  const rank = card & 7;
  if (game == NULL_GAME) return (suit << 3) + ((0x47365210 >> (rank << 2)) & 15);
  if (rank == 7) return 31 - suit;
  // The trump suit is swapped with the last one.
  const group = game == GRAND ? suit : suit == game ? 3 : suit == 3 ? game : suit;
  return 7 * group + rank;
}

/** Selects a game; `region` belongs to this thread and is zeroed at first. */
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

export function placesOf(set: u32): u32 {
  let places: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) places |= setOf(placeOfCard(<i32>ctz(rest)));
  return places;
}

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

/** Keeps the lowest of each group of equivalent cards. Legal moves contain all of a hand's cards of a run or none. */
@inline
export function distinct(moves: u32): u32 {
  return USE & EQUIVALENT_CARDS ? moves & ~((moves << 1) & INNER) : moves;
}

/** The legal cards to a lead, one per group of equivalent cards. */
@inline
export function replies(hand: u32, lead: i32): u32 {
  const following = hand & followersAt(lead);
  if (following) return distinct(following);
  if (MUST_TRUMP && hand & TRUMPS) return distinct(hand & TRUMPS);
  return distinct(hand);
}

/** The card that wins a trick: the highest trump, or the highest of the suit led. */
@inline
export function takerOf(c1: i32, c2: i32, c3: i32): i32 {
  const able = (setOf(c1) | setOf(c2) | setOf(c3)) & (TRUMPS | followersAt(c1));
  return 31 - <i32>clz(able);
}
