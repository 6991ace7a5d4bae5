/** Incremental evaluation state: material plus piece-square sum, and pawn hash, updated with every move. */
import { CAPTURED_SHIFT, CASTLING_FLAG, EN_PASSANT_FLAG, KING, MOVED_SHIFT, NO_KIND, PAWN, PROMOTION_SHIFT, ROOK, TO_SHIFT } from "../constants";
import { playNullMove, playMove } from "../play.as";
import { copyState, ofKind, piecesOf, turnOf } from "../state.as";
import { pieceKey } from "../zobrist.as";
import { pieceSquareValue } from "./weights.as";

/** i32, packed, for White; u64. */
export const PIECE_SQUARE_SUM: usize = 80;
export const PAWN_HASH: usize = 88;
export const TRACKED_BYTES: i32 = 96;

export function track(state: usize): void {
  let places = 0;
  let pawns: u64 = 0;
  for (let colour = 0; colour < 2; colour++) {
    for (let kind = PAWN; kind <= KING; kind++) {
      for (let set = piecesOf(state, colour) & ofKind(state, kind); set; set &= set - 1) {
        const square = <i32>ctz(set);
        places += pieceSquareValue(colour, kind, square);
        if (kind == PAWN) pawns ^= pieceKey(colour, PAWN, square);
      }
    }
  }
  store<i32>(state, places, PIECE_SQUARE_SUM);
  store<u64>(state, pawns, PAWN_HASH);
}

export function playTracked(to: usize, from: usize, move: i32): void {
  copyState(to, from);
  playMove(to, move);
  const us = turnOf(from);
  const start = move & 63;
  const target = (move >> TO_SHIFT) & 63;
  const moved = (move >> MOVED_SHIFT) & 7;
  const captured = (move >> CAPTURED_SHIFT) & 7;
  const promotion = (move >> PROMOTION_SHIFT) & 7;
  let places = load<i32>(from, PIECE_SQUARE_SUM) - pieceSquareValue(us, moved, start) + pieceSquareValue(us, promotion ? promotion : moved, target);
  let pawns = load<u64>(from, PAWN_HASH);
  if (moved == PAWN) {
    pawns ^= pieceKey(us, PAWN, start);
    if (!promotion) pawns ^= pieceKey(us, PAWN, target);
  }
  if (captured != NO_KIND) {
    const square = move & EN_PASSANT_FLAG ? target ^ 8 : target;
    places -= pieceSquareValue(1 - us, captured, square);
    if (captured == PAWN) pawns ^= pieceKey(1 - us, PAWN, square);
  }
  if (move & CASTLING_FLAG) {
    places += pieceSquareValue(us, ROOK, (start + target) >> 1) - pieceSquareValue(us, ROOK, target > start ? target + 1 : target - 2);
  }
  store<i32>(to, places, PIECE_SQUARE_SUM);
  store<u64>(to, pawns, PAWN_HASH);
}

export function passTracked(to: usize, from: usize): void {
  copyState(to, from);
  playNullMove(to);
  store<i32>(to, load<i32>(from, PIECE_SQUARE_SUM), PIECE_SQUARE_SUM);
  store<u64>(to, load<u64>(from, PAWN_HASH), PAWN_HASH);
}
