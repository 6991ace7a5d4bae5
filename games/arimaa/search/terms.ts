/** The terms of the evaluation: indices of their 32-bit weights, shared by the kernel and TypeScript. */

/** Material: by rabbits · pieces of a side, then by the number of stronger enemies. */
export const LOGS = 0;
export const BY_STRONGER = 129;
/** Piece-square tables: by kind, row as its owner sees it, and file from the edge (a and h are 0). */
export const PIECE_SQUARE = 146;
/** Trap control: by the numbers of adjacent pieces of the home side and of the other; then by which side has the strongest. */
export const TRAP_COUNTS = 338;
export const TRAP_STRONGER = 363;
/** By region (own half, other half, within two squares of an enemy trap) and kind. */
export const FROZEN = 365;
/** By kind: next to a stronger enemy, but unfrozen. */
export const PRESSED = 383;
/** A capture threat: by side to move (the threatening side first), steps (2, 3, 4) and kind. */
export const THREAT = 389;
/** A framed piece (on a trap with one friend, unable to step off), by kind; and that friend, by kind. */
export const FRAMED = 425;
export const PINNED = 431;
/** A rabbit on its fifth, sixth, seventh row, by enemies on the three files ahead (up to four). */
export const RUN = 437;
/** By free squares next to the elephant. */
export const ELEPHANT_FREE = 452;
/** A camel by half and distance (1 to 4) from the enemy elephant, a horse by half and distance (1 to 3) from enemy elephant or camel. */
export const CAMEL_NEAR = 457;
export const HORSE_NEAR = 465;
/** A mobile piece; a step left of the side to move; a goal threat of the side not to move. */
export const MOBILE = 471;
export const STEP_LEFT = 472;
export const GOAL_THREAT = 473;
/** Not 0: the terms from here on (strategy.as.ts) are computed. */
export const STRATEGIC = 474;
/** Influence on a trap, the home side's minus the other's, by class. */
export const INFLUENCE = 475;
export const INFLUENCE_CLASSES = 25;
/** An estimate of the steps to goal, by whether the side is to move, up to 12. */
export const GOAL_DISTANCE = 500;
export const MAX_GOAL_DISTANCE = 12;
/** The best capture threat of a side, in addition to THREAT: by side to move, steps and kind. */
export const BEST_THREAT = 526;
/** Squares within two steps of a horse, the camel, the elephant (up to 11). */
export const REACH = 562;
/** By kind, distance to the nearest stronger enemy (1 to 4), region (as for FROZEN), and whether a friend is adjacent. */
export const HUNTED = 598;
/** A frozen piece, by its kind and the kind of the strongest enemy next to it. */
export const HELD_BY = 718;
/** A rabbit on its fourth to seventh row, by the strongest friend and the strongest enemy within two squares (none, cat or dog, horse or camel, elephant). */
export const ESCORT = 748;
/** Own pieces on the first three rows, by wing (a to c, f to h) and centre, up to five. */
export const HOME_GUARD = 812;
/** The only guard of a home trap with an enemy within two squares of it, by kind. */
export const TIED = 824;
/** The steps that a side's unfrozen pieces could make, a class of three (up to 15). */
export const STEPS_POSSIBLE = 830;
/** Pieces that cannot step, by kind, and whether they are frozen or blocked. */
export const STUCK = 846;
export const TERMS = 858;

/** Search values: 1000 for the first rabbit; wins are above all others, faster wins higher. */
export const RABBIT_VALUE = 1000;
export const WIN = 1_000_000;
export const LEAST_WIN = 900_000;
