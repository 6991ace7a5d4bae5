/** Attacked squares, checks, and the legality of en-passant captures. */
import { bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, rookAttacks } from "./attacks.as";
import { bit } from "./bitboard.as";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from "./constants";
import { kingSquare, occupiedSquares, ofKind, piecesOf, turnOf } from "./state.as";

/** Pieces among the given set that attack a square, for an occupancy. */
@inline
function attackersTo(state: usize, square: i32, occupied: u64, among: u64, colour: i32): u64 {
  const queens = ofKind(state, QUEEN);
  return (
    among &
    ((pawnAttacks(square, 1 - colour) & ofKind(state, PAWN)) |
      (knightAttacks(square) & ofKind(state, KNIGHT)) |
      (kingAttacks(square) & ofKind(state, KING)) |
      (bishopAttacks(square, occupied) & (ofKind(state, BISHOP) | queens)) |
      (rookAttacks(square, occupied) & (ofKind(state, ROOK) | queens)))
  );
}

export function isAttacked(state: usize, square: i32, byColour: i32): bool {
  return attackersTo(state, square, occupiedSquares(state), piecesOf(state, byColour), byColour) != 0;
}

/** Whether the side to move is in check. */
export function inCheck(state: usize): bool {
  return checkersOf(state) != 0;
}

/** The pieces that give check to the side to move. */
export function checkersOf(state: usize): u64 {
  const turn = turnOf(state);
  const enemy = piecesOf(state, 1 - turn);
  return attackersTo(state, kingSquare(state, turn), occupiedSquares(state), enemy, 1 - turn);
}

/** Whether `colour` may capture en passant with the pawn on `from`: two pawns leave the rank, which ordinary pin detection does not cover. */
export function isEnPassantLegal(state: usize, from: i32, target: i32, colour: i32): bool {
  const captured = bit(target ^ 8);
  const occupied = (occupiedSquares(state) ^ bit(from) ^ captured) | bit(target);
  const enemies = piecesOf(state, 1 - colour) & ~captured;
  return !attackersTo(state, kingSquare(state, colour), occupied, enemies, 1 - colour);
}

/** The pawns of `colour` that attack an en-passant square. */
@inline export function enPassantPawns(state: usize, target: i32, colour: i32): u64 {
  return pawnAttacks(target, 1 - colour) & ofKind(state, PAWN) & piecesOf(state, colour);
}

export function hasEnPassantCapture(state: usize, target: i32, colour: i32): bool {
  for (let pawns = enPassantPawns(state, target, colour); pawns; pawns &= pawns - 1) {
    if (isEnPassantLegal(state, <i32>ctz(pawns), target, colour)) return true;
  }
  return false;
}
