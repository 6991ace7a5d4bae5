/** Limits of the turn search, shared by the kernel and TypeScript. */

/** The maximum depth, in steps. */
export const MAX_DEPTH = 80;
/** Maximum numbers of placements in a request. */
export const MAX_EXCLUDED = 64;
export const MAX_HINTS = 64;
/** Best turns in a result. */
export const MAX_CANDIDATES = 8;
