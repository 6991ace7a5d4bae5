/** Where an evaluation by endgame databases lies in kernel memory: offsets in bytes. Both languages read this file. */

export const EDB_WEIGHTS = 0; // u32, address of the weights by material of an abstraction: i16 [2^BOOK_BITS], 0 for none
export const EDB_COMBINE = 4; // i32, COMBINE_MEAN or COMBINE_SUM
export const EDB_SMALLEST = 8; // i32, pieces of the smallest abstraction, kings left out
export const EDB_LARGEST = 12; // i32, pieces of the largest one: at most 3
export const EDB_BYTES = 16;

export const COMBINE_MEAN = 0;
export const COMBINE_SUM = 1;

/** A weight of 1, in the numbers of the weights. */
export const WEIGHT_ONE = 256;
/** The value of a win at once, in hundredths of a pawn; each ply to it takes PLY_VALUE. */
export const WIN_WORTH = 600;
export const PLY_VALUE = 2;
/** Positions with more pieces, kings left out, are not looked up: their abstractions are too many and say too little. */
export const MOST_PIECES = 8;

/** Looked-up values that a thread remembers, as a power of 2. */
export const CACHE_BITS = 14;
