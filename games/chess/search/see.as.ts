/** Static exchange evaluation (SEE): the result of the captures on one square, least valuable attacker first, with either side free to stop. */
import { bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, rookAttacks } from "../attacks.as";
import { bit } from "../bitboard.as";
import { BISHOP, CAPTURED_SHIFT, CASTLING_FLAG, EN_PASSANT_FLAG, KING, KNIGHT, MOVED_SHIFT, NO_KIND, PAWN, PROMOTION_SHIFT, QUEEN, ROOK, TO_SHIFT } from "../constants";
import { occupiedSquares, ofKind, piecesOf, turnOf } from "../state.as";

/** In centipawns. */
@inline
function seeValue(kind: i32): i32 {
  return kind == PAWN ? 100 : kind == KNIGHT ? 320 : kind == BISHOP ? 330 : kind == ROOK ? 510 : kind == QUEEN ? 970 : kind == KING ? 20000 : 0;
}

/** The immediate material gain of a move: the captured piece and the gain of a promotion. */
@inline
export function immediateGain(move: i32): i32 {
  const captured = (move >> CAPTURED_SHIFT) & 7;
  const promotion = (move >> PROMOTION_SHIFT) & 7;
  return (captured == NO_KIND ? 0 : seeValue(captured)) + (promotion ? seeValue(promotion) - 100 : 0);
}

/** Whether the exchange on the target square wins at least `threshold`. */
export function seeAtLeast(state: usize, move: i32, threshold: i32): bool {
  if (move & CASTLING_FLAG) return threshold <= 0;
  const from = move & 63;
  const to = (move >> TO_SHIFT) & 63;
  const promotion = (move >> PROMOTION_SHIFT) & 7;
  let balance = immediateGain(move) - threshold;
  if (balance < 0) return false;
  balance -= seeValue(promotion ? promotion : (move >> MOVED_SHIFT) & 7);
  if (balance >= 0) return true;

  let occupied = (occupiedSquares(state) ^ bit(from)) | bit(to);
  if (move & EN_PASSANT_FLAG) occupied ^= bit(to ^ 8);
  const straight = ofKind(state, ROOK) | ofKind(state, QUEEN);
  const diagonal = ofKind(state, BISHOP) | ofKind(state, QUEEN);
  const pawns = ofKind(state, PAWN);
  let attackers =
    (knightAttacks(to) & ofKind(state, KNIGHT)) | (kingAttacks(to) & ofKind(state, KING)) |
    (pawnAttacks(to, 1) & pawns & piecesOf(state, 0)) | (pawnAttacks(to, 0) & pawns & piecesOf(state, 1)) |
    (bishopAttacks(to, occupied) & diagonal) | (rookAttacks(to, occupied) & straight);
  let side = 1 - turnOf(state);
  while (true) {
    attackers &= occupied;
    const own = attackers & piecesOf(state, side);
    if (!own) break;
    let kind = PAWN;
    let set: u64 = 0;
    for (; kind <= KING; kind++) {
      set = own & ofKind(state, kind);
      if (set) break;
    }
    side ^= 1;
    balance = -balance - 1 - seeValue(kind);
    if (balance >= 0) {
      // The king cannot capture a defended piece.
      if (kind == KING && (attackers & piecesOf(state, side)) != 0) side ^= 1;
      break;
    }
    occupied ^= set & (0 - set);
    if (kind == PAWN || kind == BISHOP || kind == QUEEN) attackers |= bishopAttacks(to, occupied) & diagonal;
    if (kind == ROOK || kind == QUEEN) attackers |= rookAttacks(to, occupied) & straight;
  }
  return side != turnOf(state);
}
