/** Layout of a state, and the bit fields of a move: for the kernel and for TypeScript. */

/**
 * Bitboards of 64 bits: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. First all white pieces, then all black pieces, then each kind (both
 * colours together) at PIECES + 8 * kind.
 */
export const WHITE = 0;
export const BLACK = 8;
export const PIECES = 16;
/** Zobrist hash of placement, side to move, castling rights and en-passant file; 64 bits, updated with every move. */
export const HASH = 64;
/** Bytes. 0 White, 1 Black. */
export const TURN = 72;
/** 1 White king's side, 2 White queen's side, 4 and 8 the same for Black. */
export const CASTLING = 73;
/** The square behind a pawn that has just made a double push, if a legal en-passant capture exists; else NO_SQUARE. */
export const EN_PASSANT = 74;
/** Half-move clock: plies since the last capture or pawn move, at most 255. */
export const HALFMOVE_CLOCK = 75;
/** Full-move number, 16 bits, at most 65535. */
export const FULLMOVE_NUMBER = 76;
export const STATE_BYTES = 80;

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
