/**
 * Forward and backward move generation of two-side tables (two-side.as.ts) for retrograde analysis: move counts and predecessors. With
 * up to three pieces per side a player always has a move, so there is no pass.
 */
import { ENDED_LOST, ENDED_WON, NO_POSITION, OutcomeRules } from "../../engine/solve/outcome.as";
import { binomial, nearLow, over } from "./board.as";
import { hasWon } from "./rules.as";
import {
  bit,
  board,
  enterPlace,
  enterRow,
  level,
  nearer,
  onward,
  other,
  otherTurned,
  own,
  ownTurned,
  ownTurnedBelow,
  ownTurnedCell,
  pieces,
  rows,
  scaled,
  scratch,
  width,
} from "./two-side.as";

const BACKWARD: i32 = 0;
const SIDEWAYS: i32 = 1;
const FORWARD: i32 = 2;

/** Results of `countMoves`: the required direction, and the number of moves. */
let direction: i32 = 0;
let count: i32 = 0;

// Scratch layout: partial ranks without the lifted piece (see liftPiece).
const ROW_BASES: usize = 0; // u32 [4]
const PLACE_BASES: usize = 16; // u32 [4]

/** Targets of a piece, as in reach.as.ts, in one word. */
@inline
function targets(from: i32, taken: u64): u64 {
  const hurdles = taken ^ bit(from);
  const free = board & ~taken;
  let landed: u64 = 0;
  let fresh: u64 = 0;
  let at = from;
  while (true) {
    // OFF_BOARD maps to bit 63, which is never free.
    for (let near = nearLow(at) & hurdles; near; near &= near - 1) fresh |= bit(over(at, <i32>ctz(near)));
    fresh &= free & ~landed;
    if (fresh == 0) break;
    at = <i32>ctz(fresh);
    landed |= bit(at);
  }
  return landed | (nearLow(from) & free);
}

/** Sets `direction` and `count` for a side; without restriction, `count` is the number of all moves. */
function countMoves(side: u64, taken: u64): void {
  let all = 0;
  let forward = 0;
  let sideways = 0;
  for (let left = side; left; left &= left - 1) {
    const from = <i32>ctz(left);
    const to = targets(from, taken);
    all += <i32>popcnt(to);
    if (!onward) continue;
    forward += <i32>popcnt(to & nearer(from));
    sideways += <i32>popcnt(to & level(from));
  }
  direction = forward ? FORWARD : sideways ? SIDEWAYS : BACKWARD;
  count = forward ? forward : sideways ? sideways : all;
}

/** The number of moves of the current pair, or the result of a finished game. */
function movesOrEnd(): i32 {
  const first = hasWon(0, own, 0, other, 0);
  const second = hasWon(1, other, 0, own, 0);
  // Unreachable if both have won.
  if (first) return second ? NO_POSITION : ENDED_WON;
  if (second) return ENDED_LOST;
  countMoves(own, own | other);
  return count;
}

/**
 * Unmoves: the other side has moved, so each of its pieces is moved back, from that side's point of view. A chain of jumps is
 * reversible: it leads back over the same pieces.
 */
function predecessorsOf(entry: u32, out: usize): i32 {
  enterPlace(entry);
  let at = out;
  for (let left = otherTurned; left; left &= left - 1) {
    const to = <i32>ctz(left);
    const rest = otherTurned ^ bit(to);
    let from = targets(to, ownTurned | otherTurned);
    if (onward) from = legalStarts(from, to, rest);
    if (from == 0) continue;
    liftPiece(rest);
    for (; from; from &= from - 1) {
      const cell = <i32>ctz(from);
      const place = <i32>popcnt(rest & (bit(cell) - 1));
      const start = load<u32>(scratch() + ROW_BASES + (<usize>place << 2)) + scaled(cell, place + 1);
      store<u32>(at, start + load<u32>(scratch() + PLACE_BASES + (<usize>ownTurnedBelow(cell) << 2)));
      at += 4;
    }
  }
  return <i32>((at - out) >> 2);
}

/** Filters the possible origins of a piece by the restriction on directions; `rest` are its side's other pieces. */
function legalStarts(starts: u64, to: i32, rest: u64): u64 {
  let legal = starts & ~(nearer(to) | level(to));
  let unsure = starts ^ legal;
  if (unsure == 0) return legal;
  // If the other pieces can roll forward to two cells, one of them is free for every origin.
  let rolls: u64 = 0;
  for (let left = rest; left; left &= left - 1) rolls |= nearLow(<i32>ctz(left)) & nearer(<i32>ctz(left));
  rolls &= ~(ownTurned | rest);
  if (rolls & (rolls - 1)) return legal;
  for (; unsure; unsure &= unsure - 1) {
    const start = <i32>ctz(unsure);
    const side = rest | bit(start);
    const taken = side | ownTurned;
    if ((rolls | (nearLow(start) & nearer(start))) & ~taken) continue;
    countMoves(side, taken);
    if (direction == (level(to) & bit(start) ? SIDEWAYS : BACKWARD)) legal |= bit(start);
  }
  return legal;
}

/** Partial ranks without the lifted piece, for every insertion point. */
@inline
function liftPiece(rest: u64): void {
  // Pieces above the insertion point move up one place.
  let start: u32 = 0;
  let place = 2;
  for (let left = rest; left; left &= left - 1) start += scaled(<i32>ctz(left), place++);
  let at = scratch() + ROW_BASES;
  store<u32>(at, start);
  place = 1;
  for (let left = rest; left; left &= left - 1) {
    start += scaled(<i32>ctz(left), place) - scaled(<i32>ctz(left), place + 1);
    place++;
    at += 4;
    store<u32>(at, start);
  }
  // Pieces of the waiting side above it have one free cell fewer below them.
  let rank: u32 = 0;
  for (let i = 0; i < pieces; i++) rank += binomial(max(freeBelow(i, rest) - 1, 0), i + 1);
  at = scratch() + PLACE_BASES;
  store<u32>(at, rank);
  for (let i = 0; i < pieces; i++) {
    const free = freeBelow(i, rest);
    // C(free, i + 1) - C(free - 1, i + 1)
    if (free > 0) rank += binomial(free - 1, i);
    at += 4;
    store<u32>(at, rank);
  }
}

@inline
function freeBelow(i: i32, rest: u64): i32 {
  const cell = ownTurnedCell(i);
  return cell - <i32>popcnt(rest & (bit(cell) - 1));
}

@final
export class Pairs extends OutcomeRules {
  @inline runs(): u32 { return rows; }
  @inline enterRun(run: u32): u32 { return enterRow(run); }
  @inline runEntries(run: u32): u32 { return width; }
  @inline moveCount(entry: u32): i32 {
    enterPlace(entry);
    return movesOrEnd();
  }
  @inline predecessors(entry: u32, out: usize): i32 { return predecessorsOf(entry, out); }
  /** All predecessors of a row's entries have the row's mover as their opponent. */
  @inline runsAreDisjoint(): bool { return true; }
}
