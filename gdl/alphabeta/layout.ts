/** Where the numbers of alpha-beta through a propnet lie in kernel memory: offsets in bytes. Both languages read this file. */

// The record of a search, in.
export const AB_PROPNET = 0; // u32, address of the propnet's record: the room it is worked out in, the state at the root
export const AB_EVALUATION = 4; // u32, address of the evaluation's record
export const AB_TABLE = 8; // u32, address of the transposition table, 0 for none
export const AB_TABLE_BITS = 12; // i32, it has 2^bits entries of 16 bytes
export const AB_STACK = 16; // u32, address of room for states and the children of those on the way to one: from, to
export const AB_HISTORY = 24; // u32, address of a number of 32 bits for each move of both roles
export const AB_DEPTH = 28; // u32, deepest iteration
export const AB_NODES = 32; // f64, most positions to look at, 0 for no limit
export const AB_SEED = 40; // u64, for the order of equal moves at the root; not 0
export const AB_AGE = 48; // i32, counts searches with the same table
// Out.
export const AB_MOVE = 52; // u32, role and number; see MOVE_ROLE_BITS
export const AB_VALUE = 56; // i32, for the first role
export const AB_REACHED = 60; // u32, the deepest finished iteration
export const AB_VISITED = 64; // f64
export const AB_ENDED = 72; // u32, one of ENDED_BY_… of engine/search/layout.ts, or ENDED_BY_RULES
export const AB_PV_LENGTH = 76; // u32
export const AB_PVS = 80; // u32, address of PV_BYTES for every ply; the first is the line found
export const AB_ROLE = 84; // u32, who chooses at the root
export const AB_ROOTS = 88; // u32, address of ROOT_BYTES for every move at the root
export const AB_ROOT_COUNT = 92; // u32, how many there are
export const AB_RECORD_BYTES = 96;

// What is known of a move at the root, by the deepest iteration that came to it.
export const ROOT_MOVE = 0; // u32
export const ROOT_VALUE = 4; // i32, for who chooses
export const ROOT_BOUND = 8; // u32, 0 nothing yet, 1 that it is no better than the value, 2 the value
export const ROOT_BYTES = 12;

/** Both choose at once somewhere, or somebody who should move cannot. */
export const ENDED_BY_RULES = 16;

/** A move in a line is the number of its role, so many bits up, and its own. */
export const MOVE_ROLE_BITS = 24;
/** A line: its length, and as many moves as a search looks ahead, with room to spare. */
export const PV_BYTES = 272;
export const PV_COUNT = 66;

// A child in a node's list: what became of a move. Its state follows, 64 facts a number.
export const CHILD_MOVE = 0; // u32
export const CHILD_VALUE = 4; // i32, for the first role; an end as if it were at the root
export const CHILD_IS_TERMINAL = 8; // u32
export const CHILD_ORDER = 12; // i32, where it comes in the order
export const CHILD_STATE = 16;

// The record of an evaluation; numbers of 32 bits.
export const EVAL_KIND = 0; // one of EVAL_…
export const EVAL_CODE = 4; // gates of features: from, to
export const EVAL_CLASSES = 12; // list of classes of features, how many
export const EVAL_COUNTERS = 20; // room for COUNTER_BYTES for each class, two at least
export const EVAL_COUNTS = 24; // room for the counts of 128 lanes, 16 bits for each class
export const EVAL_GOALS = 28; // room for the goals of both roles in 128 lanes
export const EVAL_RECORD_BYTES = 32;

export const EVAL_NONE = 0;
export const EVAL_MOBILITY = 1;
export const EVAL_GOAL_VALUES = 2;
export const EVAL_FEATURES = 3;

// A class of features, those of equal worth.
export const CLASS_FIRST = 0; // i32, what each is worth to the first role while that is to move
export const CLASS_SECOND = 4; // i32, and while the second is
export const CLASS_WORDS = 8; // u32, list of offsets of words, how many
export const CLASS_BYTES = 16;

/** A count of each lane, bit by bit: 16 vectors. */
export const COUNTER_BYTES = 256;

/** An end that is not a whole win, and goals of states that are not ends: for each point of difference. */
export const VALUE_OF_POINT = 200;
/** A whole win or loss, in points of difference. */
export const WHOLE_WIN = 100;
/** For each legal move more. */
export const VALUE_OF_MOVE = 100;
