/** What a search is asked for and answers, as numbers of 32-bit words of its record: for the kernel and for TypeScript. */

/** Address of the state; whether to search selectively; depth in steps; nodes (u64, 0 for no limit); how many threads share the work. */
export const STATE = 0;
export const SELECTIVE = 1;
export const MAX_DEPTH_WANTED = 2;
export const THREADS = 3;
export const NODES_WANTED = 4;
/** Hashes (u64) of placements that may not be brought about, and of those to be looked at first. */
export const EXCLUDED_COUNT = 6;
export const HINT_COUNT = 7;
export const EXCLUDED = 8;
export const MAX_EXCLUDED = 64;
export const HINTS = 136;
export const MAX_HINTS = 64;

export const BEST_TURN = 264;
export const BEST_VALUE = 265;
/** Steps of the last depth that was finished, number of turns at the root, nodes (u64). */
export const DEPTH_DONE = 266;
export const ROOT_TURNS = 267;
export const NODES_DONE = 268;
/** The best turns and their values, in pairs; those after the first are bounds. */
export const CONSIDERED = 270;
export const MAX_CONSIDERED = 8;
export const REQUEST_WORDS = 286;

/** The deepest that can be asked for, in steps. */
export const MAX_DEPTH = 80;
