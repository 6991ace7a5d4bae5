/** Accessors of a position (state.layout.ts). */
import { Placement, StateRecord } from "../../build/layouts/games/chess/state.as";
import { KING } from "./constants";

export const STATE_BYTES: i32 = <i32>StateRecord.BYTES;

@inline function at(state: usize): StateRecord { return StateRecord.at(state); }

// Of a placement or a state.
@inline export function piecesOf(placement: usize, colour: i32): u64 { return Placement.at(placement).colours[colour]; }
@inline export function ofKind(placement: usize, kind: i32): u64 { return Placement.at(placement).kinds[kind]; }
@inline export function occupiedSquares(placement: usize): u64 { return piecesOf(placement, 0) | piecesOf(placement, 1); }
@inline export function kingSquare(placement: usize, colour: i32): i32 {
  return <i32>ctz(ofKind(placement, KING) & piecesOf(placement, colour));
}
/** Puts pieces on empty squares, or removes them; the hash of a state is not updated. */
@inline export function toggleColour(placement: usize, colour: i32, squares: u64): void {
  const colours = Placement.at(placement).colours;
  colours[colour] = colours[colour] ^ squares;
}
@inline export function toggleKind(placement: usize, kind: i32, squares: u64): void {
  const kinds = Placement.at(placement).kinds;
  kinds[kind] = kinds[kind] ^ squares;
}

// Of a state.
@inline export function hashOf(state: usize): u64 { return at(state).hash; }
@inline export function setHash(state: usize, hash: u64): void { at(state).hash = hash; }
@inline export function turnOf(state: usize): i32 { return at(state).turn; }
@inline export function setTurn(state: usize, turn: i32): void { at(state).turn = <u8>turn; }
@inline export function castlingOf(state: usize): i32 { return at(state).castling; }
/** NO_SQUARE if no en-passant capture is legal. */
@inline export function enPassantOf(state: usize): i32 { return at(state).enPassant; }
@inline export function setEnPassant(state: usize, square: i32): void { at(state).enPassant = <u8>square; }
@inline export function halfmoveClock(state: usize): i32 { return at(state).halfmoveClock; }
@inline export function fullmoveNumber(state: usize): i32 { return at(state).fullmoveNumber; }
@inline export function setFullmoveNumber(state: usize, number: i32): void { at(state).fullmoveNumber = <u16>number; }
/** Turn, castling rights, en-passant square and half-move clock in one word, the turn in the lowest byte. */
@inline export function turnFields(state: usize): u32 { return load<u32>(at(state).turnAddress); }
@inline export function setTurnFields(state: usize, fields: u32): void { store<u32>(at(state).turnAddress, fields); }

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
