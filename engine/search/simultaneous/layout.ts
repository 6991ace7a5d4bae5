/**
 * Layout of the records of simultaneous-move searches in kernel memory: offsets in bytes. Kernels import this file as AssemblyScript,
 * players as TypeScript. ENDED_BY_… are those of ../layout.ts.
 */

/** Maximum depth of equilibrium search, in rounds. */
export const MAX_ROUNDS = 32;

/** Bound type of a root move's value. */
export const VALUE_EXACT = 0;
export const VALUE_AT_MOST = 1; // for the player who makes the move

// Equilibrium search, in.
export const EQ_STATE = 0; // u32, address of the state to search
export const EQ_SCRATCH = 4; // u32, address of `equilibriumScratchBytes` bytes
export const EQ_TT = 8; // u32, address of the transposition table, 0 for none
export const EQ_TT_BITS = 12; // i32, the table has 2^bits entries of EQ_ENTRY_BYTES
export const EQ_NODES = 16; // f64, maximum number of nodes, 0 for no limit
export const EQ_DISCOUNT = 24; // f64, discount factor per round, in (0, 1]
export const EQ_DEPTH = 32; // i32, deepest iteration, in rounds
export const EQ_PRUNE = 36; // i32, 0: every child of every node is searched with an open window
export const EQ_AGE = 40; // i32, number of searches with the same table, incremented by every search
// Equilibrium search, out.
export const EQ_REACHED = 48; // i32, the deepest finished iteration
export const EQ_ENDED = 52; // i32, one of ENDED_BY_…
export const EQ_VALUE = 56; // f64, for player 0
export const EQ_VISITED = 64; // f64, nodes
export const EQ_COUNTS = 72; // i32 [2], root moves of each player
export const EQ_MOVES = 80; // root moves of player 0, then of player 1, each in the order of `movesOf`
// A root move.
export const ROOT_PROBABILITY = 0; // f64
export const ROOT_VALUE = 8; // f64, against the opponent's strategy, for the player who makes the move
export const ROOT_MOVE = 16; // i32
export const ROOT_COUNT = 20; // i32: equilibrium search: one of VALUE_…; decoupled UCT: visits
export const ROOT_BYTES = 24;

/** An entry of the transposition table. */
export const EQ_ENTRY_BYTES = 32;

// Decoupled UCT, in.
export const DUCT_STATE = 0; // u32, address of the state to search
export const DUCT_SCRATCH = 4; // u32, address of `ductScratchBytes` bytes
export const DUCT_POOL = 8; // u32, address of the memory for nodes, room for the root at least
export const DUCT_POOL_BYTES = 12; // u32
export const DUCT_LINKS = 16; // u32, address of the hash table of children
export const DUCT_LINK_BITS = 20; // i32, it has 2^bits entries of DUCT_LINK_BYTES
export const DUCT_PLAYOUTS = 24; // f64, maximum number of playouts, 0 for no limit
export const DUCT_EXPANSIONS = 32; // f64, maximum number of states expanded in the tree or visited in playouts, 0 for no limit
export const DUCT_C = 40; // f64, exploration constant of UCB1
export const DUCT_EPSILON = 48; // f64, probability of uniform exploration in regret matching
export const DUCT_WEIGHT = 56; // f64, points per unit of the evaluation at a cutoff
export const DUCT_RANDOM = 64; // u64, state of the generator, not 0
export const DUCT_THRESHOLD = 72; // i32, visits before a child is expanded, at least 1
export const DUCT_SELECTION = 76; // i32, one of SELECT_BY_…
export const DUCT_ROUNDS = 80; // i32, maximum rounds of a playout
export const DUCT_CUTOFF = 84; // i32, 1: after DUCT_ROUNDS points by evaluation and DUCT_WEIGHT; 0: the sign of the evaluation decides
// Decoupled UCT, out.
export const DUCT_ENDED = 88; // i32, one of ENDED_BY_…
export const DUCT_NODES = 92; // u32, nodes in the tree
export const DUCT_PLAYED = 96; // f64, number of playouts
export const DUCT_EXPANDED = 104; // f64, number of expansions
export const DUCT_MEAN = 112; // f64, mean points of player 0, from 0 to 1
export const DUCT_COUNTS = 120; // i32 [2], root moves of each player
export const DUCT_MOVES = 128; // root moves of player 0, then of player 1

export const DUCT_LINK_BYTES = 24;

/** Selection policy in the tree. */
export const SELECT_BY_UCB = 0;
export const SELECT_BY_REGRET = 1;
