/** The rules: move generation, play, result. Options are globals of each thread, set by `setRules`. */
import { DRAW, FIRST_WINS, ONGOING, SECOND_WINS } from "../../engine/contracts/rules.as";
import { cells, MAX_CELLS, nearHigh, nearLow, row } from "./board.as";
import { ALL_DIRECTIONS, findTargets, targetsHigh, targetsLow } from "./reach.as";
import { flip, high, low, passTurn, turnOf } from "./state.as";

/** A move is from·128 + to; 0 is a pass. */
export const PASS: i32 = 0;
/** Upper bound: every piece to every cell. */
export const MAX_MOVES: i32 = 10 * MAX_CELLS;

const WIN_FILLED: i32 = 0; // the goal is full and contains one of the player's pieces
const WIN_ALL: i32 = 1; // all of the player's pieces are in the goal
const STUCK_PASSES: i32 = 0;
const STUCK_LOSES: i32 = 1;
const STUCK_DRAWS: i32 = 2;

let winRule: i32 = WIN_FILLED;
let directions: i32 = ALL_DIRECTIONS;
let stuckRule: i32 = STUCK_PASSES;
/** Bitboards of each player's goal. */
let goalLow0: u64 = 0;
let goalLow1: u64 = 0;
let goalHigh1: u64 = 0;

export function setRules(homeCells: i32, win: i32, allowed: i32, stuck: i32): void {
  winRule = win;
  directions = allowed;
  stuckRule = stuck;
  goalLow0 = ((<u64>1) << homeCells) - 1;
  goalLow1 = 0;
  goalHigh1 = 0;
  for (let cell = cells - homeCells; cell < cells; cell++) {
    if (cell < 64) goalLow1 |= (<u64>1) << cell;
    else goalHigh1 |= (<u64>1) << (cell - 64);
  }
}

@inline
function goalLow(player: i32): u64 {
  return player == 0 ? goalLow0 : goalLow1;
}

@inline
function goalHigh(player: i32): u64 {
  return player == 0 ? 0 : goalHigh1;
}

/** Rows that a move gains. */
@inline
export function advance(player: i32, from: i32, to: i32): i32 {
  const rows = row(from) - row(to);
  return player == 0 ? rows : -rows;
}

/** A player's moves in the directions of `filter`, grouped by piece; returns their number, 0 if a player is stuck. */
function movesOf(state: usize, player: i32, filter: i32, out: usize): i32 {
  const takenLow = low(state, 0) | low(state, 1);
  const takenHigh = high(state, 0) | high(state, 1);
  let at = out;
  let ownLow = low(state, player);
  let ownHigh = high(state, player);
  while (ownLow | ownHigh) {
    const from = ownLow ? <i32>ctz(ownLow) : 64 + <i32>ctz(ownHigh);
    if (ownLow) ownLow &= ownLow - 1;
    else ownHigh &= ownHigh - 1;
    findTargets(from, player, filter, takenLow, takenHigh);
    for (let to = targetsLow; to; to &= to - 1) {
      store<i32>(at, (from << 7) | <i32>ctz(to));
      at += 4;
    }
    for (let to = targetsHigh; to; to &= to - 1) {
      store<i32>(at, (from << 7) | (64 + <i32>ctz(to)));
      at += 4;
    }
  }
  return <i32>((at - out) >> 2);
}

function canMove(state: usize, player: i32): bool {
  const takenLow = low(state, 0) | low(state, 1);
  const takenHigh = high(state, 0) | high(state, 1);
  // Fast path: nearly always some piece can roll. Front pieces are tested first.
  if (directions == ALL_DIRECTIONS) {
    for (let i = 0; i < 2; i++) {
      const half = i ^ player;
      for (let own = half ? high(state, player) : low(state, player); own; own &= own - 1) {
        const from = (half << 6) + <i32>ctz(own);
        if ((nearLow(from) & ~takenLow) | (nearHigh(from) & ~takenHigh)) return true;
      }
    }
  }
  for (let own = low(state, player); own; own &= own - 1) {
    findTargets(<i32>ctz(own), player, directions, takenLow, takenHigh);
    if (targetsLow | targetsHigh) return true;
  }
  for (let own = high(state, player); own; own &= own - 1) {
    findTargets(64 + <i32>ctz(own), player, directions, takenLow, takenHigh);
    if (targetsLow | targetsHigh) return true;
  }
  return false;
}

/** Whether a player can roll to two different cells: then one move of the opponent cannot block both. */
export function alwaysHasMove(state: usize, player: i32): bool {
  const takenLow = low(state, 0) | low(state, 1);
  const takenHigh = high(state, 0) | high(state, 1);
  let reachLow: u64 = 0;
  let reachHigh: u64 = 0;
  for (let half = 0; half < 2; half++) {
    for (let own = half ? high(state, player) : low(state, player); own; own &= own - 1) {
      const from = (half << 6) + <i32>ctz(own);
      findTargets(from, player, directions, takenLow, takenHigh);
      reachLow |= targetsLow & nearLow(from);
      reachHigh |= targetsHigh & nearHigh(from);
      if (popcnt(reachLow) + popcnt(reachHigh) > 1) return true;
    }
  }
  return false;
}

/** Legal moves; a stuck player passes. */
export function legalMoves(state: usize, out: usize): i32 {
  if (resultOf(state) != ONGOING) return 0;
  const count = movesOf(state, turnOf(state), directions, out);
  if (count > 0) return count;
  store<i32>(out, PASS);
  return 1;
}

/** Legal moves restricted to `filter`, if that leaves any. */
export function narrowedMoves(state: usize, filter: i32, out: usize): i32 {
  if (filter > directions) {
    const count = movesOf(state, turnOf(state), filter, out);
    if (count > 0) return count;
  }
  const count = movesOf(state, turnOf(state), directions, out);
  if (count > 0) return count;
  store<i32>(out, PASS);
  return 1;
}

export function playMove(state: usize, move: i32): void {
  if (move != PASS) {
    const player = turnOf(state);
    flip(state, player, move >> 7);
    flip(state, player, move & 127);
  }
  passTurn(state);
}

@inline
export function hasWon(player: i32, ownLow: u64, ownHigh: u64, otherLow: u64, otherHigh: u64): bool {
  const gLow = goalLow(player);
  const gHigh = goalHigh(player);
  if (winRule == WIN_ALL) return ((ownLow & ~gLow) | (ownHigh & ~gHigh)) == 0 && (ownLow | ownHigh) != 0;
  const empty = (gLow & ~(ownLow | otherLow)) | (gHigh & ~(ownHigh | otherHigh));
  return empty == 0 && ((ownLow & gLow) | (ownHigh & gHigh)) != 0;
}

export function resultOf(state: usize): i32 {
  const low0 = low(state, 0);
  const high0 = high(state, 0);
  const low1 = low(state, 1);
  const high1 = high(state, 1);
  if (hasWon(0, low0, high0, low1, high1)) return FIRST_WINS;
  if (hasWon(1, low1, high1, low0, high0)) return SECOND_WINS;
  const player = turnOf(state);
  if (canMove(state, player)) return ONGOING;
  if (stuckRule == STUCK_LOSES) return player == 0 ? SECOND_WINS : FIRST_WINS;
  if (stuckRule == STUCK_DRAWS) return DRAW;
  return canMove(state, player ^ 1) ? ONGOING : DRAW;
}
