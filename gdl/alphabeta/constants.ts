/** Codes and sizes of alpha-beta over a propnet. Shared by TypeScript and AssemblyScript. */

/** Both roles choose at once in some state, or one has no legal move. */
export const ENDED_BY_RULES = 16;

/** A move in a PV is its number plus its role shifted by these bits. */
export const MOVE_ROLE_BITS = 24;
/** A PV: its length and moves up to the maximum depth. */
export const PV_BYTES = 272;
export const PV_COUNT = 66;

/** Kinds of evaluation. */
export const EVAL_NONE = 0;
export const EVAL_MOBILITY = 1;
export const EVAL_GOAL_VALUES = 2;
export const EVAL_FEATURES = 3;

/** A bit-sliced counter: 16 vectors. */
export const COUNTER_BYTES = 256;

/** Value per point of goal difference, for non-terminal states and partial wins. */
export const VALUE_OF_POINT = 200;
/** Goal difference of a full win. */
export const WHOLE_WIN = 100;
/** Value per additional legal move. */
export const VALUE_OF_MOVE = 100;
