/** Memory layout of the solver of a game's reachable states: byte offsets. Shared by TypeScript and AssemblyScript. */

// The record of a solver; 32-bit numbers. Input of the enumeration.
export const SOLVE_PROPNET = 0; // address of the propnet's record
export const SOLVE_STATES = 4; // packed states by index; the first is the root
export const SOLVE_SLOTS = 8; // hash table: index of a state plus 1, 0 for an empty slot
export const SOLVE_GOALS = 12; // u16 for each state, see GOALS_OPEN
export const SOLVE_OFFSETS = 16; // u32 for each state and one more: its first edge
export const SOLVE_EDGES = 20; // u32 for each move: index of the next state
export const SOLVE_CHILDREN = 24; // scratch: a packed state for each lane
export const SOLVE_LANE_GOALS = 28; // scratch: two goals for each lane
export const SOLVE_LANE_EDGES = 32; // scratch: the next edge of each lane
export const SOLVE_MAX_STATES = 36;
export const SOLVE_MAX_EDGES = 40;
// Output of the enumeration, readable while it runs.
export const SOLVE_COUNT = 44; // states
export const SOLVE_EXPANDED = 48; // states with all edges
export const SOLVE_EDGE_COUNT = 52;
export const SOLVE_LEVELS = 56; // distance from the root to the last state
export const SOLVE_SLOT_BITS = 60; // the hash table has 2^bits slots
// Input of the retrograde analysis.
export const SOLVE_PARENT_OFFSETS = 64; // u32 for each state and one more
export const SOLVE_PARENTS = 68; // u32 for each edge: index of the state before
export const SOLVE_UNSETTLED = 72; // u32 for each state: moves to states that are not settled
export const SOLVE_QUEUE = 76; // u32 for each state
export const SOLVE_PLIES = 80; // u16 for each state
// Output of the retrograde analysis.
export const SOLVE_CYCLIC = 84; // states from which play can be endless
export const SOLVE_MASKS = 88; // scratch of the enumeration: a bitset of moves for each lane and role
export const SOLVE_RECORD_BYTES = 92;

// Goals of a settled or terminal state: the first role's plus 256 times the second's. An unsettled state: GOALS_OPEN plus its chooser.
export const GOALS_OPEN = 0xff00;

// How an enumeration ended.
export const ENUMERATED = 0;
export const ENUMERATION_STOPPED = 1;
export const TOO_MANY_STATES = 2; // or edges
export const SIMULTANEOUS_MOVES = 3;
export const NO_LEGAL_MOVE = 4;
export const NO_GOAL = 5; // or several

/** The hash table starts with 2^bits slots and doubles. */
export const FIRST_SLOT_BITS = 12;
