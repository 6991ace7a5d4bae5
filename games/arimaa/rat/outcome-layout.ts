/** How the kernel writes what becomes of the pieces by a turn, for both languages. */

/** Pieces that a turn moves or loses; a turn of four steps cannot have more. */
export const MOST_MOVED = 8;
/** Squares left (8 bytes), squares ended on (8 bytes), the turn (u32), its steps, how many pieces; at 24 a set of squares in danger. */
export const OUTCOME_BYTES = 32;
/** Ended on: taken from the board. */
export const GONE = 64;
/** More than the turns of any known position. */
export const MAX_OUTCOMES = 131_072;
export const CAPTURES_ONLY = 1;
export const WITH_RISKS = 2;
/** Room for defences against a goal. */
export const MAX_DEFENCES = 256;
