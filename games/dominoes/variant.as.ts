/** The variant of this thread. */
export const BLOCK_GAME: i32 = 0;
const DRAW_UNTIL: i32 = 1;
export const DRAW_ONE: i32 = 2;

export const BY_DOUBLE: i32 = 0;
export const BY_STRONGEST: i32 = 1;
export const BY_OWN_STRONGEST: i32 = 2;
export const BY_CHOICE: i32 = 3;

export let handSize: i32 = 7;
/** BLOCK_GAME, DRAW_UNTIL or DRAW_ONE. */
export let drawing: i32 = DRAW_UNTIL;
/** Tiles at the end of the stock that are never drawn. */
export let keepInStock: i32 = 0;
/** The opening rule: one of the four above. */
export let opening: i32 = BY_DOUBLE;
/** Whether a blocked game is won by the hand with fewer pips; otherwise it is a draw. */
export let pipsDecide: bool = true;

export function setVariant(hand: i32, draw: i32, keep: i32, begin: i32, pips: i32): void {
  handSize = hand;
  drawing = draw;
  keepInStock = keep;
  opening = begin;
  pipsDecide = pips != 0;
}
