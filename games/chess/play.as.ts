/** Makes moves in place. */
import { bit } from "./bitboard.as";
import { hasEnPassantCapture } from "./checks.as";
import {
  CAPTURED_SHIFT,
  CASTLING_FLAG,
  DOUBLE_PUSH_FLAG,
  EN_PASSANT,
  EN_PASSANT_FLAG,
  HASH,
  MOVED_SHIFT,
  NO_KIND,
  NO_SQUARE,
  FULLMOVE_NUMBER,
  PAWN,
  PIECES,
  PROMOTION_SHIFT,
  ROOK,
  TO_SHIFT,
  TURN,
} from "./layout";
import { castlingKey, enPassantKey, pieceKey, TURN_KEY } from "./zobrist.as";

const KINDS: usize = PIECES;

@inline
function toggle(state: usize, offset: usize, squares: u64): void {
  store<u64>(state + offset, load<u64>(state + offset) ^ squares);
}

/** Initial squares of kings and rooks. */
const CASTLING_SQUARES: u64 = 0x9100000000000091;

/** The castling rights that remain after a move from or to these squares. */
function remainingRights(squares: u64): i32 {
  let lost = 0;
  if (squares & 0x90) lost |= 1;
  if (squares & 0x11) lost |= 2;
  if (squares & 0x9000000000000000) lost |= 4;
  if (squares & 0x1100000000000000) lost |= 8;
  return 15 ^ lost;
}

/** Makes a legal move. */
export function playMove(state: usize, move: i32): void {
  const from = move & 63;
  const to = (move >> TO_SHIFT) & 63;
  const moved = (move >> MOVED_SHIFT) & 7;
  const captured = (move >> CAPTURED_SHIFT) & 7;
  const squares = bit(from) | bit(to);
  // Turn, castling rights, en-passant square and clock in one word.
  const fields = load<u32>(state, TURN);
  const us = <i32>(fields & 1);
  let castling = <i32>((fields >> 8) & 15);
  const enPassant = <i32>((fields >> 16) & 255);
  let clock = fields >> 24;
  clock = clock == 255 ? 255 : clock + 1;
  let hash = load<u64>(state, HASH) ^ TURN_KEY ^ enPassantKey(enPassant);

  toggle(state, <usize>us << 3, squares);
  toggle(state, KINDS + (<usize>moved << 3), squares);
  hash ^= pieceKey(us, moved, from) ^ pieceKey(us, moved, to);
  if (captured != NO_KIND) {
    const at = move & EN_PASSANT_FLAG ? to ^ 8 : to;
    toggle(state, <usize>(1 - us) << 3, bit(at));
    toggle(state, KINDS + (<usize>captured << 3), bit(at));
    hash ^= pieceKey(1 - us, captured, at);
    clock = 0;
  }
  if (castling != 0 && (squares & CASTLING_SQUARES) != 0) {
    const kept = castling & remainingRights(squares);
    hash ^= castlingKey(castling) ^ castlingKey(kept);
    castling = kept;
    if (move & CASTLING_FLAG) {
      const rookFrom = to > from ? to + 1 : to - 2;
      const rookTo = (from + to) >> 1;
      toggle(state, <usize>us << 3, bit(rookFrom) | bit(rookTo));
      toggle(state, KINDS + (ROOK << 3), bit(rookFrom) | bit(rookTo));
      hash ^= pieceKey(us, ROOK, rookFrom) ^ pieceKey(us, ROOK, rookTo);
    }
  }
  let target = NO_SQUARE;
  if (moved == PAWN) {
    clock = 0;
    const promotion = (move >> PROMOTION_SHIFT) & 7;
    if (promotion) {
      toggle(state, KINDS, bit(to));
      toggle(state, KINDS + (<usize>promotion << 3), bit(to));
      hash ^= pieceKey(us, PAWN, to) ^ pieceKey(us, promotion, to);
    } else if (move & DOUBLE_PUSH_FLAG) {
      const passed = (from + to) >> 1;
      if (hasEnPassantCapture(state, passed, 1 - us)) {
        target = passed;
        hash ^= enPassantKey(passed);
      }
    }
  }
  store<u32>(state, (us ^ 1) | (castling << 8) | (target << 16) | (clock << 24), TURN);
  if (us) {
    const number = load<u16>(state, FULLMOVE_NUMBER);
    if (number != 65535) store<u16>(state, number + 1, FULLMOVE_NUMBER);
  }
  store<u64>(state, hash, HASH);
}

/** Null move: passes the turn. The side to move must not be in check. */
export function playNullMove(state: usize): void {
  const enPassant = load<u8>(state, EN_PASSANT);
  store<u64>(state, load<u64>(state, HASH) ^ TURN_KEY ^ enPassantKey(enPassant), HASH);
  store<u8>(state, load<u8>(state, TURN) ^ 1, TURN);
  store<u8>(state, NO_SQUARE, EN_PASSANT);
}
