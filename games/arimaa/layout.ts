/** The layout of a state and the encoding of moves, shared by the kernel and TypeScript. */

/**
 * Bitboards, 64 bits each: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. First gold, then silver, then by kind (both colours
 * together): rabbit, cat, dog, horse, camel, elephant. The first 72 bytes are a board; searches use these alone.
 */
export const COLOURS = 0;
export const KINDS = 16;
/** The Zobrist hash of the placement (zobrist.as.ts). */
export const HASH = 64;
export const BOARD_BYTES = 72;
/** The hash of the placement at the start of the turn. */
export const START_HASH = 72;
/** The steps of this turn so far, a byte each, in order; 0 if not made. */
export const STEPS = 80;
/** The capture byte of each step: 1 + kind + 6 · colour, and 16 · trap (0 c3, 1 f3, 2 c6, 3 f6); 0 for no capture. */
export const CAPTURES = 84;
/** Bytes. 0 gold, 1 silver. */
export const SIDE = 88;
export const STEP_COUNT = 89;
/** 0 during setup, then 1. */
export const PLAYING = 90;
/** A pending push: the square to enter, plus 1, and the directions (a bit each) of the pushers; else 0. */
export const PUSH = 91;
export const PUSHERS = 92;
/** A possible pull: the square that the mover's last step left, plus 1, and the kind of that piece; else 0. */
export const PULL = 93;
export const PULLER = 94;
export const STATE_BYTES = 96;

export const RABBIT = 0;
export const ELEPHANT = 5;
export const MAX_STEPS = 4;

/**
 * A step is a byte: the square it starts from, and 64 · direction (0 south, 1 west, 2 east, 3 north). No step is 0, since there is
 * no step south from a1. A whole turn is 32 bits, the first step in the lowest byte.
 */
export const SOUTH = 0;
export const WEST = 1;
export const EAST = 2;
export const NORTH = 3;

/** Moves of the contract: a step from 1 to 255; the end of a turn; a placement (PLACE + 64 · kind + square); a whole named setup. */
export const END_TURN = 256;
export const PLACE = 512;
export const NAMED_SETUP = 1024;
/** 16 pieces with four steps each, pushes and pulls of 16 others, and the end; during setup 6 kinds on 16 squares, and named setups. */
export const MAX_MOVES = 160;

/** More distinct turns than any known position has. */
export const MAX_TURNS = 524_288;
