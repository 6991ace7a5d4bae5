/**
 * Evaluation of positions, and of all moves of a position at once for the frontier (the last ply of the search). Evaluation is
 * incremental: moves are grouped by piece, a piece is lifted once, and the partial rank of the remaining pieces is computed once for each
 * insertion point. A move then costs one load for each lookup that contains its piece.
 */
import { DRAW, ONGOING, WIN_VALUE } from "../../engine/contracts/rules.as";
import { binomial, row, turned } from "./board.as";
import { evaluatePairs } from "./evaluate-pairs.as";
import { MAX_LOOKUPS } from "./evaluation-limits";
import { cellValue, combine, evaluateSides, FOUND, lookupAt, lookUp, lookUpOrEstimate, lookups, margin, MOVES_SCRATCH, pairs, scratch, shaped, toGo } from "./evaluation.as";
import { alwaysHasMove, hasWon, PASS, playMove, resultOf } from "./rules.as";
import { high, listCellsTowardsGoal, low, STATE_BYTES, turnOf } from "./state.as";

// Scratch layout, after the part that evaluation.as.ts uses.
const OWN: usize = MOVES_SCRATCH; // u8 [16], cells of the side to move, ascending from its point of view
const REST: usize = OWN + 16; // u8 [16], the same without the lifted piece
const PART: usize = REST + 16; // { u32 rank of the remaining pieces, i32 place of the moved piece in the lookup or -1 } [MAX_LOOKUPS]
const AFTER: usize = PART + 8 * MAX_LOOKUPS; // a state

export function evaluateState(state: usize): i32 {
  return pairs ? evaluatePairs(state) : evaluateSides(state);
}

export function evaluateMovesOf(state: usize, moves: usize, count: i32, values: usize): void {
  if (pairs) return evaluateMovesByPlaying(state, moves, count, values);
  const player = turnOf(state);
  const other = player ^ 1;
  const ownLow = low(state, player);
  const ownHigh = high(state, player);
  const otherLow = low(state, other);
  const otherHigh = high(state, other);
  const theirs = toGo(state, other);
  const own = listCellsTowardsGoal(state, player, scratch + OWN);
  let rows = 0;
  let onCells = 0;
  for (let i = 0; i < own && shaped; i++) {
    const cell = <i32>load<u8>(scratch + OWN + i);
    rows += row(cell);
    onCells += cellValue(cell);
  }
  const mayEnd = !alwaysHasMove(state, other);
  let lifted = -1;
  let place = -1;
  let rear = 0;
  for (let m = 0; m < count; m++) {
    const move = load<i32>(moves + (<usize>m << 2));
    if (move == PASS) {
      store<i32>(values + (<usize>m << 2), valueIfEnded(state, move, -margin(theirs, toGo(state, player))));
      place = -1; // toGo has overwritten the lookups
      continue;
    }
    const from = move >> 7;
    const to = move & 127;
    const fromSeen = player ? turned(from) : from;
    const toSeen = player ? turned(to) : to;
    if (from != lifted) {
      lifted = from;
      lift(fromSeen, own);
      rear = own > 1 ? row(load<u8>(scratch + REST + own - 2)) : 0;
      place = -1;
    }
    let at = lookups > 0 ? 0 : place;
    while (lookups > 0 && at < own - 1 && <i32>load<u8>(scratch + REST + at) < toSeen) at++;
    if (at != place) {
      place = at;
      rankRest(place);
    }
    for (let l = 0; l < lookups; l++) {
      const moved = load<i32>(scratch + PART + (<usize>l << 3), 4);
      if (moved < 0) continue;
      const rank = load<u32>(scratch + PART + (<usize>l << 3)) + binomial(toSeen, moved + 1);
      store<i32>(scratch + FOUND + (<usize>l << 2), lookUpOrEstimate(lookupAt(l), rank, rows - row(fromSeen) + row(toSeen)));
    }
    let mine: i32;
    if (shaped) {
      const behind = own * max(rear, row(toSeen)) - (rows - row(fromSeen) + row(toSeen));
      mine = combine(onCells - cellValue(fromSeen) + cellValue(toSeen), behind);
    } else mine = combine(0, 0);
    let value = -margin(theirs, mine);
    const newLow = ownLow ^ bitLow(from) ^ bitLow(to);
    const newHigh = ownHigh ^ bitHigh(from) ^ bitHigh(to);
    if (hasWon(player, newLow, newHigh, otherLow, otherHigh)) value = WIN_VALUE;
    else if (hasWon(other, otherLow, otherHigh, newLow, newHigh)) value = -WIN_VALUE;
    else if (mayEnd) value = valueIfEnded(state, move, value);
    store<i32>(values + (<usize>m << 2), value);
  }
}

function evaluateMovesByPlaying(state: usize, moves: usize, count: i32, values: usize): void {
  const after = scratch + AFTER;
  for (let at: usize = 0; at < <usize>count << 2; at += 4) {
    memory.copy(after, state, STATE_BYTES);
    playMove(after, load<i32>(moves + at));
    const result = resultOf(after);
    const value = result == ONGOING ? -evaluatePairs(after) : terminalValue(result, turnOf(state));
    store<i32>(values + at, value);
  }
}

@inline
function terminalValue(result: i32, player: i32): i32 {
  return result == DRAW ? 0 : result - 1 == player ? WIN_VALUE : -WIN_VALUE;
}

/** For the rare positions in which a move may leave the opponent without a move: the terminal value, if the move ends the game. */
function valueIfEnded(state: usize, move: i32, otherwise: i32): i32 {
  const after = scratch + AFTER;
  memory.copy(after, state, STATE_BYTES);
  playMove(after, move);
  const result = resultOf(after);
  return result == ONGOING ? otherwise : terminalValue(result, turnOf(state));
}

function lift(cell: i32, own: i32): void {
  let n = 0;
  for (let i = 0; i < own; i++) {
    const c = load<u8>(scratch + OWN + i);
    if (<i32>c != cell) store<u8>(scratch + REST + n++, c);
  }
}

/** Ranks of the lookups for one insertion point of the lifted piece: complete if it is not part of the lookup, otherwise without it. */
function rankRest(place: i32): void {
  for (let l = 0; l < lookups; l++) {
    const lookup = lookupAt(l);
    const pieces = lookup.pieces;
    let rank: u32 = 0;
    let moved = -1;
    for (let i = 0; i < pieces; i++) {
      const at = <i32>lookup.places[i];
      if (at == place) moved = i;
      else rank += binomial(load<u8>(scratch + REST + at - <i32>(at > place)), i + 1);
    }
    store<u32>(scratch + PART + (<usize>l << 3), rank);
    store<i32>(scratch + PART + (<usize>l << 3), moved, 4);
    if (moved < 0) store<i32>(scratch + FOUND + (<usize>l << 2), lookUp(lookup, rank));
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
