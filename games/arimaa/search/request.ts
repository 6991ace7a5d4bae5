/** The search request and its result: indices of 32-bit words, shared by the kernel and TypeScript. */

/** Address of the state; whether to search selectively; depth limit in steps; number of threads; node limit (u64, 0 for none). */
export const STATE = 0;
export const SELECTIVE = 1;
export const DEPTH_LIMIT = 2;
export const THREADS = 3;
export const NODE_LIMIT = 4;
/** Hashes (u64) of forbidden placements, and of those to search first. */
export const EXCLUDED_COUNT = 6;
export const HINT_COUNT = 7;
export const EXCLUDED = 8;
export const MAX_EXCLUDED = 64;
export const HINTS = 136;
export const MAX_HINTS = 64;

export const BEST_TURN = 264;
export const BEST_VALUE = 265;
/** Steps of the last completed depth, number of root turns, nodes (u64). */
export const DEPTH_DONE = 266;
export const ROOT_TURNS = 267;
export const NODES_DONE = 268;
/** The best turns and their values, in pairs; values after the first are upper bounds. */
export const CANDIDATES = 270;
export const MAX_CANDIDATES = 8;
export const REQUEST_WORDS = 286;

/** The maximum depth, in steps. */
export const MAX_DEPTH = 80;
