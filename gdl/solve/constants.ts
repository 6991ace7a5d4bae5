/** Numbers shared by the solver in TypeScript and in AssemblyScript. */

// Goals of a settled or terminal state: the first role's plus 256 times the second's. An unsettled state: GOALS_OPEN plus its chooser.
export const GOALS_OPEN = 0xff00;

// How an enumeration ended.
export const ENUMERATED = 0;
export const ENUMERATION_STOPPED = 1;
export const TOO_MANY_STATES = 2; // or edges
export const SIMULTANEOUS_MOVES = 3;
export const NO_LEGAL_MOVE = 4;
export const NO_GOAL = 5; // or several

/** The hash table starts with 2^bits slots and doubles. */
export const FIRST_SLOT_BITS = 12;
