/**
 * Solves determinizations: positions with all tiles visible and the stock in a known order, so drawing is not random. A player who cannot
 * lay has no choice, so only laying branches. The value is 1, 0 or -1 for the player to move.
 */
import { Determinization, DeterminizationResult } from "../../build/layouts/games/dominoes/solver.as";
import { stopped } from "../../engine/kernel/stop.as";
import { blockedValue } from "./endgame.as";
import { rankPosition } from "./sets.as";
import { handOf, leftOf, phaseOf, rightOf, stockCountOf } from "./state.as";
import { fitting, highOf, lowOf, NO_END, otherNumber, pipsOf, tileOf, tilesWith } from "./tiles.as";
import { BLOCK_GAME, DRAW_ONE, drawing, keepInStock } from "./variant.as";

/** The moves of a ply with their ordering scores, 4 bytes each; draws and passes count as plies. */
const PLY_BYTES: usize = 4 * 32;
const MAX_PLIES: i32 = 95;
export const DETERMINIZATION_SCRATCH_BYTES: i32 = 96 * 4 * 32;
/** Transposition table entry: hands and ends (8 bytes), generation (4), drawn tiles, lower and upper bound (1 each). */
const ENTRY_BYTES: usize = 16;
/** The table header contains the generation, one per determinization. */
const TABLE_HEADER_BYTES: usize = 64;

let order: usize = 0;
let drawable: i32 = 0;
let table: usize = 0;
let mask: u64 = 0;
let generation: u32 = 0;
let scratch: usize = 0;
let nodes: f64 = 0;
let nodeLimit: f64 = 0;
let aborted: bool = false;
let endgames: usize = 0;
let endgameTiles: i32 = 0;

export function transpositionBytes(bits: i32): usize {
  return TABLE_HEADER_BYTES + (ENTRY_BYTES << bits);
}

/** Sets the endgame table to probe, for hands of fewer tiles than `elements`; 0: none. */
export function useEndgames(values: usize, elements: i32): void {
  endgames = values;
  endgameTiles = elements - 1;
}

@inline
function signOfEntry(value: i32): i32 {
  return value == 0 ? 0 : value < 128 ? -1 : 1;
}

function solve(mover: u32, other: u32, left: i32, right: i32, drawn: i32, ply: i32, alpha: i32, beta: i32): i32 {
  if (nodes >= nodeLimit || ((<u32>nodes & 0x3ff) == 0x3ff && stopped()) || ply == MAX_PLIES) {
    aborted = true;
    return 0;
  }
  nodes += 1;
  let fits = fitting(mover, left, right);
  while (!fits && drawn < drawable) {
    mover |= 1 << load<u8>(order + drawn);
    drawn++;
    fits = fitting(mover, left, right);
    if (drawing == DRAW_ONE) break;
  }
  if (!fits) {
    if (drawn == drawable && !fitting(other, left, right)) return signOfEntry(blockedValue(mover, other));
    return -solve(other, mover, left, right, drawn, ply + 1, -beta, -alpha);
  }
  if (fits == mover && popcnt(mover) == 1) return 1;
  const tiles = <i32>popcnt(mover | other);
  const ends = tileOf(left, right);
  if (drawn == drawable && endgames && tiles <= endgameTiles) {
    return signOfEntry(load<u8>(endgames + rankPosition(mover, other, ends)));
  }
  const key = <u64>mover | (<u64>other << 28) | (<u64>ends << 56);
  let mixed = (key ^ (<u64>drawn << 59)) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
  const entry = table + TABLE_HEADER_BYTES + <usize>((mixed >> 32) & mask) * ENTRY_BYTES;
  let lower = -1;
  let upper = 1;
  if (load<u64>(entry) == key && load<u32>(entry, 8) == generation && load<u8>(entry, 12) == drawn) {
    lower = load<i8>(entry, 13);
    upper = load<i8>(entry, 14);
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    alpha = max(alpha, lower);
    beta = min(beta, upper);
  }
  const count = listMoves(mover, other, fits, left, right, scratch + <usize>ply * PLY_BYTES);
  let best = -2;
  let low = alpha;
  for (let i = 0; i < count; i++) {
    const move = pickMove(scratch + <usize>ply * PLY_BYTES, i, count);
    const tile = move >> 1;
    const after = mover & ~(1 << tile);
    const value = move & 1
      ? -solve(other, after, left, otherNumber(tile, right), drawn, ply + 1, -beta, -low)
      : -solve(other, after, otherNumber(tile, left), right, drawn, ply + 1, -beta, -low);
    if (aborted) return 0;
    best = max(best, value);
    low = max(low, value);
    if (low >= beta) break;
  }
  if (best <= alpha) upper = best;
  else if (best >= beta) lower = best;
  else lower = upper = best;
  store<u64>(entry, key);
  store<u32>(entry, generation, 8);
  store<u8>(entry, <u8>drawn, 12);
  store<i8>(entry, <i8>lower, 13);
  store<i8>(entry, <i8>upper, 14);
  return best;
}

/** Moves with ordering scores in the upper bits: prefers few replies of the opponent and many own continuations. */
function listMoves(mover: u32, other: u32, fits: u32, left: i32, right: i32, out: usize): i32 {
  let at = out;
  for (let rest = fits; rest; rest &= rest - 1) {
    const tile = <i32>ctz(rest);
    const after = mover & ~(1 << tile);
    if (left != right && (tilesWith(left) >> tile) & 1) {
      store<i32>(at, (orderScore(after, other, otherNumber(tile, left), right, tile) << 6) | (2 * tile));
      at += 4;
    }
    if ((tilesWith(right) >> tile) & 1) {
      store<i32>(at, (orderScore(after, other, left, otherNumber(tile, right), tile) << 6) | (2 * tile + 1));
      at += 4;
    }
  }
  return <i32>((at - out) >> 2);
}

@inline
function orderScore(after: u32, other: u32, left: i32, right: i32, tile: i32): i32 {
  return 1000 - 32 * <i32>popcnt(fitting(other, left, right)) + 16 * <i32>popcnt(fitting(after, left, right)) + pipsOf(tile);
}

/** Selection sort: moves the best remaining move to index `i`. */
@inline
function pickMove(list: usize, i: i32, count: i32): i32 {
  let best = i;
  for (let j = i + 1; j < count; j++) {
    if (load<i32>(list + (<usize>j << 2)) > load<i32>(list + (<usize>best << 2))) best = j;
  }
  const found = load<i32>(list + (<usize>best << 2));
  store<i32>(list + (<usize>best << 2), load<i32>(list + (<usize>i << 2)));
  store<i32>(list + (<usize>i << 2), found);
  return found & 63;
}

/**
 * Solves determinizations one by one for each of the moves, all of which lay a tile. Writes to `out` the nodes (f64), the number of
 * finished determinizations (i32, padded to 8), then the sum of values of each move (i32). Ends early at the node limit or if stopped;
 * an unfinished determinization does not count.
 */
export function solveDeterminizations(
  determinizations: usize, count: i32, moves: usize, moveCount: i32, out: usize, transpositions: usize, bits: i32, work: usize, limit: f64,
): i32 {
  table = transpositions;
  mask = (<u64>1 << bits) - 1;
  scratch = work;
  nodes = 0;
  nodeLimit = limit;
  aborted = false;
  const result = DeterminizationResult.at(out);
  const sums = result.sumsAddress;
  const values = work + DETERMINIZATION_SCRATCH_BYTES - 128;
  memory.fill(sums, 0, <usize>moveCount << 2);
  let finished = 0;
  for (let index = 0; index < count && !aborted && !stopped(); index++) {
    const state = determinizations + <usize>index * Determinization.BYTES;
    order = Determinization.at(state).orderAddress;
    drawable = drawing == BLOCK_GAME ? 0 : max(0, stockCountOf(state) - keepInStock);
    generation = load<u32>(table) + 1;
    store<u32>(table, generation);
    for (let i = 0; i < moveCount && !aborted; i++) {
      store<i32>(values + (<usize>i << 2), valueOfMove(state, load<i32>(moves + (<usize>i << 2))));
    }
    if (aborted) break;
    for (let i: usize = 0; i < <usize>moveCount << 2; i += 4) store<i32>(sums + i, load<i32>(sums + i) + load<i32>(values + i));
    finished++;
  }
  result.nodes = nodes;
  result.finished = finished;
  return finished;
}

/** The value of a move for the player who makes it. */
function valueOfMove(state: usize, move: i32): i32 {
  const player = phaseOf(state);
  const tile = move >> 1;
  const after = handOf(state, player) & ~(1 << tile);
  if (after == 0) return 1;
  let left = leftOf(state);
  let right = rightOf(state);
  if (left == NO_END) {
    left = lowOf(tile);
    right = highOf(tile);
  } else if (move & 1) {
    right = otherNumber(tile, right);
  } else {
    left = otherNumber(tile, left);
  }
  return -solve(handOf(state, 1 - player), after, left, right, 0, 0, -1, 1);
}
