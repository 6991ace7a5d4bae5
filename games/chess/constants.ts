/** The encoding of pieces and moves, shared by the kernel and TypeScript. */

export const NO_SQUARE = 64;

export const PAWN = 0;
export const KNIGHT = 1;
export const BISHOP = 2;
export const ROOK = 3;
export const QUEEN = 4;
export const KING = 5;
/** Captured kind of a quiet move. */
export const NO_KIND = 7;

/** Half-move clock at which the game is drawn. */
export const FIFTY_MOVES = 100;

/**
 * A move: bits 0-5 from, 6-11 to, 12-14 promotion (0 none, else KNIGHT to QUEEN), 15-17 moved kind, 18-20 captured kind, and flags. Castling is
 * the king's move, e1g1. An en-passant capture has PAWN as captured kind.
 */
export const TO_SHIFT = 6;
export const PROMOTION_SHIFT = 12;
export const MOVED_SHIFT = 15;
export const CAPTURED_SHIFT = 18;
export const EN_PASSANT_FLAG = 2097152;
export const CASTLING_FLAG = 4194304;
export const DOUBLE_PUSH_FLAG = 8388608;

/** Legal positions have at most 218 moves. */
export const MAX_MOVES = 256;
