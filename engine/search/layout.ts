/**
 * Where the numbers of a search lie in kernel memory: offsets in bytes from the start of a record. Both languages read
 * this file: the kernels import it as AssemblyScript, the players as TypeScript.
 */

/** No search looks farther ahead than this many plies; a line has room for as many moves. */
export const MAX_DEPTH = 64;

/** Why a search ended. */
export const ENDED_BY_DEPTH = 0;
export const ENDED_BY_NODES = 1;
export const ENDED_BY_STOP = 2;
export const ENDED_BY_PROOF = 3;
export const ENDED_BY_PLAYOUTS = 4;

/** What a value of alpha-beta says about the true one. */
export const BOUND_EXACT = 0;
export const BOUND_LOWER = 1;
export const BOUND_UPPER = 2;

// Alpha-beta, in.
export const AB_STATE = 0; // u32, address of the state to search
export const AB_SCRATCH = 4; // u32, address of `alphabetaScratchBytes` bytes
export const AB_TT = 8; // u32, address of the transposition table, 0 for none
export const AB_TT_BITS = 12; // i32, the table has 2^bits entries of 16 bytes
export const AB_NODES = 16; // f64, most positions to look at, 0 for no limit
export const AB_DEPTH = 24; // i32, deepest iteration
export const AB_AGE = 28; // i32, counts searches with the same table; every search adds 1
export const AB_REDUCE = 32; // i32, plies by which late moves are searched less deep at first, 0 for none
// Alpha-beta, out.
export const AB_MOVE = 40; // i32
export const AB_VALUE = 44; // i32, for the side to move
export const AB_REACHED = 48; // i32, the deepest finished iteration
export const AB_PV_LENGTH = 52; // i32
export const AB_VISITED = 56; // f64, positions looked at
export const AB_ENDED = 64; // i32, one of ENDED_BY_…
export const AB_ROOT_COUNT = 68; // i32
export const AB_PV = 72; // i32 [MAX_DEPTH]
export const AB_ROOT = 328; // { i32 move, i16 value, i16 bound } [maxMoves], of the deepest finished iteration
export const AB_ROOT_BYTES = 8;

// UCT, in.
export const UCT_STATE = 0; // u32, address of the state to search; several searches may share it
export const UCT_SCRATCH = 4; // u32, address of `uctScratchBytes` bytes
export const UCT_POOL = 8; // u32, address of the pool of nodes
export const UCT_POOL_NODES = 12; // u32, how many nodes the pool has room for: at least 1 + maxMoves
export const UCT_PLAYOUTS = 16; // f64, most playouts, 0 for no limit
export const UCT_EXPANSIONS = 24; // f64, most states expanded in the tree or visited in playouts, 0 for no limit
export const UCT_C = 32; // f64, the weight of exploration
export const UCT_LENGTH = 40; // f64, points that each ply takes from the winner of a playout and gives to its loser
export const UCT_WEIGHT = 48; // f64, points for each unit of the evaluation, where a playout stops at a depth
export const UCT_THRESHOLD = 56; // i32, visits before a node gets children, at least 1
export const UCT_STOP = 60; // i32, one of STOP_AT_…
export const UCT_PLIES = 64; // i32, the most plies of a playout
export const UCT_RANDOM = 72; // u64, the generator's state, not 0; left as the search used it up
// UCT, out.
export const UCT_MOVE = 80; // i32
export const UCT_VISITS = 84; // u32, of the chosen move
export const UCT_MEAN = 88; // f64, points for the side to move, from 0 to 1
export const UCT_PLAYED = 96; // f64, playouts made
export const UCT_EXPANDED = 104; // f64, what UCT_EXPANSIONS limits
export const UCT_NODES = 112; // u32, nodes in the tree
export const UCT_ENDED = 116; // i32, one of ENDED_BY_…
export const UCT_ROOT_COUNT = 120; // u32, children of the root: the nodes of the pool from number 1 on
export const UCT_PV_LENGTH = 124; // i32
export const UCT_PV = 128; // i32 [MAX_DEPTH], the moves of most visits
export const UCT_RECORD_BYTES = 384;

/** Where a playout of UCT stops, beside the end of the game. */
export const STOP_AT_END = 0; // nowhere; after UCT_PLIES the sign of the evaluation names the winner
export const STOP_AT_DEPTH = 1; // after UCT_PLIES; the evaluation becomes points by UCT_WEIGHT
export const STOP_AT_SEPARATION = 2; // where the rules call the sides separated; the sign of the evaluation names the winner

// A node of UCT's tree: a move and the position after it. Points and proof are for the player who made that move.
export const NODE_POINTS = 0; // f64
export const NODE_VISITS = 8; // u32
export const NODE_MOVE = 12; // i32
export const NODE_CHILDREN = 16; // u32, number of the first child, 0 for none; children lie side by side
export const NODE_COUNT_AND_PROOF = 20; // u32, children (30 bits) and proof (2 bits, one of PROOF_…)
export const NODE_BYTES = 24;

/** What is known for certain of a node. */
export const PROOF_OPEN = 0;
export const PROOF_LOST = 1;
export const PROOF_DRAWN = 2;
export const PROOF_WON = 3;
