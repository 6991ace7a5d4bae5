/**
 * Endgames with an empty stock and visible hands: win, draw or loss for the player to move, with the number of plies. A player who
 * cannot lay passes, and then the other can lay; if neither can, the game is blocked and over. So every position depends only on sets
 * with one element less.
 */
import { stopped } from "../../engine/kernel/stop.as";
import { depositBits, positionsOf, rankPosition, setsOfRepresentatives, entriesOfRepresentatives, unrankSet } from "./sets.as";
import { fitting, highOf, lowOf, otherNumber, pipsIn, tileOf, tilesWith } from "./tiles.as";
import { pipsDecide } from "./variant.as";

/** As in the engine's outcome-values.ts. */
const DRAWN: i32 = 0;
const LOST: i32 = 1;
const WON: i32 = 128;

/** Accumulates the values after a player's moves. */
let soonest: i32 = 0;
let latest: i32 = 0;
let drawn: bool = false;

@inline
export function startMoves(): void {
  soonest = 255;
  latest = -1;
  drawn = false;
}

@inline
export function addMove(after: i32): void {
  if (after == DRAWN) drawn = true;
  else if (after < WON) soonest = min(soonest, after - LOST);
  else latest = max(latest, after - WON);
}

@inline
export function bestMove(): i32 {
  return soonest < 255 ? WON + soonest + 1 : drawn ? DRAWN : LOST + latest + 1;
}

@inline
export function blockedValue(mover: u32, other: u32): i32 {
  if (!pipsDecide) return DRAWN;
  const less = pipsIn(other) - pipsIn(mover);
  return less > 0 ? WON : less < 0 ? LOST : DRAWN;
}

function layValue(values: usize, mover: u32, other: u32, left: i32, right: i32): i32 {
  startMoves();
  for (let rest = fitting(mover, left, right); rest; rest &= rest - 1) {
    const tile = <i32>ctz(rest);
    const after = mover & ~(1 << tile);
    if (after == 0) return WON + 1;
    if ((tilesWith(left) >> tile) & 1) addMove(load<u8>(values + rankPosition(other, after, tileOf(otherNumber(tile, left), right))));
    if (left != right && (tilesWith(right) >> tile) & 1) addMove(load<u8>(values + rankPosition(other, after, tileOf(left, otherNumber(tile, right)))));
  }
  return bestMove();
}

/** Both hands have tiles; the entries of all smaller sizes are filled. */
function endgameValue(values: usize, mover: u32, other: u32, ends: i32): i32 {
  const left = lowOf(ends);
  const right = highOf(ends);
  if (fitting(mover, left, right)) return layValue(values, mover, other, left, right);
  if (!fitting(other, left, right)) return blockedValue(mover, other);
  const passed = layValue(values, other, mover, left, right);
  startMoves();
  addMove(passed);
  return bestMove();
}

/** Fills the entries of a range of representatives; returns their number, or -1 if stopped. */
export function solveEntries(values: usize, size: i32, start: i32, end: i32): i32 {
  const splits: u32 = (1 << (size - 1)) - 2;
  let done = 0;
  for (let representative = start; representative < end; representative++) {
    if (stopped()) return -1;
    const found = unrankSet(load<u32>(setsOfRepresentatives(size) + (<usize>representative << 2)), size);
    const tiles = <u32>found;
    const twice = <i32>(found >> 32);
    let at = values + load<u32>(entriesOfRepresentatives(size) + (<usize>representative << 2));
    const places = positionsOf(tiles, size) / splits;
    let rest = tiles;
    for (let place: u32 = 0; place < places; place++, rest &= rest - 1) {
      const ends = places == 1 ? twice : <i32>ctz(rest);
      const hands = places == 1 ? tiles : tiles & ~(1 << ends);
      for (let split: u32 = 1; split <= splits; split++, at++) {
        const mover = depositBits(split, hands);
        store<u8>(at, <u8>endgameValue(values, mover, hands & ~mover, ends));
        done++;
      }
    }
  }
  return done;
}

