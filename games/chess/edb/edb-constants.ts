/** Codes and limits of evaluations by endgame databases. Shared by TypeScript and AssemblyScript. */

/** In place of a piece number of a subset. */
export const NO_PIECE = 255;

export const COMBINE_MEAN = 0;
export const COMBINE_SUM = 1;

/** Fixed-point representation of weight 1. */
export const WEIGHT_ONE = 256;
/** The value of an immediate win in centipawns; each ply to mate subtracts PLY_VALUE. */
export const EDB_WIN_VALUE = 600;
export const PLY_VALUE = 2;
/** Positions with more pieces, kings excluded, are not looked up: too many abstractions with too little information. */
export const EDB_MAX_PIECES = 8;

/** Entries of the per-thread cache: a power of 2. */
export const CACHE_ENTRIES = 16384;
