/** Limits and codes of the search records (*.layout.ts). Kernels import this file as AssemblyScript, players as TypeScript. */

/** Maximum search depth in plies, and maximum length of a PV. */
export const MAX_DEPTH = 64;
/** Maximum number of root moves with exact values and PVs (MultiPV). */
export const MAX_LINES = 5;

/** Why a search ended. */
export const ENDED_BY_DEPTH = 0;
export const ENDED_BY_NODES = 1;
export const ENDED_BY_STOP = 2;
export const ENDED_BY_PROOF = 3;
export const ENDED_BY_PLAYOUTS = 4;

/** Bound type of an alpha-beta value. */
export const BOUND_EXACT = 0;
export const BOUND_LOWER = 1; // the true value is at least this
export const BOUND_UPPER = 2; // the true value is at most this

/** Which of equally good root moves alpha-beta plays. */
export const TIES_FIRST = 0; // the first found
export const TIES_RANDOM = 1;
export const TIES_ORDER = 2; // the first by `orderScore`

/** Where a playout of UCT stops before the end of the game. */
export const STOP_AT_END = 0; // nowhere; after `plies` the sign of the evaluation decides
export const STOP_AT_DEPTH = 1; // after `plies`; points by evaluation and `weight`
export const STOP_AT_SEPARATION = 2; // where the sides have no contact; the sign of the evaluation decides

/** Proven outcome of a node. */
export const PROOF_OPEN = 0;
export const PROOF_LOST = 1;
export const PROOF_DRAWN = 2;
export const PROOF_WON = 3;
