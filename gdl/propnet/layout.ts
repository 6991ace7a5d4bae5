/** Memory layout of a propnet in the kernel: byte offsets in its records. Shared by TypeScript and AssemblyScript. */

/** Games evaluated at once: bits of a SIMD vector. */
export const LANE_COUNT = 128;
/** Bytes of a word: a vector of 128 lanes. */
export const WORD_BYTES = 16;

// The record of a propnet in one thread's workspace; 32-bit numbers.
export const PROPNET_WORDS = 0; // address of the words: facts first
export const PROPNET_LEGAL_CODE = 4; // code for legal moves and terminal: from, to
export const PROPNET_GOAL_CODE = 12; // code for goals: from, to
export const PROPNET_NEXT_CODE = 20; // code for the next state: from, to
export const PROPNET_FACTS = 28; // number of facts
export const PROPNET_NEXT_STATE = 32; // offset of the next state's words
export const PROPNET_START = 36; // list of the offsets of the facts of the start state, length
export const PROPNET_TERMINAL = 44; // offset of the terminal word
export const PROPNET_ROLES = 48; // list of roles, length
export const PROPNET_GOALS = 56; // list of goals, length
export const PROPNET_MASKS = 64; // scratch for the choice of moves: bitsets by lane, or lists by role
export const PROPNET_RANDOM = 68; // address of the random generator's state
export const PROPNET_AGES = 72; // 128 16-bit numbers, steps since the start of a lane; then a scratch vector
export const PROPNET_MAX_STEPS = 76; // of a playout
export const PROPNET_RESULTS = 80; // f64: finished playouts, cut-off playouts, steps, then the sum of goals of each role
export const PROPNET_POLICY = 84; // address of the record of a playout policy, or 0
export const PROPNET_RECORD_BYTES = 96;

// A role in the list.
export const ROLE_MOVES = 0; // number of moves
export const ROLE_LEGAL = 4; // offset of the words of legal moves
export const ROLE_MADE = 8; // offset of the words of moves made
export const ROLE_BYTES = 12;

// A goal in the list.
export const GOAL_ROLE = 0;
export const GOAL_VALUE = 4;
export const GOAL_WORD = 8; // offset of its word
export const GOAL_BYTES = 12;

// Sums of a playout sample for each first move, f64.
export const SAMPLE_ENDED = 0;
export const SAMPLE_CUT_OFF = 8;
export const SAMPLE_GOALS = 16; // sum of the goals of each role
