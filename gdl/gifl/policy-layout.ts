/** Memory layout of a playout policy: byte offsets. Shared by TypeScript and AssemblyScript. */

// The record of a policy in one thread's workspace; 32-bit numbers.
export const POLICY_CODE = 0; // code of the gates: from, to
export const POLICY_ROLES = 8; // list of roles, as in the propnet
export const POLICY_SCRATCH = 12; // scratch for counts and masks

// A role in the list.
export const ACTOR_PROBABILITY = 0; // probability of following the policy, of 256
export const ACTOR_STAGES = 4; // list of stages in order, length
export const ACTOR_WEIGHED = 12; // list of stages drawn by weight, length
export const ACTOR_BYTES = 20;

// A stage: moves suggested together.
export const STAGE_KIND = 0;
export const STAGE_WEIGHT = 4; // weight of a move; an unsuggested move has 2^16
export const STAGE_MOVES = 8; // list of offsets of the words of legal moves, length
export const STAGE_WORDS = 16; // offset of the words of suggestions, one for each of these moves
export const STAGE_BYTES = 20;

export const STAGE_TAKE = 0; // one of the suggested moves is taken
export const STAGE_AVOID = 1; // these moves are not taken unless there are no others

/** Weight of an unsuggested move. */
export const UNSUGGESTED_WEIGHT = 65_536;
/** Bits of a counter of legal moves. */
export const COUNT_BITS = 10;
/** Maximum number of stages drawn by weight. */
export const MAX_WEIGHED = 7;
/** For each weighed stage and for all legal moves a bit-sliced counter; then a mask for each. */
export const SCRATCH_BYTES: number = (MAX_WEIGHED + 1) * (COUNT_BITS + 1) * 16;
