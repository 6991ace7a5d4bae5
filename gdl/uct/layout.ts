/** Memory layout of UCT over a propnet: byte offsets. Shared by TypeScript and AssemblyScript. */

// The record of a search, input.
export const SEARCH_PROPNET = 0; // u32, address of the propnet's record, with the root state
export const SEARCH_LANES = 4; // u32, address of the lanes: LANE_BYTES each, then goals by lane and role
export const SEARCH_SEMISPACES = 8; // u32, address of two semispaces for nodes, of equal size
export const SEARCH_SEMISPACE_BYTES = 12; // u32, size of each
export const SEARCH_SLOTS = 16; // u32, address of the transposition table
export const SEARCH_SLOT_BITS = 20; // u32, it has 2^bits slots of 4 bytes
export const SEARCH_PLAYOUTS = 24; // f64, maximum number of playouts, 0 for no limit
export const SEARCH_STEPS = 32; // f64, maximum number of states, 0 for no limit
export const SEARCH_C = 40; // f64, exploration constant of UCB1
export const SEARCH_ACTIVE = 48; // u32, number of active lanes, from 1 to 128
export const SEARCH_THRESHOLD = 52; // u32, visits of a move before its successor gets a node
export const SEARCH_ROLE = 56; // u32, role whose root moves are reported
// Preserved between searches; initially zero.
export const SEARCH_SEMISPACE = 60; // u32, the semispace in use
export const SEARCH_USED = 64; // u32, bytes in use
// Output.
export const SEARCH_ROOT_COUNT = 68; // u32, moves at SEARCH_ROOT_MOVES
export const SEARCH_PLAYED = 72; // f64
export const SEARCH_STEPPED = 80; // f64
export const SEARCH_ENDED = 88; // u32, one of ENDED_BY_… of engine/search/constants.ts
export const SEARCH_NODES = 92; // u32, nodes in the tree
export const SEARCH_ROOT_MOVES = 96; // u32, address of ROOT_MOVE_BYTES for each move of a role
export const SEARCH_PV_LENGTH = 100; // u32
export const SEARCH_REUSED = 104; // u32, nodes reused from the previous search
export const SEARCH_PV = 112; // { u32 role, u32 move } [MAX_PV]
export const MAX_PV = 32;
export const SEARCH_RECORD_BYTES = 368;

// A root move, output.
export const ROOT_MOVE = 0; // u32
export const ROOT_VISITS = 4; // u32
export const ROOT_POINTS = 8; // u32, sum of the role's goals
export const ROOT_PROVEN = 12; // i32, its proven goal, or -1
export const ROOT_MOVE_BYTES = 16;

/** Maximum path length of a simulation in the tree. */
export const MAX_PATH = 500;
/** A lane: its node (0 if not looked up yet), the length of its path, then the path: lists and indices in them. */
export const LANE_BYTES = 4096;
