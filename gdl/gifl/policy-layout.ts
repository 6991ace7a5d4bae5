/** Where the numbers of a policy lie in kernel memory: offsets in bytes. Both languages read this file. */

// The record of a policy in one thread's room; numbers of 32 bits.
export const POLICY_CODE = 0; // gates that say which moves are suggested: from, to
export const POLICY_ROLES = 8; // list of roles, as many as the propnet has
export const POLICY_SCRATCH = 12; // room for a lane's counts and masks

// A role in its list.
export const ACTOR_PROBABILITY = 0; // how often it follows the policy, of 256
export const ACTOR_STAGES = 4; // list of stages in their order, how many
export const ACTOR_WEIGHED = 12; // list of stages that are chosen among by weight, how many
export const ACTOR_BYTES = 20;

// A stage: moves that are suggested together.
export const STAGE_KIND = 0;
export const STAGE_WEIGHT = 4; // of a move, a number of 32 bits; one that nothing suggests has 2^16
export const STAGE_MOVES = 8; // list of offsets of the words of legal moves, how many
export const STAGE_WORDS = 16; // offset of the words of suggestions: one for each of those moves, only where it is legal
export const STAGE_BYTES = 20;

export const STAGE_TAKE = 0; // where any is suggested, one of these is taken
export const STAGE_AVOID = 1; // these are not taken where there are others

/** Weights are whole numbers: a move that nothing suggests has this. */
export const UNSUGGESTED_WEIGHT = 65_536;
/** Bits of a count of legal moves. */
export const COUNT_BITS = 10;
/** Stages that are chosen among by weight, at most. */
export const MAX_WEIGHED = 7;
/** Room: for each stage that is weighed, and for all legal moves, the bits of counts; then a mask for each. */
export const SCRATCH_BYTES: number = (MAX_WEIGHED + 1) * (COUNT_BITS + 1) * 16;
