/** One side's placements, without the other side: their index, their moves, and the board as a puzzle for the solver. */
import { addHop, addStep, finishPuzzle, startPuzzle } from "../../engine/solve/puzzle.as";
import { IndexedStates } from "../../engine/solve/scan.as";
import { binomial, cells, landing, neighbour, OFF_BOARD } from "./board.as";

/** Pieces of the placements; cells are bytes, ascending, as their owner sees them. */
let pieces: i32 = 0;
/** This thread's scratch: 128 bytes of occupancy, 128 of a queue. */
let occupancy: usize = 0;
export const PLACEMENT_SCRATCH_BYTES: usize = 256;
/** More cells than one piece can reach. */
const QUEUE: usize = 128;

export function setPlacements(pieceCount: i32, scratch: usize): void {
  pieces = pieceCount;
  occupancy = scratch;
  memory.fill(scratch, 0, PLACEMENT_SCRATCH_BYTES);
  store<u8>(scratch + OFF_BOARD, 1);
}

export function rankPlacement(placement: usize): u32 {
  let rank: u32 = 0;
  for (let i = 0; i < pieces; i++) rank += binomial(load<u8>(placement + i), i + 1);
  return rank;
}

export function unrankPlacement(index: u32, placement: usize): void {
  let cell = cells;
  for (let i = pieces; i > 0; i--) {
    cell--;
    while (binomial(cell, i) > index) cell--;
    index -= binomial(cell, i);
    store<u8>(placement + i - 1, <u8>cell);
  }
}

/** The placement of the next entry; after the last one, anything. */
export function nextPlacement(placement: usize): void {
  let i = 0;
  while (i + 1 < pieces && load<u8>(placement + i) + 1 == load<u8>(placement + i + 1)) {
    store<u8>(placement + i, <u8>i);
    i++;
  }
  store<u8>(placement + i, load<u8>(placement + i) + 1);
}

/** Entries one move away; each piece is lifted, and comes down among the others. */
export function neighboursOf(placement: usize, out: usize): i32 {
  for (let i = 0; i < pieces; i++) store<u8>(occupancy + <usize>load<u8>(placement + i), 1);
  let count = 0;
  for (let i = 0; i < pieces; i++) {
    const from = <i32>load<u8>(placement + i);
    const reached = reach(from);
    for (let j = 0; j < reached; j++) {
      store<u32>(out + (<usize>count << 2), rankWith(placement, i, load<u8>(occupancy + QUEUE + j)));
      count++;
    }
  }
  for (let i = 0; i < pieces; i++) store<u8>(occupancy + <usize>load<u8>(placement + i), 0);
  return count;
}

/** Cells that a piece reaches by rolling, then by jumping; visited landings are marked 2 meanwhile. */
function reach(from: i32): i32 {
  const queue = occupancy + QUEUE;
  let count = 0;
  for (let d = 0; d < 6; d++) {
    const to = neighbour(from, d);
    if (load<u8>(occupancy + to) != 0) continue;
    store<u8>(queue + count, <u8>to);
    count++;
  }
  const firstJump = count;
  store<u8>(occupancy + from, 2);
  let at = from;
  let next = firstJump;
  while (true) {
    for (let d = 0; d < 6; d++) {
      const to = landing(at, d);
      if (load<u8>(occupancy + to) != 0 || load<u8>(occupancy + neighbour(at, d)) != 1) continue;
      store<u8>(occupancy + to, 2);
      store<u8>(queue + count, <u8>to);
      count++;
    }
    if (next == count) break;
    at = load<u8>(queue + next);
    next++;
  }
  for (let i = firstJump; i < count; i++) store<u8>(occupancy + <usize>load<u8>(queue + i), 0);
  store<u8>(occupancy + from, 1);
  return count;
}

function rankWith(placement: usize, lifted: i32, to: i32): u32 {
  let rank: u32 = 0;
  let place = 1;
  let landed = false;
  for (let i = 0; i < pieces; i++) {
    if (i == lifted) continue;
    const cell = <i32>load<u8>(placement + i);
    if (!landed && cell > to) {
      rank += binomial(to, place);
      place++;
      landed = true;
    }
    rank += binomial(cell, place);
    place++;
  }
  return landed ? rank : rank + binomial(to, place);
}

@final
export class Placements extends IndexedStates {
  @inline unrank(index: u32, state: usize): void { unrankPlacement(index, state); }
  @inline next(state: usize): void { nextPlacement(state); }
  @inline neighbours(state: usize, out: usize): i32 { return neighboursOf(state, out); }
}

/** Writes the board's rolls as steps and its jumps as hops. */
export function buildPuzzle(block: usize): void {
  startPuzzle(block);
  for (let cell = 0; cell < cells; cell++) {
    for (let d = 0; d < 6; d += 2) {
      const one = neighbour(cell, d);
      const other = neighbour(cell, d + 1);
      if (one != OFF_BOARD) addStep(cell, one);
      if (one != OFF_BOARD && other != OFF_BOARD) addHop(one, cell, other);
    }
  }
  finishPuzzle(cells);
}
