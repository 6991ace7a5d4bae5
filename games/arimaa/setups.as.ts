/** Setting up: one piece after the other in any order, or all at once by name. */
import { bit, squareOf } from "./bits.as";
import { emptySquares, ofKind, piecesOf, togglePiece } from "./board.as";
import { NAMED_SETUP, PLACE } from "./layout";
import { beginTurn, sideOf } from "./state.as";

export const SETUP_PIECES: i32 = 16;
export const SETUPS: i32 = 4;

/** How many pieces of a kind a side has: 8 rabbits, 2 cats, dogs and horses, a camel, an elephant. */
@inline function numberOfKind(kind: i32): i32 { return kind == 0 ? 8 : kind < 4 ? 2 : 1; }
@inline function homeRows(side: i32): u64 { return side == 0 ? 0xffff : 0xffff000000000000; }

/** The second row and then the first as gold sees them, from a to h, a digit a piece: 0 rabbit, 1 cat, 2 dog, 3 horse, 4 camel, 5 elephant. */
function setupDigits(index: i32): u64 {
  switch (index) {
    case 0: return 0o0310421300012000; // placeholders, see names in setups.ts
    case 1: return 0o0310421300012000;
    case 2: return 0o0310421300012000;
    default: return 0o0310421300012000;
  }
}

export function listPlacements(state: usize, out: usize): i32 {
  const side = sideOf(state);
  const own = piecesOf(state, side);
  const free = homeRows(side) & emptySquares(state);
  let at = out;
  for (let kind = 0; kind < 6; kind++) {
    if (<i32>popcnt(own & ofKind(state, kind)) == numberOfKind(kind)) continue;
    for (let left = free; left; left &= left - 1) {
      store<i32>(at, PLACE + (kind << 6) + squareOf(left));
      at += 4;
    }
  }
  for (let index = 0; index < SETUPS && own == 0; index++) {
    store<i32>(at, NAMED_SETUP + index);
    at += 4;
  }
  return <i32>((at - out) >> 2);
}

export function place(state: usize, move: i32): void {
  const side = sideOf(state);
  if (move < NAMED_SETUP) togglePiece(state, side, (move - PLACE) >> 6, move & 63);
  else {
    const digits = setupDigits(move - NAMED_SETUP);
    for (let i = 0; i < SETUP_PIECES; i++) {
      // Digits from the left; silver's rows are gold's seen from the other end, files as they are.
      const square = i < 8 ? i + 8 : i - 8;
      togglePiece(state, side, <i32>((digits >> <u64>(45 - 3 * i)) & 7), side == 0 ? square : square ^ 56);
    }
  }
  if (<i32>popcnt(piecesOf(state, side)) < SETUP_PIECES) return;
  if (side == 0) store<u8>(state + 88, 1);
  else beginTurn(state, 0);
}
