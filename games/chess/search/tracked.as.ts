/** Incremental evaluation state: material plus piece-square sum, and pawn hash, updated with every move. */
import { TrackedState } from "../../../build/layouts/games/chess/search/tracked.as";
import { CAPTURED_SHIFT, CASTLING_FLAG, EN_PASSANT_FLAG, KING, MOVED_SHIFT, NO_KIND, PAWN, PROMOTION_SHIFT, ROOK, TO_SHIFT } from "../constants";
import { playNullMove, playMove } from "../play.as";
import { copyState, ofKind, piecesOf, turnOf } from "../state.as";
import { pieceKey } from "../zobrist.as";
import { pieceSquareValue } from "./weights.as";

export const TRACKED_BYTES: i32 = <i32>TrackedState.BYTES;

@inline
function setTracked(state: usize, places: i32, pawns: u64): void {
  TrackedState.at(state).pieceSquareSum = places;
  TrackedState.at(state).pawnHash = pawns;
}

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
  setTracked(state, places, pawns);
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
  let places = TrackedState.at(from).pieceSquareSum - pieceSquareValue(us, moved, start) + pieceSquareValue(us, promotion ? promotion : moved, target);
  let pawns = TrackedState.at(from).pawnHash;
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
  setTracked(to, places, pawns);
}

export function passTracked(to: usize, from: usize): void {
  copyState(to, from);
  playNullMove(to);
  setTracked(to, TrackedState.at(from).pieceSquareSum, TrackedState.at(from).pawnHash);
}
