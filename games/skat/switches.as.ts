/** Search reductions, as bits. None of them changes a value; the tests switch each one off. */

/** Only one of several equivalent cards in a hand is searched. */
export const EQUIVALENT_CARDS: i32 = 1;
/** Ranks are relative to the cards in play, so that more positions are equal. */
export const RELATIVE_RANKS: i32 = 2;
/** Interchangeable suits are put in canonical order, so that more positions are equal. */
export const SUIT_SYMMETRY: i32 = 4;
export const TRANSPOSITIONS: i32 = 8;
/** Sure tricks bound the value before the search. */
export const SURE_TRICKS: i32 = 16;
export const MOVE_ORDERING: i32 = 32;
/** The result of a card bounds its neighbour's within the difference of their points. */
export const QUASI_SYMMETRY: i32 = 64;
/** A position's bounds also bound positions that differ from it only in card points. */
export const RANK_CLASS_BOUNDS: i32 = 128;
const ALL_SWITCHES: i32 = 255;
/** Not a reduction: counts positions by cards in a hand. */
export const TALLY: i32 = 256;

export let USE: i32 = ALL_SWITCHES;
/** A player who cannot follow suit must trump. */
export let MUST_TRUMP: bool = false;

export function setSwitches(use: i32): void {
  USE = use;
}

export function setMustTrump(mustTrump: bool): void {
  MUST_TRUMP = mustTrump;
}
