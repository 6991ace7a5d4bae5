/**
 * The frame of a node of equilibrium search: state, moves, and an interval for the value of every child. Rows are the moves of the player
 * with more moves, columns those of the other; values are for the row player.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";

/** Status of a row: new, with bounds of its children, or in the restricted game. */
const ROW_NEW: u8 = 0;
const ROW_SEEN: u8 = 1;
export const ROW_ACTIVE: u8 = 2;

// The header.
const ROWS: usize = 0; // i32
const COLUMNS: usize = 4; // i32
const ROW_PLAYER: usize = 8; // i32
const ACTIVE: usize = 12; // i32, rows of the restricted game
const NEXT: usize = 16; // i32, where the scan of the other rows continues
const KILLERS: usize = 20; // i32 [2], killer move of each player at this depth
const HEADER: usize = 32;

// Offsets in a frame, computed by `placeFrames`.
let atMoves: usize = 0;
let atOrder: usize = 0;
let atActive: usize = 0;
let atStatus: usize = 0;
let atX: usize = 0;
let atY: usize = 0;
let atLower: usize = 0;
let atUpper: usize = 0;
let atSearched: usize = 0;
let frameSize: usize = 0;
/** Offset of player 1's moves. */
let atSecond: usize = 0;
let bound: f64 = 0;

@inline
function aligned(bytes: usize): usize {
  return (bytes + 7) & ~7;
}

/** Computes the offsets; values of children are within ±`most`. Returns the size of a frame. */
export function placeFrames<R extends SimultaneousRules>(most: f64): usize {
  const rules = rulesOf<R>();
  const first = <usize>rules.maxMoves(0);
  const second = <usize>rules.maxMoves(1);
  const longer = max(first, second);
  bound = most;
  atMoves = HEADER + <usize>rules.stateBytes();
  atSecond = atMoves + 4 * first;
  atOrder = aligned(atSecond + 4 * second);
  atActive = aligned(atOrder + 4 * (first + second));
  atStatus = aligned(atActive + 4 * longer);
  atX = aligned(atStatus + longer);
  atY = atX + 8 * longer;
  atLower = atY + 8 * longer;
  atUpper = atLower + 8 * first * second;
  atSearched = atUpper + 8 * first * second;
  frameSize = aligned(atSearched + first * second);
  return frameSize;
}

@inline
export function nextFrame(frame: usize): usize { return frame + frameSize; }
@inline
export function stateOf(frame: usize): usize { return frame + HEADER; }
@inline
export function rowCount(frame: usize): i32 { return load<i32>(frame, ROWS); }
@inline
export function columnCount(frame: usize): i32 { return load<i32>(frame, COLUMNS); }
@inline
export function rowPlayer(frame: usize): i32 { return load<i32>(frame, ROW_PLAYER); }
@inline
export function activeCount(frame: usize): i32 { return load<i32>(frame, ACTIVE); }
@inline
export function scanStart(frame: usize): i32 { return load<i32>(frame, NEXT); }
@inline
export function setScanStart(frame: usize, position: i32): void { store<i32>(frame, position, NEXT); }
@inline
export function killer(frame: usize, player: i32): i32 { return load<i32>(frame + (<usize>player << 2), KILLERS); }
@inline
export function setKiller(frame: usize, player: i32, move: i32): void { store<i32>(frame + (<usize>player << 2), move, KILLERS); }

/** The list of a player's moves. */
@inline
export function movesAt(frame: usize, player: i32): usize {
  return frame + (player == 0 ? atMoves : atSecond);
}

@inline
export function moveAt(frame: usize, player: i32, number: i32): i32 {
  return load<i32>(movesAt(frame, player) + (<usize>number << 2));
}

/** Search order of the rows or columns: a list of i32. */
@inline
export function rowOrder(frame: usize): usize { return frame + atOrder; }
@inline
export function columnOrder(frame: usize): usize { return frame + atOrder + (<usize>rowCount(frame) << 2); }

/** Row k of the restricted game. */
@inline
export function activeRow(frame: usize, k: i32): i32 { return load<i32>(frame + atActive + (<usize>k << 2)); }
@inline
export function rowStatus(frame: usize, row: i32): u8 { return load<u8>(frame + atStatus + <usize>row); }

/** The row player's strategy on the active rows, and the column player's on all columns. */
@inline
export function xAt(frame: usize): usize { return frame + atX; }
@inline
export function yAt(frame: usize): usize { return frame + atY; }
@inline
export function rowProbability(frame: usize, k: i32): f64 { return load<f64>(frame + atX + (<usize>k << 3)); }
@inline
export function columnProbability(frame: usize, column: i32): f64 { return load<f64>(frame + atY + (<usize>column << 3)); }

@inline
function cell(frame: usize, row: i32, column: i32): usize {
  return frame + (<usize>(row * columnCount(frame) + column) << 3);
}
@inline
export function lowerAt(frame: usize, row: i32, column: i32): f64 { return load<f64>(cell(frame, row, column) + atLower); }
@inline
export function upperAt(frame: usize, row: i32, column: i32): f64 { return load<f64>(cell(frame, row, column) + atUpper); }
@inline
export function upperRow(frame: usize, row: i32): usize { return cell(frame, row, 0) + atUpper; }

/** Narrows a child's bounds and marks it as searched. */
export function narrow(frame: usize, row: i32, column: i32, lower: f64, upper: f64): void {
  const at = cell(frame, row, column);
  lower = max(lower, load<f64>(at + atLower));
  upper = min(upper, load<f64>(at + atUpper));
  // Bounds may cross by rounding errors.
  store<f64>(at + atLower, min(lower, upper));
  store<f64>(at + atUpper, max(lower, upper));
  store<u8>(frame + atSearched + <usize>(row * columnCount(frame) + column), 1);
}

@inline
export function isSearched(frame: usize, row: i32, column: i32): bool {
  return load<u8>(frame + atSearched + <usize>(row * columnCount(frame) + column)) != 0;
}

/** Initializes a node: all rows are new. */
export function startFrame(frame: usize, player: i32, rows: i32, columns: i32): void {
  store<i32>(frame, rows, ROWS);
  store<i32>(frame, columns, COLUMNS);
  store<i32>(frame, player, ROW_PLAYER);
  store<i32>(frame, 0, ACTIVE);
  store<i32>(frame, 0, NEXT);
  memory.fill(frame + atStatus, ROW_NEW, <usize>rows);
}

/** Initializes the bounds of a new row. */
export function touchRow(frame: usize, row: i32): void {
  const status = frame + atStatus + <usize>row;
  if (load<u8>(status) != ROW_NEW) return;
  store<u8>(status, ROW_SEEN);
  const count = <usize>columnCount(frame);
  const lower = cell(frame, row, 0) + atLower;
  const upper = cell(frame, row, 0) + atUpper;
  for (let j: usize = 0; j < count; j++) {
    store<f64>(lower + (j << 3), -bound);
    store<f64>(upper + (j << 3), bound);
  }
  memory.fill(frame + atSearched + <usize>row * count, 0, count);
}

export function activate(frame: usize, row: i32): void {
  touchRow(frame, row);
  store<u8>(frame + atStatus + <usize>row, ROW_ACTIVE);
  const count = activeCount(frame);
  store<i32>(frame + atActive + (<usize>count << 2), row);
  store<i32>(frame, count + 1, ACTIVE);
}
