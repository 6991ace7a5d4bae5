/** The records of a position. */
import type { array, u16, u64, u8 } from "../../engine/kernel/layout/types.ts";

/** The pieces on the board as bitboards of 64 bits: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. */
export interface Placement {
  /** White, Black. */
  colours: array<u64, 2>;
  /** Both colours together: pawn, knight, bishop, rook, queen, king. */
  kinds: array<u64, 6>;
}

/** A position. */
export interface StateRecord {
  /** First, so that a state can be passed where a placement is expected. */
  placement: Placement;
  /** Zobrist hash of placement, side to move, castling rights and en-passant file, updated with every move. */
  hash: u64;
  /** 0 White, 1 Black. This field and the next three are also read as one word (play.as.ts). */
  turn: u8;
  /** 1 White king's side, 2 White queen's side, 4 and 8 the same for Black. */
  castling: u8;
  /** The square behind a pawn that has just made a double push, if a legal en-passant capture exists; else NO_SQUARE. */
  enPassant: u8;
  /** Plies since the last capture or pawn move, at most 255. */
  halfmoveClock: u8;
  /** At most 65535. */
  fullmoveNumber: u16;
  /** 0, for hashing and copies. */
  unused: u16;
}
