/** Where the numbers of a search through a propnet lie in kernel memory: offsets in bytes. Both languages read this file. */

// The record of a search, in.
export const SEARCH_PROPNET = 0; // u32, address of the propnet's record: the room it is worked out in, the state at the root
export const SEARCH_LANES = 4; // u32, address of what the lanes are doing: LANE_BYTES for each, then goals by lane and role
export const SEARCH_SEMISPACES = 8; // u32, address of two workspaces for nodes, of equal size
export const SEARCH_SEMISPACE_BYTES = 12; // u32, of each
export const SEARCH_SLOTS = 16; // u32, address of the table of transpositions
export const SEARCH_SLOT_BITS = 20; // u32, it has 2^bits slots of 4 bytes
export const SEARCH_PLAYOUTS = 24; // f64, most playouts, 0 for no limit
export const SEARCH_STEPS = 32; // f64, most states looked at, 0 for no limit
export const SEARCH_C = 40; // f64, the weight of exploration
export const SEARCH_ACTIVE = 48; // u32, lanes that are used, from 1 to 128
export const SEARCH_THRESHOLD = 52; // u32, playouts through a move before what follows it gets a node
export const SEARCH_ROLE = 56; // u32, whose moves are wanted
// Kept between searches; all zero at first.
export const SEARCH_SEMISPACE = 60; // u32, which of the workspaces is used
export const SEARCH_USED = 64; // u32, bytes of it
// Out.
export const SEARCH_ROOT_COUNT = 68; // u32, moves at SEARCH_ROOT_MOVES
export const SEARCH_PLAYED = 72; // f64
export const SEARCH_STEPPED = 80; // f64
export const SEARCH_ENDED = 88; // u32, one of ENDED_BY_… of engine/search/layout.ts
export const SEARCH_NODES = 92; // u32, nodes in the tree
export const SEARCH_ROOT_MOVES = 96; // u32, address of room for ROOT_MOVE_BYTES for every move of a role
export const SEARCH_PV_LENGTH = 100; // u32
export const SEARCH_REUSED = 104; // u32, nodes that were there from the search before
export const SEARCH_PV = 112; // { u32 role, u32 move } [MAX_PV]
export const MAX_PV = 32;
export const SEARCH_RECORD_BYTES = 368;

// A move at the root, out.
export const ROOT_MOVE = 0; // u32
export const ROOT_VISITS = 4; // u32
export const ROOT_POINTS = 8; // u32, sum of the role's goals
export const ROOT_PROVEN = 12; // i32, the goal that it leads to for certain, -1 where that is open
export const ROOT_MOVE_BYTES = 16;

/** No walk through the tree is longer. */
export const MAX_PATH = 500;
/** A lane: its node (0 where that is to be found), how long its path is, then the path: lists and places in them. */
export const LANE_BYTES = 4096;
