/**
 * Two-side tables by the rules of the game, for checking and probing. Shares only the rules and the ranking with the fast move
 * generation of the solver (two-side-moves.as.ts).
 */
import { ENDED_DRAWN, ENDED_LOST, ENDED_WON, NO_POSITION } from "../../engine/solve/outcome.as";
import { OutcomeMoves } from "../../engine/solve/outcome-check.as";
import { FIRST_WINS, ONGOING, SECOND_WINS } from "../../engine/contracts/rules.as";
import { cells, neighbour, OFF_BOARD, turned } from "./board.as";
import { setPlacements, unrankPlacement } from "./placements.as";
import { hasWon, legalMoves, MAX_MOVES, playMove, resultOf } from "./rules.as";
import { flip, high, listCellsTowardsGoal, low, STATE_BYTES, turnOf } from "./state.as";
import { home, onward, pieces, rankPair, rows, width } from "./two-side.as";

/** Memory of this thread. */
let block: usize = 0;
const DISTANCES: usize = 0; // u8 [64]: steps from a cell to the first player's goal
const STATE: usize = 64;
const AFTER: usize = STATE + STATE_BYTES;
const OWN: usize = AFTER + STATE_BYTES; // u8 [8]
const OTHER: usize = OWN + 8; // u8 [8]
const MOVES: usize = OTHER + 8;
export const CHECK_BYTES: usize = MOVES + 4 * MAX_MOVES;

/** Call after `setPairs`. */
export function setCheck(threadBlock: usize): void {
  block = threadBlock;
  setPlacements(pieces);
  memory.fill(block + DISTANCES, 255, 64);
  for (let cell = 0; cell < home; cell++) store<u8>(block + DISTANCES + cell, 0);
  for (let changed = true; changed;) {
    changed = false;
    for (let cell = 0; cell < cells; cell++) {
      for (let d = 0; d < 6; d++) {
        const near = neighbour(cell, d);
        if (near == OFF_BOARD || distance(near) == 255 || distance(cell) <= distance(near) + 1) continue;
        store<u8>(block + DISTANCES + cell, <u8>(distance(near) + 1));
        changed = true;
      }
    }
  }
}

@inline
function distance(cell: i32): i32 {
  return load<u8>(block + DISTANCES + cell);
}

/** Steps that a move gains; only the sign matters. */
@inline
function gain(player: i32, move: i32): i32 {
  const from = move >> 7;
  const to = move & 127;
  return player ? distance(turned(from)) - distance(turned(to)) : distance(from) - distance(to);
}

/** Legal moves by the table's rules. */
export function tableMoves(state: usize, out: usize): i32 {
  const count = legalMoves(state, out);
  if (!onward) return count;
  const player = turnOf(state);
  let best = -1;
  for (let i = 0; i < count; i++) best = max(best, sign(gain(player, load<i32>(out + (<usize>i << 2)))));
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = load<i32>(out + (<usize>i << 2));
    if (sign(gain(player, move)) == best) store<i32>(out + (<usize>(kept++) << 2), move);
  }
  return kept;
}

@inline
function sign(value: i32): i32 {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/** Whether both sides have won; unreachable in a game. */
export function bothHaveWon(state: usize): bool {
  const low0 = low(state, 0), high0 = high(state, 0), low1 = low(state, 1), high1 = high(state, 1);
  return hasWon(0, low0, high0, low1, high1) && hasWon(1, low1, high1, low0, high0);
}

/** The index of a state. */
export function rankState(state: usize): u32 {
  const mover = turnOf(state);
  listCellsTowardsGoal(state, mover, block + OWN);
  const count = listCellsTowardsGoal(state, mover ^ 1, block + OTHER);
  for (let i = 0; i < count >> 1; i++) {
    const cell = load<u8>(block + OTHER + i);
    store<u8>(block + OTHER + i, load<u8>(block + OTHER + count - 1 - i));
    store<u8>(block + OTHER + count - 1 - i, cell);
  }
  for (let i = 0; i < count; i++) store<u8>(block + OTHER + i, <u8>turned(load<u8>(block + OTHER + i)));
  return rankPair(block + OWN, pieces, block + OTHER, pieces);
}

/** The state of an index, first player to move. */
function unrankState(entry: u32, state: usize): void {
  memory.fill(state, 0, STATE_BYTES);
  unrankPlacement(entry / width, block + OWN);
  for (let i = 0; i < pieces; i++) flip(state, 0, load<u8>(block + OWN + i));
  // Map places among the free cells to cells: skip the mover's cells.
  unrankPlacement(entry % width, block + OTHER);
  for (let i = 0; i < pieces; i++) {
    let cell = <i32>load<u8>(block + OTHER + i);
    for (let j = 0; j < pieces; j++) if (<i32>load<u8>(block + OWN + j) <= cell) cell++;
    flip(state, 1, cell);
  }
}

@final
export class PairsByRules extends OutcomeMoves {
  @inline runs(): u32 { return rows; }
  @inline enterRun(run: u32): u32 { return run * width; }
  @inline runEntries(run: u32): u32 { return width; }
  moveCount(entry: u32): i32 {
    const state = block + STATE;
    unrankState(entry, state);
    if (bothHaveWon(state)) return NO_POSITION;
    const result = resultOf(state);
    if (result == FIRST_WINS) return ENDED_WON;
    if (result == SECOND_WINS) return ENDED_LOST;
    return result == ONGOING ? tableMoves(state, block + MOVES) : ENDED_DRAWN;
  }
  successors(entry: u32, out: usize): i32 {
    const state = block + STATE;
    unrankState(entry, state);
    const count = tableMoves(state, block + MOVES);
    for (let i = 0; i < count; i++) {
      memory.copy(block + AFTER, state, STATE_BYTES);
      playMove(block + AFTER, load<i32>(block + MOVES + (<usize>i << 2)));
      store<u32>(out + (<usize>i << 2), rankState(block + AFTER));
    }
    return count;
  }
}
