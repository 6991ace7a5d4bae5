/** Accessors of a position (state.layout.ts). */
import { StateRecord } from "../../build/layouts/games/chinese-dark-chess/state.as";

export const STATE_BYTES: i32 = <i32>StateRecord.BYTES;
export const CELLS: i32 = 32;
export const EMPTY: u8 = 0;
export const FACE_DOWN: u8 = 8;
export const CANNON: i32 = 2;

@inline function at(state: usize): StateRecord { return StateRecord.at(state); }

@inline export function pieceAt(state: usize, cell: i32): i32 { return at(state).cells[cell]; }
@inline export function putPiece(state: usize, cell: i32, piece: i32): void { at(state).cells[cell] = <u8>piece; }
@inline export function kindOf(piece: i32): i32 { return piece & 7; }
@inline export function colourOf(piece: i32): i32 { return piece >> 3; }

@inline export function hiddenOf(state: usize, piece: i32): i32 { return at(state).hidden[piece]; }
@inline export function hiddenCount(state: usize): i32 { return at(state).hidden[0]; }
@inline export function uncover(state: usize, piece: i32): void {
  const hidden = at(state).hidden;
  hidden[piece] = hidden[piece] - 1;
  hidden[0] = hidden[0] - 1;
}

@inline export function turnOf(state: usize): i32 { return at(state).turn; }
@inline export function endTurn(state: usize): void { at(state).turn ^= 1; }
@inline export function coloursOf(state: usize): i32 { return at(state).colours; }
@inline export function setColours(state: usize, colours: i32): void { at(state).colours = <u8>colours; }
/** The colour of the side to move; -1 before the first flip. */
@inline export function colourToMove(state: usize): i32 {
  const colours = coloursOf(state);
  return colours == 0 ? -1 : turnOf(state) ^ (colours - 1);
}

@inline export function sinceCapture(state: usize): i32 { return at(state).sinceCapture; }
@inline export function setSinceCapture(state: usize, plies: i32): void { at(state).sinceCapture = <u8>plies; }

@inline export function flippedCell(state: usize): i32 { return <i32>at(state).flip - 1; }
@inline export function jumperCell(state: usize): i32 { return <i32>at(state).jumper - 1; }
@inline export function setFlip(state: usize, cell: i32, jumper: i32): void {
  at(state).flip = <u8>(cell + 1);
  at(state).jumper = <u8>(jumper + 1);
}

export function hashOf(state: usize): u64 {
  let hash: u64 = 0x9e3779b97f4a7c15;
  for (let at: usize = 0; at < <usize>STATE_BYTES; at += 8) {
    hash = (hash ^ load<u64>(state + at)) * 0xd6e8feb86659fd93;
    hash ^= hash >> 32;
  }
  return hash * 0xd6e8feb86659fd93;
}
