/**
 * Terms of the handcrafted evaluation: the index of each weight in the weight block, in 32-bit words. A weight is a pair of middlegame and
 * endgame values. Shared by TypeScript and AssemblyScript.
 */

/** Pawn to queen. */
export const MATERIAL = 0;
/** Piece-square tables by kind, relative rank, and file from the edge (a and h are 0). */
export const PIECE_SQUARE = 5;
/** By number of attacked squares in the mobility area. */
export const KNIGHT_MOBILITY = 197;
export const BISHOP_MOBILITY = 206;
export const ROOK_MOBILITY = 220;
export const QUEEN_MOBILITY = 235;
/** Passed pawn by rank; path free of pieces and attacks, by rank; stop square blocked by the enemy, by rank. */
export const PASSED = 263;
export const PASSED_FREE = 271;
export const PASSED_BLOCKED = 279;
/** Advanced passed pawn: distance of each king to its stop square. */
export const PASSED_OWN_KING = 287;
export const PASSED_ENEMY_KING = 295;
/** Phalanx or supported pawns, by rank. */
export const CONNECTED = 303;
/** With and without an enemy pawn on the file. */
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
/** Pawn shelter: rank of the own pawn ahead of the king (0: none), on its file, then on adjacent files. */
export const SHELTER = 324;
/** Pawn storm: relative rank of the enemy pawn, likewise. */
export const STORM = 340;
/** King danger by attack units (king-safety.as.ts). */
export const DANGER = 356;
/** Enemy piece attacked by a pawn, a minor piece, a rook, by its kind. */
export const PAWN_THREAT = 388;
export const MINOR_THREAT = 393;
export const ROOK_THREAT = 398;
/** Attacked and undefended enemy piece. */
export const HANGING = 403;
/** Enemy piece that a pawn can attack by a safe push. */
export const PUSH_THREAT = 404;
/** Safe central squares. */
export const SPACE = 405;
/** Side to move. */
export const TEMPO = 406;
export const TERMS = 407;

export const DANGER_UNITS = 32;

/** Piece-square values by colour, kind and square. */
export const PIECE_SQUARES = 768;

/** Kinds of evaluation. */
export const HAND_MADE = 0;
export const EDB_ALONE = 1;
export const EDB_AND_HAND_MADE = 2;

/** Phase of a full board: a minor piece counts 1, a rook 2, a queen 4. */
export const FULL_PHASE = 24;
