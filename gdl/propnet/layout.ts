/** Where the numbers of a net lie in kernel memory: offsets in bytes from the start of its record. Both languages read this file. */

/** Games that are worked out at once: bits of a vector. */
export const LANE_COUNT = 128;
/** Bytes of a word: a vector of 128 lanes. */
export const WORD_BYTES = 16;

// The record of a net and of one thread's room for it; numbers of 32 bits.
export const NET_WORDS = 0; // address of the words: facts first
export const NET_NOW = 4; // code for legal moves and the end: from, to
export const NET_GOALS = 12; // code for goals: from, to
export const NET_AFTER = 20; // code for the next state: from, to
export const NET_FACTS = 28; // how many
export const NET_NEXT = 32; // offset of the next state's words
export const NET_START = 36; // offsets of the facts of the state that lanes begin with: where they are listed, how many
export const NET_TERMINAL = 44; // offset of the word that says whether the game has ended
export const NET_ROLES = 48; // list of roles, how many
export const NET_GOAL_LIST = 56; // list of goals, how many
export const NET_MASKS = 64; // room for the choice of moves: sets of them by lane, or lists of them by role
export const NET_RANDOM = 68; // address of the generator's state
export const NET_AGES = 72; // 128 16-bit numbers, steps since a lane began; then room for a vector
export const NET_MOST_STEPS = 76; // of a playout
export const NET_RESULTS = 80; // f64 each: playouts that ended, that were cut off, steps, then for each role the sum of its goals
export const NET_POLICY = 84; // the record of a policy that narrows the choice of moves, or 0
export const NET_RECORD_BYTES = 96;

// A role in its list.
export const ROLE_MOVES = 0; // how many
export const ROLE_LEGAL = 4; // offset of the words of legal moves
export const ROLE_MADE = 8; // offset of the words of moves made
export const ROLE_BYTES = 12;

// A goal in its list.
export const GOAL_ROLE = 0;
export const GOAL_VALUE = 4;
export const GOAL_WORD = 8; // offset of the word that says whether it holds
export const GOAL_BYTES = 12;

// What games of a sample add to, for each first move; f64 each.
export const SAMPLE_ENDED = 0;
export const SAMPLE_CUT_OFF = 8;
export const SAMPLE_GOALS = 16; // for each role the sum of its goals
