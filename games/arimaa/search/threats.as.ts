/**
 * Captures that a side threatens at a trap, seen at a glance: what could be lost, and in how many steps. A guess: approaches are not played
 * out, so a capture that a third piece prevents is seen as one. What it finds is weighed by the evaluation.
 */
import { neighbours, squareOf } from "../bits.as";
import { kindAt, ofKind, piecesOf } from "../board.as";

/** Of both sides, eight bytes by kind: the pieces that are stronger than it and can move. */
let movers: usize = 0;
export const THREATS_BYTES: usize = 128;

export function useThreatWorkspace(region: usize): void {
  movers = region;
}

/** Call this for both sides, before `threatAt`. `mobile`: the side's pieces that are not frozen. */
@inline
export function noteMovers(board: usize, side: i32, mobile: u64): void {
  const at = movers + <usize>side * 48;
  let stronger: u64 = 0;
  for (let kind = 5; kind >= 0; kind--) {
    store<u64>(at + (<usize>kind << 3), stronger);
    stronger |= mobile & ofKind(board, kind);
  }
}

@inline
function ableAgainst(side: i32, kind: i32): u64 {
  return load<u64>(movers + <usize>side * 48 + (<usize>kind << 3));
}

/** Steps (0, 1, 2) until an attacker stands beside a square; 9 where it takes more. */
@inline
function approach(able: u64, square: u64, empty: u64): i32 {
  const beside = neighbours(square);
  if (able & beside) return 0;
  const open = beside & empty;
  if (able & neighbours(open)) return 1;
  return able & neighbours(neighbours(open) & empty) ? 2 : 9;
}

/** A threat of `side` at a trap: kind lost | steps << 4; 0 for none. */
export function threatAt(board: usize, side: i32, trap: u64): i32 {
  const around = neighbours(trap);
  const near = neighbours(around);
  if (!(ableAgainst(side, 0) & neighbours(near | around))) return 0;
  const enemy = piecesOf(board, 1 - side);
  const defenders = enemy & around;
  const own = piecesOf(board, side);
  const empty = ~(own | enemy);
  const count = <i32>popcnt(defenders);
  if (enemy & trap) {
    const lost = kindAt(board, squareOf(trap));
    if (count == 1) {
      const steps = 2 + approach(ableAgainst(side, kindAt(board, squareOf(defenders))), defenders, empty);
      return steps <= 4 && neighbours(defenders) & (empty | own) & ~trap ? lost | (steps << 4) : 0;
    }
    return count == 2 && bothHeld(board, side, defenders) ? lost | (4 << 4) : 0;
  }
  if (count == 1) {
    const lost = kindAt(board, squareOf(defenders));
    const able = ableAgainst(side, lost);
    let steps: i32;
    if (!(own & trap)) steps = 2 + approach(able & ~trap, defenders, empty);
    else if (able & trap && around & empty) steps = 2;
    else steps = around & empty ? 3 + approach(able & ~trap, defenders, empty) : 9;
    return steps <= 4 ? lost | (steps << 4) : 0;
  }
  if (count == 2) {
    if (own & trap || !bothHeld(board, side, defenders)) return 0;
    const first = kindAt(board, squareOf(defenders));
    const second = kindAt(board, squareOf(defenders & (defenders - 1)));
    // The one that cannot come back at once is the one pushed away; either may be.
    return min(first, second) | (4 << 4);
  }
  if (count > 2 || own & trap) return 0;
  let best = -1;
  for (let victims = enemy & near & ~trap; victims; victims &= victims - 1) {
    const victim = victims & -victims;
    const kind = kindAt(board, squareOf(victims));
    if (kind <= best) continue;
    const able = ableAgainst(side, kind) & neighbours(victim);
    if (able && neighbours(victim) & around & (empty | able)) best = kind;
  }
  return best >= 0 ? best | (4 << 4) : 0;
}

/** Whether each of two pieces has a stronger enemy beside it that can move. */
@inline
function bothHeld(board: usize, side: i32, two: u64): bool {
  const first = two & -two;
  const second = two ^ first;
  return (
    (ableAgainst(side, kindAt(board, squareOf(first))) & neighbours(first)) != 0 &&
    (ableAgainst(side, kindAt(board, squareOf(second))) & neighbours(second)) != 0
  );
}
