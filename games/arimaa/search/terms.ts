/** Where the weights of the evaluation lie, as numbers of 32-bit words: for the kernel and for TypeScript. */

/** What material is worth, from the kinds left on both sides: by rabbits · pieces of a side, then by how many enemies are stronger. */
export const LOGS = 0;
export const BY_STRONGER = 129;
/** By kind, row as its owner sees it, and file from the edge (a and h are 0). */
export const PLACE_OF = 146;
/** By how many pieces the trap's home side and the other have beside it, home first; then whose strongest is stronger. */
export const TRAP_COUNTS = 338;
export const TRAP_STRONGER = 363;
/** By where (own half, other half, beside or next but one to an enemy's trap) and kind. */
export const FROZEN = 365;
/** By kind: beside a stronger enemy, with a friend's help. */
export const PRESSED = 383;
/** A capture that is threatened: by whose turn it is (the threatening side's first), steps (2, 3, 4) and kind. */
export const THREAT = 389;
/** A piece on a trap with one friend that cannot step off, by kind; and that friend, by kind. */
export const FRAMED = 425;
export const PINNED = 431;
/** A rabbit on its fifth, sixth, seventh row, by enemies in the three files before it (up to four). */
export const RUN = 437;
/** By free squares beside the elephant. */
export const ELEPHANT_FREE = 452;
/** A camel by half and distance (1 to 4) from the enemy elephant, a horse by half and distance (1 to 3) from enemy elephant or camel. */
export const CAMEL_NEAR = 457;
export const HORSE_NEAR = 465;
/** A piece that can step; a step left to the side to move; a goal that the side not to move would have. */
export const MOBILE = 471;
export const STEP_LEFT = 472;
export const GOAL_THREAT = 473;
export const TERMS = 474;

/** Values of the search: this many for a rabbit, the first one lost; wins are above all others, sooner is more. */
export const RABBIT_VALUE = 1000;
export const WIN = 1_000_000;
export const LEAST_WIN = 900_000;
