/** Codes and sizes of a playout policy. Shared by TypeScript and AssemblyScript. */

/** Kinds of stages. */
export const STAGE_TAKE = 0; // one of the suggested moves is taken
export const STAGE_AVOID = 1; // these moves are not taken unless there are no others

/** Maximum weight of an unsuggested move. */
export const UNSUGGESTED_WEIGHT = 65_536;
/** Bits of a counter of legal moves. */
export const COUNT_BITS = 10;
/** Maximum number of stages drawn by weight. */
export const MAX_WEIGHED = 7;
/** For each weighed stage and for all legal moves a bit-sliced counter; then a mask for each. */
export const SCRATCH_BYTES: number = (MAX_WEIGHED + 1) * (COUNT_BITS + 1) * 16;
