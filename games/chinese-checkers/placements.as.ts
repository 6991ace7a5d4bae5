/** Placements of one side alone: rank and unrank, neighbours, and the board as a puzzle for the one-side solver. */
import { addHop, addStep, finishPuzzle, startPuzzle } from "../../engine/solve/puzzle.as";
import { IndexedStates } from "../../engine/solve/scan.as";
import { binomial, cells, neighbour, OFF_BOARD } from "./board.as";
import { ALL_DIRECTIONS, findTargets, targetsHigh, targetsLow } from "./reach.as";

/** Number of pieces. A placement is a list of cells, one byte each, ascending from the owner's point of view. */
let pieces: i32 = 0;

export function setPlacements(pieceCount: i32): void {
  pieces = pieceCount;
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

/** Advances to the next rank; undefined after the last one. */
export function nextPlacement(placement: usize): void {
  let i = 0;
  while (i + 1 < pieces && load<u8>(placement + i) + 1 == load<u8>(placement + i + 1)) {
    store<u8>(placement + i, <u8>i);
    i++;
  }
  store<u8>(placement + i, load<u8>(placement + i) + 1);
}

/** Writes the ranks of all placements one move away. */
export function neighboursOf(placement: usize, out: usize): i32 {
  let takenLow: u64 = 0;
  let takenHigh: u64 = 0;
  for (let i = 0; i < pieces; i++) {
    const cell = <i32>load<u8>(placement + i);
    if (cell < 64) takenLow |= (<u64>1) << cell;
    else takenHigh |= (<u64>1) << (cell - 64);
  }
  let at = out;
  for (let i = 0; i < pieces; i++) {
    findTargets(load<u8>(placement + i), 0, ALL_DIRECTIONS, takenLow, takenHigh);
    for (let to = targetsLow; to; to &= to - 1) {
      store<u32>(at, rankWith(placement, i, <i32>ctz(to)));
      at += 4;
    }
    for (let to = targetsHigh; to; to &= to - 1) {
      store<u32>(at, rankWith(placement, i, 64 + <i32>ctz(to)));
      at += 4;
    }
  }
  return <i32>((at - out) >> 2);
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

/** Writes the puzzle: rolls are steps, jumps are hops. */
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
