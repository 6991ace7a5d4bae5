/** The setup phase: pieces one by one in any order, or a whole named setup. */
import { squareOf } from "./bitboard.as";
import { emptySquares, ofKind, piecesOf, togglePiece } from "./board.as";
import { NAMED_SETUP, PLACE } from "./constants";
import { beginTurn, setSide, sideOf } from "./state.as";

const SETUP_PIECES: i32 = 16;
/** Each name, and its mirror image. */
export const SETUPS: i32 = 10;

/** How many pieces of a kind a side has: 8 rabbits, 2 cats, dogs and horses, a camel, an elephant. */
@inline function numberOfKind(kind: i32): i32 { return kind == 0 ? 8 : kind < 4 ? 2 : 1; }
@inline function homeRows(side: i32): u64 { return side == 0 ? 0xffff : 0xffff000000000000; }

/**
 * The second row and then the first as gold sees them, from a to h, a digit a piece: 0 rabbit, 1 cat, 2 dog, 3 horse, 4 camel, 5 elephant.
 * In the order of SETUP_NAMES (setups.ts).
 */
function setupDigits(index: i32): u64 {
  switch (index) {
    case 0: return 0o0314513000022000;
    case 1: return 0o0324523000011000;
    case 2: return 0o2314513200000000;
    case 3: return 0o0325324000011000;
    default: return 0o3105204300020010;
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
    const index = move - NAMED_SETUP;
    const digits = setupDigits(index >> 1);
    for (let i = 0; i < SETUP_PIECES; i++) {
      const seen = (i ^ 8) ^ (index & 1 ? 7 : 0);
      // Silver sees the board from the other side.
      togglePiece(state, side, <i32>((digits >> <u64>(45 - 3 * i)) & 7), side == 0 ? seen : 63 - seen);
    }
  }
  if (<i32>popcnt(piecesOf(state, side)) < SETUP_PIECES) return;
  if (side == 0) setSide(state, 1);
  else beginTurn(state, 0);
}
