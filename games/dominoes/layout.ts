/** The byte layout of a state, shared by the kernel and TypeScript. */

/** Sets of tiles, 32 bits each: both hands, the stock, and in an observation the tiles that the player cannot see. */
export const HANDS = 0;
export const STOCK = 8;
export const UNSEEN = 12;
/** Bytes. */
export const PHASE = 16;
export const LEFT = 17;
export const RIGHT = 18;
export const CHAIN_LENGTH = 19;
export const COUNTS = 20;
export const STOCK_COUNT = 22;
/** Whether the player to move has already drawn; only with one draw per turn. */
export const HAS_DRAWN = 23;
/** The tile + 1 that began the chain. */
export const OPENING_TILE = 24;
/** The chain from left to right: tile + 1, or PART + 7 · left + right for a part of which only the ends are known. */
export const CHAIN = 32;
export const CHAIN_ITEMS = 29;
export const PART = 32;
/** Per player the public knowledge of its hand (knowledge.as.ts): a level per number and for the opening, then slots by level. */
export const KNOWLEDGE = 64;
export const KNOWLEDGE_BYTES = 24;
export const LEVELS = 8;
export const SLOTS = 8;
export const SLOT_LEVELS = 9;
export const STATE_BYTES = 112;

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
