/** Memory layout of alpha-beta over a propnet: byte offsets. Shared by TypeScript and AssemblyScript. */

// The record of a search, input.
export const AB_PROPNET = 0; // u32, address of the propnet's record, with the root state
export const AB_EVALUATION = 4; // u32, address of the evaluation's record
export const AB_TABLE = 8; // u32, address of the transposition table, 0 for none
export const AB_TABLE_BITS = 12; // i32, it has 2^bits entries of 16 bytes
export const AB_STACK = 16; // u32, address range of the stack of states and their children: from, to
export const AB_HISTORY = 24; // u32, address of the history table: 32 bits for each move of both roles
export const AB_DEPTH = 28; // u32, maximum depth
export const AB_NODES = 32; // f64, maximum number of positions, 0 for no limit
export const AB_SEED = 40; // u64, for the order of equal root moves; not 0
export const AB_AGE = 48; // i32, number of searches with the same table
// Output.
export const AB_MOVE = 52; // u32, role and number; see MOVE_ROLE_BITS
export const AB_VALUE = 56; // i32, for the first role
export const AB_REACHED = 60; // u32, depth of the last finished iteration
export const AB_VISITED = 64; // f64
export const AB_ENDED = 72; // u32, one of ENDED_BY_… of engine/search/constants.ts, or ENDED_BY_RULES
export const AB_PV_LENGTH = 76; // u32
export const AB_PVS = 80; // u32, address of the triangular PV table: PV_BYTES for each ply
export const AB_ROLE = 84; // u32, the chooser at the root
export const AB_ROOTS = 88; // u32, address of ROOT_BYTES for each root move
export const AB_ROOT_COUNT = 92; // u32, number of root moves
export const AB_RECORD_BYTES = 96;

// A root move, from the last iteration that searched it.
export const ROOT_MOVE = 0; // u32
export const ROOT_VALUE = 4; // i32, for the chooser
export const ROOT_BOUND = 8; // u32, 0 not searched, 1 upper bound, 2 exact
export const ROOT_BYTES = 12;

/** Both roles choose at once in some state, or one has no legal move. */
export const ENDED_BY_RULES = 16;

/** A move in a PV is its number plus its role shifted by these bits. */
export const MOVE_ROLE_BITS = 24;
/** A PV: its length and moves up to the maximum depth. */
export const PV_BYTES = 272;
export const PV_COUNT = 66;

// A child of a node. Its packed state follows.
export const CHILD_MOVE = 0; // u32
export const CHILD_VALUE = 4; // i32, for the first role; a terminal value as if at the root
export const CHILD_IS_TERMINAL = 8; // u32
export const CHILD_ORDER = 12; // i32, move-ordering score
export const CHILD_STATE = 16;

// The record of an evaluation; 32-bit numbers.
export const EVAL_KIND = 0; // one of EVAL_…
export const EVAL_CODE = 4; // gates of features: from, to
export const EVAL_CLASSES = 12; // list of feature classes, length
export const EVAL_COUNTERS = 20; // COUNTER_BYTES for each class, at least two
export const EVAL_COUNTS = 24; // counts of 128 lanes, 16 bits for each class
export const EVAL_GOALS = 28; // goals of both roles in 128 lanes
export const EVAL_RECORD_BYTES = 32;

export const EVAL_NONE = 0;
export const EVAL_MOBILITY = 1;
export const EVAL_GOAL_VALUES = 2;
export const EVAL_FEATURES = 3;

// A class of features of equal value.
export const CLASS_FIRST = 0; // i32, value for the first role if it is to move
export const CLASS_SECOND = 4; // i32, value for the first role if the second is to move
export const CLASS_WORDS = 8; // u32, list of offsets of words, length
export const CLASS_BYTES = 16;

/** A bit-sliced counter: 16 vectors. */
export const COUNTER_BYTES = 256;

/** Value per point of goal difference, for non-terminal states and partial wins. */
export const VALUE_OF_POINT = 200;
/** Goal difference of a full win. */
export const WHOLE_WIN = 100;
/** Value per additional legal move. */
export const VALUE_OF_MOVE = 100;
