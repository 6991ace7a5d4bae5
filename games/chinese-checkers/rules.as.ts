/** The rules: move generation, play, result. Options are globals of each thread, set by `setRules`. */
import { DRAW, FIRST_WINS, ONGOING, SECOND_WINS } from "../../engine/contracts/rules.as";
import { cells, MAX_CELLS, nearHigh, nearLow, row, turned } from "./board.as";
import { ALL_DIRECTIONS, findTargets, ONWARD, targetsHigh, targetsLow } from "./reach.as";
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
/** Directions of moves by rows; `onward` restricts them further, where there is a choice. */
let directions: i32 = ALL_DIRECTIONS;
let onward: bool = false;
/** Rows of a home. */
let homeRows: i32 = 0;
let stuckRule: i32 = STUCK_PASSES;
/** Bitboards of each player's goal. */
let goalLow0: u64 = 0;
let goalLow1: u64 = 0;
let goalHigh1: u64 = 0;

export function setRules(homeCells: i32, win: i32, allowed: i32, stuck: i32): void {
  winRule = win;
  onward = allowed == ONWARD;
  directions = onward ? ALL_DIRECTIONS : allowed;
  stuckRule = stuck;
  homeRows = homeCells > 0 ? row(homeCells - 1) + 1 : 0;
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

/** Steps from a cell to the player's goal area on an empty board. */
@inline
function steps(player: i32, cell: i32): i32 {
  return max(0, row(player == 0 ? cell : turned(cell)) - homeRows + 1);
}

/** Keeps the moves that decrease a piece's distance to the goal area; without any, those that keep it; else all. Returns their number. */
function keepOnward(player: i32, moves: usize, count: i32): i32 {
  const end = moves + (<usize>count << 2);
  let most = -1;
  let kept = moves;
  for (let at = moves; at < end; at += 4) {
    const move = load<i32>(at);
    const gained = steps(player, move >> 7) - steps(player, move & 127);
    const kind = gained > 0 ? 1 : gained == 0 ? 0 : -1;
    if (kind < most) continue;
    if (kind > most) kept = moves;
    most = kind;
    store<i32>(kept, move);
    kept += 4;
  }
  return <i32>((kept - moves) >> 2);
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
  return movesOrPass(state, onward, out);
}

function movesOrPass(state: usize, isOnward: bool, out: usize): i32 {
  const player = turnOf(state);
  const count = movesOf(state, player, directions, out);
  if (count > 0) return isOnward ? keepOnward(player, out, count) : count;
  store<i32>(out, PASS);
  return 1;
}

/** Legal moves restricted to `filter`, if that leaves any. */
export function narrowedMoves(state: usize, filter: i32, out: usize): i32 {
  if (onward || filter == ONWARD) return movesOrPass(state, true, out);
  if (filter > directions) {
    const count = movesOf(state, turnOf(state), filter, out);
    if (count > 0) return count;
  }
  return movesOrPass(state, false, out);
}

/** Whether a forward move may be illegal because another one has precedence. */
@inline
export function hasPrecedence(): bool {
  return onward;
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
