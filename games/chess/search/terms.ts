/**
 * The terms of the hand-made evaluation: where the weight of each lies in the block of weights, in 32-bit words. A weight is two numbers, for the
 * middlegame and for the endgame. Both languages read this file.
 */

/** Pawn to queen. */
export const MATERIAL = 0;
/** Piece-square tables by kind, rank as its owner sees it, and file from the edge (a and h are 0). */
export const PIECE_SQUARE = 5;
/** By squares a piece can go to that no enemy pawn attacks. */
export const KNIGHT_MOBILITY = 197;
export const BISHOP_MOBILITY = 206;
export const ROOK_MOBILITY = 220;
export const QUEEN_MOBILITY = 235;
/** Pawns: a passed pawn by rank; its way free of pieces and attacks, by rank; its stop square blocked by the enemy, by rank. */
export const PASSED = 263;
export const PASSED_FREE = 271;
export const PASSED_BLOCKED = 279;
/** A passed pawn beyond the middle: distance of each king to the square before it. */
export const PASSED_OWN_KING = 287;
export const PASSED_ENEMY_KING = 295;
/** Pawns side by side or supported by another, by rank. */
export const CONNECTED = 303;
/** On a file with enemy pawns, and on one without. */
export const ISOLATED = 311;
export const BACKWARD = 313;
export const DOUBLED = 315;
/** Pieces. */
export const BISHOP_PAIR = 316;
export const ROOK_OPEN_FILE = 317;
export const ROOK_HALF_OPEN_FILE = 318;
export const ROOK_SEVENTH_RANK = 319;
export const KNIGHT_OUTPOST = 320;
export const BISHOP_OUTPOST = 321;
/** Own pawns on squares of a bishop's colour. */
export const BISHOP_PAWNS = 322;
export const BEHIND_PAWN = 323;
/** King safety: rank of the own pawn before the king (0: none) on its file, then on a file beside it. */
export const SHELTER = 324;
/** Rank of the enemy pawn as the king's side sees it, likewise. */
export const STORM = 340;
/** By units of attack on the squares around the king (king-danger.as.ts). */
export const DANGER = 356;
/** Threats: an enemy piece attacked by a pawn, a minor piece, a rook, by its kind. */
export const PAWN_THREAT = 388;
export const MINOR_THREAT = 393;
export const ROOK_THREAT = 398;
/** An enemy piece that is attacked and not defended. */
export const HANGING = 403;
/** An enemy piece that a pawn can attack by a safe advance. */
export const PUSH_THREAT = 404;
/** Safe squares in the centre behind own pawns. */
export const SPACE = 405;
/** Having the move. */
export const TEMPO = 406;
export const TERMS = 407;

export const DANGER_UNITS = 32;

/** The block that the kernel reads: kind of evaluation, then packed piece-square tables with material for both colours, then packed weights. */
export const BLOCK_KIND = 0;
/** Evaluation by endgame databases: its address (edb-layout.ts), and what it is multiplied by in 256ths. */
export const BLOCK_EDB = 4;
export const BLOCK_EDB_FACTOR = 8;
export const BLOCK_PIECE_SQUARE = 16;
export const BLOCK_WEIGHTS = 3088;
export const BLOCK_BYTES = 4736;

/** Kinds of evaluation. */
export const HAND_MADE = 0;
export const EDB_ALONE = 1;
export const EDB_AND_HAND_MADE = 2;

/** Phase of a full board: a minor piece counts 1, a rook 2, a queen 4. */
export const FULL_PHASE = 24;
