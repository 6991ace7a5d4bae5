/** The record of a selective search in kernel memory: offsets in bytes. Imported by AssemblyScript and TypeScript. */

/** Maximum ply, including extensions and quiescence search. */
export const MAX_PLY = 120;
/** The deepest iteration. */
export const MAX_ITERATION = 100;
/** Positions of the game's history that repetition detection uses. */
export const MAX_HISTORY = 128;
/** Maximum number of principal variations. */
export const MAX_MULTIPV = 8;

// In.
export const SS_STATE = 0; // u32, address of the state to search
export const SS_SCRATCH = 4; // u32, address of this thread's scratch
export const SS_TT = 8; // u32, address of the transposition table, 0 for none
export const SS_TT_BITS = 12; // i32, the table has 2^bits entries of 16 bytes
export const SS_NODES = 16; // f64, most nodes, 0 for no limit
export const SS_DEPTH = 24; // i32, deepest iteration
export const SS_AGE = 28; // i32, number of this search among those with the same table
export const SS_SELECTIVE = 32; // i32, 1: pruning, reductions and extensions; 0: full width with quiescence
export const SS_MULTIPV = 36; // i32, number of best root moves with exact values (MultiPV), at least 1
export const SS_THREAD = 40; // i32, number of this thread; 0 is the main one
export const SS_SHARED = 44; // u32, address of a word that the main thread sets at its end to stop the helper threads
export const SS_HISTORY = 48; // u32, address of the game's history, oldest state first
export const SS_HISTORY_COUNT = 52; // i32
export const SS_SEARCH_MOVES = 56; // u32, address of the root moves to search
export const SS_SEARCH_MOVES_COUNT = 60; // i32, 0 for all
// Out.
export const SS_VISITED = 64; // f64, nodes
export const SS_MOVE = 72; // i32
export const SS_VALUE = 76; // i32, for the side to move
export const SS_REACHED = 80; // i32, the deepest finished iteration
export const SS_SELDEPTH = 84; // i32, maximum ply reached
export const SS_ENDED = 88; // i32, one of ENDED_BY_… (../layout.ts)
export const SS_ROOT_COUNT = 92; // i32
export const SS_HASHFULL = 96; // i32, permille of the table filled by this search
export const SS_PV = 104; // { i32 length, i32 moves [MAX_PLY] } [MAX_MULTIPV], best first
export const SS_PV_BYTES = 484;
export const SS_ROOT = 3976; // { i32 move, i16 value, i16 bound } [maxMoves], best first
export const SS_ROOT_BYTES = 8;
