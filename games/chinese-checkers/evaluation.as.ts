/** Evaluations for search: the difference of both sides' table distances, or of their rows to go. */
import { DRAW, ONGOING, WIN_VALUE } from "../../engine/contracts/rules.as";
import { binomial, row, turned } from "./board.as";
import { advance, cannotGetStuck, hasWon, PASS, playMove, resultOf } from "./rules.as";
import { high, listCellsTowardsGoal, low, STATE_BYTES, turnOf } from "./state.as";

const BY_ROWS: i32 = 0;
const BY_TABLE: i32 = 1;

let evaluation: i32 = BY_ROWS;
let table: usize = 0;
/** This thread's scratch: two lists of cells, running sums of ranks with one piece lifted, and a state. */
let scratch: usize = 0;
export const EVALUATION_SCRATCH_BYTES: usize = 256;

export function setEvaluationScratch(bytes: usize): void {
  scratch = bytes;
}

export function setEvaluation(kind: i32, tableEntries: usize): void {
  evaluation = kind;
  table = tableEntries;
}

/** Entry number of a side's placement: colexicographic, cells as the owner sees them. */
export function rankOf(state: usize, player: i32): u32 {
  const count = listCellsTowardsGoal(state, player, scratch);
  let rank: u32 = 0;
  for (let i = 0; i < count; i++) rank += binomial(load<u8>(scratch + i), i + 1);
  return rank;
}

/** What a side still has before it: moves by the table, or rows summed over its pieces. */
function toGo(state: usize, player: i32): i32 {
  if (evaluation == BY_TABLE) return load<u8>(table + rankOf(state, player));
  const count = listCellsTowardsGoal(state, player, scratch);
  let rows = 0;
  for (let i = 0; i < count; i++) rows += row(load<u8>(scratch + i));
  return rows;
}

/**
 * Plies by which the player ahead would win an undisturbed race: the mover with d moves to go ends at ply 2d - 1, the
 * other with e moves at ply 2e.
 */
@inline
function margin(mover: i32, other: i32): i32 {
  return 2 * (other - mover) + 1;
}

export function evaluateState(state: usize): i32 {
  const player = turnOf(state);
  return margin(toGo(state, player), toGo(state, player ^ 1));
}

/**
 * Whether every piece of each side has passed every piece of the other, with an empty row between them: then neither
 * stands where the other has to go. (With rows that touch, a shortest way may lead over cells the other side still holds.)
 */
export function separated(state: usize): bool {
  const low0 = low(state, 0);
  const high0 = high(state, 0);
  const low1 = low(state, 1);
  const rear0 = high0 ? 127 - <i32>clz(high0) : 63 - <i32>clz(low0);
  const rear1 = low1 ? <i32>ctz(low1) : 64 + <i32>ctz(high(state, 1));
  return row(rear0) + 1 < row(rear1);
}

/** Values after each move for the side that makes it; moves are grouped by piece, so each piece is lifted once. */
export function evaluateMovesOf(state: usize, moves: usize, count: i32, values: usize): void {
  const player = turnOf(state);
  const other = player ^ 1;
  const ownLow = low(state, player);
  const ownHigh = high(state, player);
  const otherLow = low(state, other);
  const otherHigh = high(state, other);
  const theirs = toGo(state, other);
  const own = listCellsTowardsGoal(state, player, scratch);
  let rows = 0;
  for (let i = 0; i < own; i++) rows += row(load<u8>(scratch + i));
  const mayEnd = !cannotGetStuck(state, other);
  const rest = scratch + 16;
  const sums = scratch + 32; // u32: rank of the resting pieces when the lifted one comes in at place j
  let lifted = -1;
  for (let m = 0; m < count; m++) {
    const move = load<i32>(moves + (<usize>m << 2));
    if (move == PASS) {
      store<i32>(values + (<usize>m << 2), valueIfEnded(state, move, -margin(theirs, toGo(state, player))));
      continue;
    }
    const from = move >> 7;
    const to = move & 127;
    const fromSeen = player ? turned(from) : from;
    const toSeen = player ? turned(to) : to;
    let mine: i32;
    if (evaluation == BY_TABLE) {
      if (from != lifted) {
        lifted = from;
        lift(fromSeen, own, rest, sums);
      }
      let place = 0;
      while (place < own - 1 && <i32>load<u8>(rest + place) < toSeen) place++;
      mine = load<u8>(table + load<u32>(sums + (<usize>place << 2)) + binomial(toSeen, place + 1));
    } else {
      mine = rows - row(fromSeen) + row(toSeen);
    }
    let value = -margin(theirs, mine);
    const newLow = ownLow ^ bitLow(from) ^ bitLow(to);
    const newHigh = ownHigh ^ bitHigh(from) ^ bitHigh(to);
    if (hasWon(player, newLow, newHigh, otherLow, otherHigh)) value = WIN_VALUE;
    else if (hasWon(other, otherLow, otherHigh, newLow, newHigh)) value = -WIN_VALUE;
    else if (mayEnd) value = valueIfEnded(state, move, value);
    store<i32>(values + (<usize>m << 2), value);
  }
}

/** For the rare positions in which a move may leave the other side without one: its value by the rules, if it ends the game. */
function valueIfEnded(state: usize, move: i32, otherwise: i32): i32 {
  const after = scratch + 128;
  memory.copy(after, state, STATE_BYTES);
  playMove(after, move);
  const result = resultOf(after);
  if (result == ONGOING) return otherwise;
  if (result == DRAW) return 0;
  return result - 1 == turnOf(state) ? WIN_VALUE : -WIN_VALUE;
}

function lift(cell: i32, own: i32, rest: usize, sums: usize): void {
  let n = 0;
  for (let i = 0; i < own; i++) {
    const c = load<u8>(scratch + i);
    if (<i32>c != cell) store<u8>(rest + n++, c);
  }
  let above: u32 = 0;
  for (let i = 0; i < n; i++) above += binomial(load<u8>(rest + i), i + 2);
  store<u32>(sums, above);
  for (let i = 0; i < n; i++) {
    const c = <i32>load<u8>(rest + i);
    above += binomial(c, i + 1) - binomial(c, i + 2);
    store<u32>(sums + (<usize>(i + 1) << 2), above);
  }
}

@inline
function bitLow(cell: i32): u64 {
  return cell < 64 ? (<u64>1) << cell : 0;
}

@inline
function bitHigh(cell: i32): u64 {
  return cell < 64 ? 0 : (<u64>1) << (cell - 64);
}

/** Before anything is searched: the farther forward, and the farther behind the piece stands, the better. */
export function promiseOf(state: usize, move: i32): i32 {
  if (move == PASS) return -512;
  const player = turnOf(state);
  const from = move >> 7;
  const rear = player ? row(turned(from)) : row(from);
  return (advance(player, from, move & 127) << 4) + (rear >> 1);
}
