/**
 * Playout policy: forward moves; a given percentage of them uniformly random, the others gain the most rows. If no move is forward, the
 * same among all legal moves. Ties are broken at random.
 */
import { randomBelow } from "../../engine/random/xorshift.as";
import { cells, neighbour, side } from "./board.as";
import {
  cellInPartOf, cellOfBit, cellOfPlace, cellsBeforeRow, cellsOfRow, farthestRow, fillParities, findJumps, movePiece,
  PARITY_BOARD_BYTES, PLACES_AT_ONCE, rollers, rowOfPiece,
} from "./parity-board.as";
import { FORWARD } from "./reach.as";
import { advance, hasPrecedence, narrowedMoves, PASS } from "./rules.as";
import { high, low, turnOf } from "./state.as";

const MOST_PIECES: usize = 10;
const MOST_PLACES: usize = 12;
/** Rolls are grouped by part and axis. */
const ROLL_SETS: usize = 8;

// Scratch layout: a move list; a parity board; bitboards of candidate moves: jumps of each piece by target, rolls by start; rows gained by
// each piece's farthest jump.
const BOARD: usize = 4 * MOST_PIECES * (81 - 2 * MOST_PIECES);
const JUMPS: usize = BOARD + PARITY_BOARD_BYTES;
const ROLLS: usize = JUMPS + 8 * MOST_PLACES;
const ROWS: usize = ROLLS + 8 * ROLL_SETS;

let randomPercent: i32 = 0;
let places: i32 = 0;

export function setPlayouts(randomMovePercent: i32): void {
  randomPercent = randomMovePercent;
}

/** Whether all pieces of each side are past the middle row, none of them on it. */
export function pastTheMiddle(state: usize): bool {
  const half = (side * (side - 1)) >> 1; // cells on either side of that row
  return (
    high(state, 0) == 0 && low(state, 0) >> half == 0 &&
    (low(state, 1) & (((<u64>1) << (cells - half)) - 1)) == 0
  );
}

export function startPlayoutAt(state: usize, scratch: usize): void {
  fillParities(scratch + BOARD, state);
  places = max(piecesOf(state, 0), piecesOf(state, 1)) > PLACES_AT_ONCE ? 2 * PLACES_AT_ONCE : PLACES_AT_ONCE;
}

function piecesOf(state: usize, player: i32): i32 {
  return <i32>(popcnt(low(state, player)) + popcnt(high(state, player)));
}

export function playoutMoveOf(state: usize, scratch: usize, random: usize): i32 {
  const player = turnOf(state);
  const board = scratch + BOARD;
  const any = <i32>randomBelow(random, 100) < randomPercent;
  if (hasPrecedence()) return moveOfAll(state, scratch, random, any);
  for (let place = 0; place < places; place += PLACES_AT_ONCE) {
    findJumps(board, player, place, scratch + JUMPS + (<usize>place << 3));
  }
  const jumps = any ? keepForward(player, scratch) : keepFarthest(player, scratch);
  // A forward jump gains at least two rows, a roll one.
  const rolls = any || jumps == 0 ? findRolls(player, scratch) : 0;
  if (jumps + rolls == 0) return moveOfAll(state, scratch, random, any);
  const number = randomBelow(random, jumps + rolls);
  const move = number < jumps ? jumpOf(player, scratch, number) : rollOf(player, scratch, number - jumps);
  movePiece(board, player, move >> 7, move & 127);
  return move;
}

/** Keeps the forward jumps; returns their number. */
@inline
function keepForward(player: i32, scratch: usize): u32 {
  let count: u32 = 0;
  for (let place = 0; place < places; place++) {
    const at = scratch + (<usize>place << 3);
    const start = rowOfPiece(cellOfPlace(scratch + BOARD, player, place));
    const kept = load<u64>(at, JUMPS) & cellsBeforeRow(player, start);
    store<u64>(at, kept, JUMPS);
    count += <u32>popcnt(kept);
  }
  return count;
}

/** Keeps the jumps that gain the most rows; returns their number. */
@inline
function keepFarthest(player: i32, scratch: usize): u32 {
  let most = 0;
  for (let place = 0; place < places; place++) {
    const at = scratch + (<usize>place << 3);
    const jumps = load<u64>(at, JUMPS);
    const start = rowOfPiece(cellOfPlace(scratch + BOARD, player, place));
    const end = farthestRow(player, jumps);
    const rows = player == 0 ? start - end : end - start;
    store<u64>(at, jumps & cellsOfRow(end), JUMPS);
    store<i32>(at, rows, ROWS);
    most = max(most, rows);
  }
  if (most == 0) return 0;
  let count: u32 = 0;
  for (let place = 0; place < places; place++) {
    const at = scratch + (<usize>place << 3);
    const kept = load<u64>(at, JUMPS) & (0 - <u64>(load<i32>(at, ROWS) == most)); // branchless: the comparison is unpredictable
    store<u64>(at, kept, JUMPS);
    count += <u32>popcnt(kept);
  }
  return count;
}

/** Collects the forward rolls; returns their number. Unrolled, so that every shift is a constant. */
@inline
function findRolls(player: i32, scratch: usize): u32 {
  return (
    addRolls(player, scratch, 0) + addRolls(player, scratch, 1) + addRolls(player, scratch, 2) +
    addRolls(player, scratch, 3) + addRolls(player, scratch, 4) + addRolls(player, scratch, 5) +
    addRolls(player, scratch, 6) + addRolls(player, scratch, 7)
  );
}

@inline
function addRolls(player: i32, scratch: usize, set: i32): u32 {
  const starts = rollers(scratch + BOARD, player, set >> 1, set & 1);
  store<u64>(scratch + (<usize>set << 3), starts, ROLLS);
  return <u32>popcnt(starts);
}

// Results of `choose`.
let chosenSet: i32 = 0;
let chosenBit: i32 = 0;

/** Selects the n-th bit of a list of bitboards. */
@inline
function choose(sets: usize, number: u32): void {
  let at = sets;
  let bits = load<u64>(at);
  for (let size = <u32>popcnt(bits); number >= size; size = <u32>popcnt(bits)) {
    number -= size;
    at += 8;
    bits = load<u64>(at);
  }
  for (; number > 0; number--) bits &= bits - 1;
  chosenSet = <i32>((at - sets) >> 3);
  chosenBit = <i32>ctz(bits);
}

@inline
function jumpOf(player: i32, scratch: usize, number: u32): i32 {
  choose(scratch + JUMPS, number);
  const from = cellOfPlace(scratch + BOARD, player, chosenSet);
  return (from << 7) | cellInPartOf(from, chosenBit);
}

@inline
function rollOf(player: i32, scratch: usize, number: u32): i32 {
  choose(scratch + ROLLS, number);
  const from = cellOfBit(chosenSet >> 1, chosenBit);
  // Neighbour directions are a + 1, a - 1, b + 1, b - 1.
  return (from << 7) | neighbour(from, ((chosenSet & 1) << 1) | (player ^ 1));
}

/** A legal move if none is forward, or not every forward move is legal: any, or one that gains the most rows or loses the fewest. */
function moveOfAll(state: usize, scratch: usize, random: usize, any: bool): i32 {
  const player = turnOf(state);
  const end = scratch + (<usize>narrowedMoves(state, FORWARD, scratch) << 2);
  if (load<i32>(scratch) == PASS) return PASS;
  let kept = end;
  if (!any) {
    let most = -cells;
    for (let at = scratch; at < end; at += 4) {
      const move = load<i32>(at);
      const rows = advance(player, move >> 7, move & 127);
      if (rows < most) continue;
      if (rows > most) kept = scratch;
      most = rows;
      store<i32>(kept, move);
      kept += 4;
    }
  }
  const move = load<i32>(scratch + (<usize>randomBelow(random, <u32>((kept - scratch) >> 2)) << 2));
  movePiece(scratch + BOARD, player, move >> 7, move & 127);
  return move;
}
