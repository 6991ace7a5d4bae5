/** The encoding of phases, moves and chains, shared by the kernel and TypeScript. */

/** Chain items from here on are parts of which only the ends are known: PART + 7 · left + right. */
export const PART = 32;
/** Levels of public knowledge (knowledge.as.ts): one per number and one for the opening. */
export const LEVELS = 8;
export const SLOT_LEVELS = 9;

/** Phases: 0 and 1 are the player to move. */
export const DEALING = 2;
/** DRAWING + p: player p draws a tile. */
export const DRAWING = 4;
/** ENDED + p: the game is over, player p would be next. */
export const ENDED = 6;

/** Moves: a tile at the left end is 2 · tile, at the right 2 · tile + 1. Chance gives a tile: GIVE + tile. */
export const DRAW = 56;
export const PASS = 57;
export const GIVE = 64;
/** At most 14 tiles at two ends, or 28 tiles of chance. */
export const MAX_MOVES = 64;
