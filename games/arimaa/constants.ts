/** The encoding of pieces, steps and moves, shared by the kernel and TypeScript. */

export const RABBIT = 0;
export const ELEPHANT = 5;
export const MAX_STEPS = 4;

/**
 * A step is a byte: the square it starts from, and 64 · direction (0 south, 1 west, 2 east, 3 north). No step is 0, since there is
 * no step south from a1. A whole turn is 32 bits, the first step in the lowest byte.
 */
export const SOUTH = 0;
export const NORTH = 3;

/** Moves of the contract: a step from 1 to 255; the end of a turn; a placement (PLACE + 64 · kind + square); a whole named setup. */
export const END_TURN = 256;
export const PLACE = 512;
export const NAMED_SETUP = 1024;
/** 16 pieces with four steps each, pushes and pulls of 16 others, and the end; during setup 6 kinds on 16 squares, and named setups. */
export const MAX_MOVES = 160;

/** More distinct turns than any known position has. */
export const MAX_TURNS = 524_288;
