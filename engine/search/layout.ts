/**
 * Layout of search records in kernel memory: offsets in bytes. Kernels import this file as AssemblyScript, players as
 * TypeScript.
 */

/** Maximum search depth in plies, and maximum length of a PV. */
export const MAX_DEPTH = 64;

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

// Alpha-beta, in.
export const AB_STATE = 0; // u32, address of the state to search
export const AB_SCRATCH = 4; // u32, address of `alphabetaScratchBytes` bytes
export const AB_TT = 8; // u32, address of the transposition table, 0 for none
export const AB_TT_BITS = 12; // i32, the table has 2^bits entries of 16 bytes
export const AB_NODES = 16; // f64, maximum number of nodes, 0 for no limit
export const AB_DEPTH = 24; // i32, deepest iteration
export const AB_AGE = 28; // i32, number of searches with the same table, incremented by every search
export const AB_REDUCE = 32; // i32, late move reduction in plies, 0 for none
// Alpha-beta, out.
export const AB_MOVE = 40; // i32
export const AB_VALUE = 44; // i32, for the side to move
export const AB_REACHED = 48; // i32, the deepest finished iteration
export const AB_PV_LENGTH = 52; // i32
export const AB_VISITED = 56; // f64, nodes
export const AB_ENDED = 64; // i32, one of ENDED_BY_…
export const AB_ROOT_COUNT = 68; // i32
export const AB_PV = 72; // i32 [MAX_DEPTH]
export const AB_ROOT = 328; // { i32 move, i16 value, i16 bound } [maxMoves], of the deepest finished iteration
export const AB_ROOT_BYTES = 8;

// UCT, in.
export const UCT_STATE = 0; // u32, address of the state to search; several searches may share it
export const UCT_SCRATCH = 4; // u32, address of `uctScratchBytes` bytes
export const UCT_POOL = 8; // u32, address of the pool of nodes
export const UCT_POOL_NODES = 12; // u32, capacity of the pool in nodes: at least 1 + maxMoves
export const UCT_PLAYOUTS = 16; // f64, maximum number of playouts, 0 for no limit
export const UCT_EXPANSIONS = 24; // f64, maximum number of states expanded in the tree or visited in playouts, 0 for no limit
export const UCT_C = 32; // f64, exploration constant of UCB1
export const UCT_LENGTH = 40; // f64, points per ply that the winner of a playout cedes to the loser
export const UCT_WEIGHT = 48; // f64, points per unit of the evaluation, for STOP_AT_DEPTH
export const UCT_THRESHOLD = 56; // i32, visits before a node is expanded, at least 1
export const UCT_STOP = 60; // i32, one of STOP_AT_…
export const UCT_PLIES = 64; // i32, maximum plies of a playout
export const UCT_RANDOM = 72; // u64, state of the generator, not 0; updated by the search
// UCT, out.
export const UCT_MOVE = 80; // i32
export const UCT_VISITS = 84; // u32, of the chosen move
export const UCT_MEAN = 88; // f64, points for the side to move, from 0 to 1
export const UCT_PLAYED = 96; // f64, number of playouts
export const UCT_EXPANDED = 104; // f64, number of expansions
export const UCT_NODES = 112; // u32, nodes in the tree
export const UCT_ENDED = 116; // i32, one of ENDED_BY_…
export const UCT_ROOT_COUNT = 120; // u32, children of the root: nodes 1, 2, … of the pool
export const UCT_PV_LENGTH = 124; // i32
export const UCT_PV = 128; // i32 [MAX_DEPTH], the most visited moves
export const UCT_RECORD_BYTES = 384;

/** Where a playout of UCT stops before the end of the game. */
export const STOP_AT_END = 0; // nowhere; after UCT_PLIES the sign of the evaluation decides
export const STOP_AT_DEPTH = 1; // after UCT_PLIES; points by evaluation and UCT_WEIGHT
export const STOP_AT_SEPARATION = 2; // where the sides have no contact; the sign of the evaluation decides

// A node of UCT's tree: a move and the state after it. Points and proof are for the player who made the move.
export const NODE_POINTS = 0; // f64
export const NODE_VISITS = 8; // u32
export const NODE_MOVE = 12; // i32
export const NODE_CHILDREN = 16; // u32, index of the first child, 0 for none; children are contiguous
export const NODE_COUNT_AND_PROOF = 20; // u32, number of children (30 bits) and proof (2 bits, one of PROOF_…)
export const NODE_BYTES = 24;

/** Proven outcome of a node. */
export const PROOF_OPEN = 0;
export const PROOF_LOST = 1;
export const PROOF_DRAWN = 2;
export const PROOF_WON = 3;
