/** What the search may leave out. Each of them leaves all values as they are, which the tests see by switching it off. */

/** Of alike cards in one hand one is tried. */
export const ALIKE_CARDS: i32 = 1;
/** A card that leaves play leaves no gap among alike ones, so that more positions are equal. */
export const CLOSED_GAPS: i32 = 2;
/** Equal suits change places until they are in order, so that more positions are equal. */
export const SORTED_SUITS: i32 = 4;
/** Positions that were searched are remembered. */
export const KNOWN_POSITIONS: i32 = 8;
/** Tricks that nobody can take away count before they are played. */
export const SURE_TRICKS: i32 = 16;
/** Promising cards are tried first. */
export const MOVE_ORDER: i32 = 32;
/** What a card's neighbour came to bounds what the card can come to. */
export const NEAR_CARDS: i32 = 64;
/** What is known of a position bounds those that differ from it in card points alone. */
export const NEAR_POSITIONS: i32 = 128;
export const ALL_SWITCHES: i32 = 255;
/** Not a reduction: counts positions by the cards in a hand. */
export const TALLY: i32 = 256;

export let USE: i32 = ALL_SWITCHES;
/** Who cannot follow must trump. */
export let MUST_TRUMP: bool = false;

export function setSwitches(use: i32): void {
  USE = use;
}

export function setMustTrump(must: bool): void {
  MUST_TRUMP = must;
}
