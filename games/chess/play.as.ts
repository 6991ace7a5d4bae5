/** Makes moves in place. */
import { bit } from "./bitboard.as";
import { hasEnPassantCapture } from "./checks.as";
import { CAPTURED_SHIFT, CASTLING_FLAG, DOUBLE_PUSH_FLAG, EN_PASSANT_FLAG, MOVED_SHIFT, NO_KIND, NO_SQUARE, PAWN, PROMOTION_SHIFT, ROOK, TO_SHIFT } from "./constants";
import { castlingKey, enPassantKey, pieceKey, TURN_KEY } from "./zobrist.as";
import { enPassantOf, fullmoveNumber, hashOf, setEnPassant, setFullmoveNumber, setHash, setTurn, setTurnFields, toggleColour, toggleKind, turnFields, turnOf } from "./state.as";

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
  const fields = turnFields(state);
  const us = <i32>(fields & 1);
  let castling = <i32>((fields >> 8) & 15);
  const enPassant = <i32>((fields >> 16) & 255);
  let clock = fields >> 24;
  clock = clock == 255 ? 255 : clock + 1;
  let hash = hashOf(state) ^ TURN_KEY ^ enPassantKey(enPassant);

  toggleColour(state, us, squares);
  toggleKind(state, moved, squares);
  hash ^= pieceKey(us, moved, from) ^ pieceKey(us, moved, to);
  if (captured != NO_KIND) {
    const at = move & EN_PASSANT_FLAG ? to ^ 8 : to;
    toggleColour(state, 1 - us, bit(at));
    toggleKind(state, captured, bit(at));
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
      toggleColour(state, us, bit(rookFrom) | bit(rookTo));
      toggleKind(state, ROOK, bit(rookFrom) | bit(rookTo));
      hash ^= pieceKey(us, ROOK, rookFrom) ^ pieceKey(us, ROOK, rookTo);
    }
  }
  let target = NO_SQUARE;
  if (moved == PAWN) {
    clock = 0;
    const promotion = (move >> PROMOTION_SHIFT) & 7;
    if (promotion) {
      toggleKind(state, PAWN, bit(to));
      toggleKind(state, promotion, bit(to));
      hash ^= pieceKey(us, PAWN, to) ^ pieceKey(us, promotion, to);
    } else if (move & DOUBLE_PUSH_FLAG) {
      const passed = (from + to) >> 1;
      if (hasEnPassantCapture(state, passed, 1 - us)) {
        target = passed;
        hash ^= enPassantKey(passed);
      }
    }
  }
  setTurnFields(state, (us ^ 1) | (castling << 8) | (target << 16) | (clock << 24));
  if (us) {
    const number = fullmoveNumber(state);
    if (number != 65535) setFullmoveNumber(state, number + 1);
  }
  setHash(state, hash);
}

/** Null move: passes the turn. The side to move must not be in check. */
export function playNullMove(state: usize): void {
  setHash(state, hashOf(state) ^ TURN_KEY ^ enPassantKey(enPassantOf(state)));
  setTurn(state, turnOf(state) ^ 1);
  setEnPassant(state, NO_SQUARE);
}
