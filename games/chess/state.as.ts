/** Accessors for the fields of a state (layout.ts). */
import { CASTLING, HALFMOVE_CLOCK, EN_PASSANT, HASH, FULLMOVE_NUMBER, PIECES, TURN } from "./layout";

@inline export function piecesOf(state: usize, colour: i32): u64 { return load<u64>(state + (<usize>colour << 3)); }
@inline export function ofKind(state: usize, kind: i32): u64 { return load<u64>(state + (<usize>kind << 3), PIECES); }
@inline export function occupiedSquares(state: usize): u64 { return load<u64>(state) | load<u64>(state, 8); }
@inline export function hashOf(state: usize): u64 { return load<u64>(state, HASH); }
@inline export function turnOf(state: usize): i32 { return load<u8>(state, TURN); }
@inline export function castlingOf(state: usize): i32 { return load<u8>(state, CASTLING); }
/** NO_SQUARE if no en-passant capture is legal. */
@inline export function enPassantOf(state: usize): i32 { return load<u8>(state, EN_PASSANT); }
@inline export function halfmoveClock(state: usize): i32 { return load<u8>(state, HALFMOVE_CLOCK); }
@inline export function kingSquare(state: usize, colour: i32): i32 {
  return <i32>ctz(ofKind(state, 5) & piecesOf(state, colour));
}

@inline
export function copyState(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from, 0), 0);
  store<u64>(to, load<u64>(from, 8), 8);
  store<u64>(to, load<u64>(from, 16), 16);
  store<u64>(to, load<u64>(from, 24), 24);
  store<u64>(to, load<u64>(from, 32), 32);
  store<u64>(to, load<u64>(from, 40), 40);
  store<u64>(to, load<u64>(from, 48), 48);
  store<u64>(to, load<u64>(from, 56), 56);
  store<u64>(to, load<u64>(from, 64), 64);
  store<u64>(to, load<u64>(from, 72), 72);
}
