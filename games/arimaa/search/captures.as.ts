/**
 * Captures that a side can make at a trap within a turn: the kind captured and the number of steps. Each is played out on a board, so there are
 * no false positives. Covered are a capturing push or pull after up to two steps, and two pushes or pulls; others (an enemy pushed out of the
 * way first) are missed.
 */
import { behind, bit, neighbours, squareOf, trapSquare } from "../bitboard.as";
import { copyBoard, frozenPieces, kindAt, ofKind, piecesOf, makePieceStep } from "../board.as";

const BOARD: usize = 80;
/** Boards for two steps before a capture. */
export const CAPTURES_BYTES: usize = 2 * BOARD;

let workspace: usize = 0;

export function useCaptureWorkspace(region: usize): void {
  workspace = region;
}

/** All pieces stronger than a kind. */
@inline
function stronger(board: usize, kind: i32): u64 {
  let set: u64 = 0;
  for (let other = kind + 1; other < 6; other++) set |= ofKind(board, other);
  return set;
}

/** The best capture of `side` at a trap: kind lost | steps << 4; 0 for none. `mobile`: the side's pieces that are not frozen. */
export function captureAt(board: usize, side: i32, trap: u64, mobile: u64): i32 {
  const around = neighbours(trap);
  const near = neighbours(around);
  const hunters = mobile & ~ofKind(board, 0);
  if (!(hunters & (neighbours(near) | near | around))) return 0;
  const enemy = piecesOf(board, 1 - side);
  const defenders = enemy & around;
  const count = <i32>popcnt(defenders);
  if (count == 1) {
    const steps = stepsToMove(board, side, trap, defenders);
    return steps ? kindAt(board, squareOf(enemy & trap ? trap : defenders)) | (steps << 4) : 0;
  }
  if (count == 2) return withTwoDefenders(board, side, trap, defenders, mobile);
  return count == 0 ? withNoDefender(board, side, trap, near & enemy, mobile) : 0;
}

/** The same by trap index, for a single trap. */
export function captureAtTrap(board: usize, side: i32, index: i32): i32 {
  return captureAt(board, side, bit(trapSquare(index)), piecesOf(board, side) & ~frozenPieces(board, side));
}

/** Whether a push or pull of the only defender captures it, or the piece on the trap. */
@inline
function canFinish(board: usize, side: i32, trap: u64, defender: u64, hunters: u64): bool {
  const own = piecesOf(board, side);
  const beside = own & hunters & neighbours(defender);
  if (!beside) return false;
  const able = beside & ~frozenPieces(board, side);
  if (!able) return false;
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(own | enemy);
  if (enemy & trap) return ((neighbours(defender) | neighbours(able)) & empty) != 0;
  return own & trap ? (able & trap) != 0 && (neighbours(trap) & empty) != 0 : true;
}

/** Steps (2, 3, 4) in which a push or pull of the only defender captures it or the piece on the trap; 0 if more. */
function stepsToMove(board: usize, side: i32, trap: u64, defender: u64): i32 {
  const hunters = stronger(board, kindAt(board, squareOf(defender)));
  const within1 = neighbours(defender);
  const within2 = neighbours(within1);
  const own = piecesOf(board, side) & hunters;
  if (!(own & (within1 | within2 | neighbours(within2)))) return 0;
  if (canFinish(board, side, trap, defender, hunters)) return 2;
  if (finishesAfterStep(board, side, trap, defender, hunters, workspace + BOARD)) return 3;
  return finishesAfterTwo(board, side, trap, defender, hunters) || finishesAfterPair(board, side, trap, defender, hunters) ? 4 : 0;
}

/** Whether one step enables the final push or pull: a hunter approaches, a piece leaves the trap, a frozen hunter is freed, or a square is vacated. */
function finishesAfterStep(board: usize, side: i32, trap: u64, defender: u64, hunters: u64, scratch: usize): bool {
  const own = piecesOf(board, side);
  const empty = ~(own | piecesOf(board, 1 - side));
  const frozen = frozenPieces(board, side);
  const mobile = own & ~frozen;
  const close = neighbours(defender);
  const ready = own & hunters & close;
  for (let approaching = own & hunters & mobile & neighbours(close & empty); approaching; approaching &= approaching - 1) {
    const from = approaching & -approaching;
    if (stepsFinish(board, side, trap, defender, hunters, from, neighbours(from) & close & empty, scratch)) return true;
  }
  if (!ready) return false;
  if (own & trap & mobile && stepsFinish(board, side, trap, defender, hunters, own & trap, neighbours(trap) & empty, scratch)) return true;
  const held = ready & frozen;
  if (held) {
    const unfreezing = neighbours(held) & empty;
    for (let friends = mobile & neighbours(unfreezing); friends; friends &= friends - 1) {
      const from = friends & -friends;
      if (stepsFinish(board, side, trap, defender, hunters, from, neighbours(from) & unfreezing, scratch)) return true;
    }
  }
  if (ready & mobile && !(own & trap)) {
    // An unfrozen hunter is adjacent and still cannot finish: a square must be vacated.
    for (let friends = mobile & (close | neighbours(ready)); friends; friends &= friends - 1) {
      const from = friends & -friends;
      if (stepsFinish(board, side, trap, defender, hunters, from, neighbours(from) & empty, scratch)) return true;
    }
  }
  return false;
}

/** Whether one of the given steps of a piece enables the final push or pull. */
function stepsFinish(board: usize, side: i32, trap: u64, defender: u64, hunters: u64, from: u64, to: u64, scratch: usize): bool {
  const kind = kindAt(board, squareOf(from));
  for (let targets = kind ? to : to & ~behind(from, side); targets; targets &= targets - 1) {
    const target = targets & -targets;
    copyBoard(scratch, board);
    makePieceStep(scratch, side, kind, squareOf(from), squareOf(target));
    const moved = hunters & from ? (hunters ^ from) | target : hunters;
    if (canFinish(scratch, side, trap, defender, moved)) return true;
  }
  return false;
}

/** The same with one more step: a hunter approaches, a piece leaves the trap, or a frozen hunter is freed. */
function finishesAfterTwo(board: usize, side: i32, trap: u64, defender: u64, hunters: u64): bool {
  const own = piecesOf(board, side);
  const empty = ~(own | piecesOf(board, 1 - side));
  const frozen = frozenPieces(board, side);
  const mobile = own & ~frozen;
  const close = neighbours(defender);
  const within2 = neighbours(close);
  for (let nearing = own & hunters & mobile & neighbours(within2 & empty); nearing; nearing &= nearing - 1) {
    const from = nearing & -nearing;
    if (firstOfTwo(board, side, trap, defender, hunters, from, neighbours(from) & (within2 | close) & empty)) return true;
  }
  if (own & trap & mobile && firstOfTwo(board, side, trap, defender, hunters, own & trap, neighbours(trap) & empty)) return true;
  const unfreezing = neighbours(own & hunters & frozen & within2) & empty;
  for (let friends = unfreezing ? mobile & neighbours(unfreezing) : 0; friends; friends &= friends - 1) {
    const from = friends & -friends;
    if (firstOfTwo(board, side, trap, defender, hunters, from, neighbours(from) & unfreezing)) return true;
  }
  return false;
}

/** The same after a push or pull of another enemy that brings a hunter next to the defender. */
function finishesAfterPair(board: usize, side: i32, trap: u64, defender: u64, hunters: u64): bool {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(own | enemy);
  const close = neighbours(defender);
  const nearing = own & hunters & ~frozenPieces(board, side) & neighbours(close);
  for (let left = nearing & neighbours(enemy); left; left &= left - 1) {
    const mover = left & -left;
    const at = squareOf(mover);
    const strength = kindAt(board, at);
    const steps = neighbours(mover) & close & empty;
    for (let others = neighbours(mover) & enemy & ~defender; others; others &= others - 1) {
      const other = others & -others;
      const kind = kindAt(board, squareOf(other));
      if (kind >= strength) continue;
      for (let targets = other & close ? neighbours(other) & empty : 0; targets; targets &= targets - 1) {
        copyBoard(workspace, board);
        makePieceStep(workspace, 1 - side, kind, squareOf(other), squareOf(targets));
        makePieceStep(workspace, side, strength, at, squareOf(other));
        if (isOnlyDefender(trap, side, defender) && canFinish(workspace, side, trap, defender, (hunters ^ mover) | other)) return true;
      }
      for (let targets = steps; targets; targets &= targets - 1) {
        copyBoard(workspace, board);
        makePieceStep(workspace, side, strength, at, squareOf(targets));
        makePieceStep(workspace, 1 - side, kind, squareOf(other), at);
        const to = targets & -targets;
        if (isOnlyDefender(trap, side, defender) && canFinish(workspace, side, trap, defender, (hunters ^ mover) | to)) return true;
      }
    }
  }
  return false;
}

/** On the board of the workspace. */
@inline
function isOnlyDefender(trap: u64, side: i32, defender: u64): bool {
  return (piecesOf(workspace, 1 - side) & neighbours(trap)) == defender;
}

function firstOfTwo(board: usize, side: i32, trap: u64, defender: u64, hunters: u64, from: u64, to: u64): bool {
  const kind = kindAt(board, squareOf(from));
  for (let targets = kind ? to : to & ~behind(from, side); targets; targets &= targets - 1) {
    const target = targets & -targets;
    copyBoard(workspace, board);
    makePieceStep(workspace, side, kind, squareOf(from), squareOf(target));
    const moved = hunters & from ? (hunters ^ from) | target : hunters;
    if (finishesAfterStep(workspace, side, trap, defender, moved, workspace + BOARD)) return true;
  }
  return false;
}

/** One of two defenders is moved away or onto the trap, then the other. */
function withTwoDefenders(board: usize, side: i32, trap: u64, defenders: u64, mobile: u64): i32 {
  let best = -1;
  for (let left = defenders; left; left &= left - 1) {
    const first = left & -left;
    const kind = kindAt(board, squareOf(first));
    const able = mobile & stronger(board, kind) & neighbours(first);
    if (able) best = max(best, afterPair(board, side, trap, first, kind, able, ~(<u64>0), best));
  }
  return best >= 0 ? best | (4 << 4) : 0;
}

/** A piece two squares away is moved next to the trap, then onto it. */
function withNoDefender(board: usize, side: i32, trap: u64, victims: u64, mobile: u64): i32 {
  const around = neighbours(trap);
  let best = -1;
  for (let left = victims & ~trap; left; left &= left - 1) {
    const victim = left & -left;
    const kind = kindAt(board, squareOf(victim));
    if (kind <= best) continue;
    const able = mobile & stronger(board, kind) & neighbours(victim);
    if (able) best = max(best, afterPair(board, side, trap, victim, kind, able, around, best));
  }
  return best >= 0 ? best | (4 << 4) : 0;
}

/** Plays pushes and pulls of a piece to the allowed squares; returns the most valuable kind that a second push or pull captures, or `known` if none is better. */
function afterPair(board: usize, side: i32, trap: u64, victim: u64, kind: i32, able: u64, allowed: u64, known: i32): i32 {
  const empty = ~(piecesOf(board, 0) | piecesOf(board, 1));
  const from = squareOf(victim);
  let best = known;
  for (let movers = able; movers; movers &= movers - 1) {
    const mover = movers & -movers;
    const at = squareOf(mover);
    const strength = kindAt(board, at);
    for (let targets = neighbours(victim) & empty & allowed; targets; targets &= targets - 1) {
      copyBoard(workspace, board);
      makePieceStep(workspace, 1 - side, kind, from, squareOf(targets));
      makePieceStep(workspace, side, strength, at, from);
      best = max(best, finished(side, trap));
    }
    if (!(mover & allowed)) continue;
    for (let targets = neighbours(mover) & empty; targets; targets &= targets - 1) {
      copyBoard(workspace, board);
      makePieceStep(workspace, side, strength, at, squareOf(targets));
      makePieceStep(workspace, 1 - side, kind, from, at);
      best = max(best, finished(side, trap));
    }
  }
  return best;
}

/** The kind that a push or pull captures at the trap on the board of the workspace, or -1. */
@inline
function finished(side: i32, trap: u64): i32 {
  const enemy = piecesOf(workspace, 1 - side);
  const defender = enemy & neighbours(trap);
  if (popcnt(defender) != 1) return -1;
  const kind = kindAt(workspace, squareOf(defender));
  if (!canFinish(workspace, side, trap, defender, stronger(workspace, kind))) return -1;
  return enemy & trap ? kindAt(workspace, squareOf(trap)) : kind;
}
