/** Where things lie in a state, for the kernel and for TypeScript. */

/** Sets of tiles, 32 bits each: both hands, the stock, and in an observation what lies face down to the player. */
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
/** Whether the player to move has drawn already; only where one tile a turn may be drawn. */
export const HAS_DRAWN = 23;
/** The tile that began the chain, from 1 on. */
export const OPENING_TILE = 24;
/** The chain from left to right: a tile from 1 on, or PART + 7 · left + right for a part of which only the ends are known. */
export const CHAIN = 32;
export const CHAIN_ITEMS = 29;
export const PART = 32;
/** For each player what all know of its hand (knowledge.as.ts): a level for each number and for the opening, then slots by level. */
export const KNOWLEDGE = 64;
export const KNOWLEDGE_BYTES = 24;
export const LEVELS = 8;
export const SLOTS = 8;
export const SLOT_LEVELS = 9;
export const STATE_BYTES = 112;

/** Phases: a player's own number is its turn. */
export const DEALING = 2;
/** Player p waits for a tile from the stock: DRAWING + p. */
export const DRAWING = 4;
/** Player p would be next: ENDED + p. */
export const ENDED = 6;

/** Moves: a tile at the left end is 2 · tile, at the right 2 · tile + 1. Chance gives a tile: GIVE + tile. */
export const DRAW = 56;
export const PASS = 57;
export const GIVE = 64;
/** At most 14 tiles at two ends would do; 28 tiles of chance. */
export const MAX_MOVES = 64;
