/**
 * The byte layout of a position: 32 cells (a1 to a8, then b1 …), the number of face-down pieces of each kind, the player to move, the
 * colours, and the plies since the last capture. Pieces: 1 pawn, 2 cannon, 3 rook, 4 knight, 5 bishop, 6 guard, 7 king, plus 8 for
 * Black; 0 is an empty cell, 8 a face-down piece.
 */
export const STATE_BYTES: i32 = 56;
export const CELLS: i32 = 32;
export const EMPTY: u8 = 0;
export const FACE_DOWN: u8 = 8;
export const CANNON: i32 = 2;

/** Face-down pieces by piece; byte 0 contains their sum. */
const HIDDEN: usize = 32;
const TURN: usize = 48;
/** 0 before the first flip, 1 if the first player is White, 2 if Black. */
const COLOURS: usize = 49;
const SINCE_CAPTURE: usize = 50;
/** The cell that is being flipped and the cannon that captures there, each + 1; 0 for none. */
const FLIP: usize = 51;
const JUMPER: usize = 52;

@inline export function pieceAt(state: usize, cell: i32): i32 { return load<u8>(state + <usize>cell); }
@inline export function putPiece(state: usize, cell: i32, piece: i32): void { store<u8>(state + <usize>cell, <u8>piece); }
@inline export function kindOf(piece: i32): i32 { return piece & 7; }
@inline export function colourOf(piece: i32): i32 { return piece >> 3; }

@inline export function hiddenOf(state: usize, piece: i32): i32 { return load<u8>(state + HIDDEN + <usize>piece); }
@inline export function hiddenCount(state: usize): i32 { return load<u8>(state + HIDDEN); }
@inline export function uncover(state: usize, piece: i32): void {
  const at = state + HIDDEN + <usize>piece;
  store<u8>(at, load<u8>(at) - 1);
  store<u8>(state + HIDDEN, load<u8>(state + HIDDEN) - 1);
}

@inline export function turnOf(state: usize): i32 { return load<u8>(state + TURN); }
@inline export function endTurn(state: usize): void { store<u8>(state + TURN, load<u8>(state + TURN) ^ 1); }
@inline export function coloursOf(state: usize): i32 { return load<u8>(state + COLOURS); }
@inline export function setColours(state: usize, colours: i32): void { store<u8>(state + COLOURS, <u8>colours); }
/** The colour of the side to move; -1 before the first flip. */
@inline export function colourToMove(state: usize): i32 {
  const colours = coloursOf(state);
  return colours == 0 ? -1 : turnOf(state) ^ (colours - 1);
}

@inline export function sinceCapture(state: usize): i32 { return load<u8>(state + SINCE_CAPTURE); }
@inline export function setSinceCapture(state: usize, plies: i32): void { store<u8>(state + SINCE_CAPTURE, <u8>plies); }

@inline export function flippedCell(state: usize): i32 { return <i32>load<u8>(state + FLIP) - 1; }
@inline export function jumperCell(state: usize): i32 { return <i32>load<u8>(state + JUMPER) - 1; }
@inline export function setFlip(state: usize, cell: i32, jumper: i32): void {
  store<u8>(state + FLIP, <u8>(cell + 1));
  store<u8>(state + JUMPER, <u8>(jumper + 1));
}

export function hashOf(state: usize): u64 {
  let hash: u64 = 0x9e3779b97f4a7c15;
  for (let at: usize = 0; at < <usize>STATE_BYTES; at += 8) {
    hash = (hash ^ load<u64>(state + at)) * 0xd6e8feb86659fd93;
    hash ^= hash >> 32;
  }
  return hash * 0xd6e8feb86659fd93;
}
