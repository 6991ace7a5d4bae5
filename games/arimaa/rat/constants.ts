/** Constants of turn outcomes (outcomes.layout.ts), shared by the kernel and TypeScript. */

/** The maximum number of pieces that a turn moves or captures. */
export const MAX_MOVED = 8;
/** The destination of a captured piece. */
export const GONE = 64;
/** More than the turns of any known position. */
export const MAX_OUTCOMES = 131_072;
export const CAPTURES_ONLY = 1;
export const WITH_RISKS = 2;
export const MAX_DEFENCES = 256;
