/**
 * A placement puzzle: k identical pieces on a board of up to 128 cells; a move takes one piece along a step to a free cell, or
 * along any chain of hops, each over exactly one piece to a free cell. Both are reversible. The board is data: a game
 * writes its steps and hops into a block of shared memory (`addStep`, `addHop`), then `finishPuzzle` derives the lists for
 * the solvers. Placements have colexicographic ranks: the sum of binomial(cell, place), places counted from 1.
 */

const NO_CELL: u8 = 255;
const MAX_PLACES: i32 = 9;

// Offsets in the block, in bytes. Pairs of cells are stored lower cell first.
const BINOMIALS: usize = 0; // u32 [MAX_PLACES + 1][128]
const STEP_COUNT: usize = 5120; // i32
const STEPS: usize = 5128; // u8 [384][2], ordered by the higher cell
const STEPS_BELOW: usize = 5896; // u16 [129]: number of steps with both ends below a cell
const CROSSING_START: usize = 6160; // u16 [130]: where a cell's crossing steps begin
const CROSSINGS: usize = 6424; // u8 [4096][2]: for each cell, steps with one end below and one above it
const HOP_COUNT: usize = 14616; // u8 [128]: hops over a cell
const HOPS: usize = 14744; // u8 [128][4][2]: their ends
const REACH_COUNT: usize = 15768; // u8 [128]: hops from a cell
const REACH: usize = 15896; // u8 [128][8][2]: cell hopped over, cell landed on
const SHUFFLE_START: usize = 17944; // u16 [9]: where the shuffles of a chunk of 16 cells begin
const SHUFFLE_FROM: usize = 17968; // u8 [256]: the chunk that a shuffle takes its bytes from
const SHUFFLES: usize = 18224; // u8 [256][16]: for each cell of the chunk the index of a neighbour, NO_CELL for none
const NEAR_ABOVE: usize = 22320; // u64 [128][2]: cells above a cell reached by a step or a hop from below it
const NEIGHBOUR_COUNT: usize = 24368; // u8 [128]
const NEIGHBOURS: usize = 24496; // u8 [128][8]: the cells a step away
export const PUZZLE_BYTES: usize = 24496 + 1024;

let puzzle: usize = 0;

export function usePuzzle(block: usize): void {
  puzzle = block;
}

/** binomial(n, j). */
@inline
export function choose(n: i32, j: i32): u32 {
  return load<u32>(puzzle + BINOMIALS + (<usize>j << 9) + (<usize>n << 2));
}

@inline
function stepCount(): i32 {
  return load<i32>(puzzle + STEP_COUNT);
}

@inline
export function stepsBelow(cell: i32): i32 {
  return load<u16>(puzzle + STEPS_BELOW + (<usize>cell << 1));
}

/** Address of the two cells of a step, lower first. */
@inline
export function stepAt(index: i32): usize {
  return puzzle + STEPS + (<usize>index << 1);
}

@inline
export function crossingStart(cell: i32): i32 {
  return load<u16>(puzzle + CROSSING_START + (<usize>cell << 1));
}

@inline
export function crossingAt(index: i32): usize {
  return puzzle + CROSSINGS + (<usize>index << 1);
}

@inline
export function hopCount(hurdle: i32): i32 {
  return load<u8>(puzzle + HOP_COUNT + hurdle);
}

@inline
export function hopAt(hurdle: i32, index: i32): usize {
  return puzzle + HOPS + (<usize>hurdle << 3) + (<usize>index << 1);
}

@inline
export function reachCount(cell: i32): i32 {
  return load<u8>(puzzle + REACH_COUNT + cell);
}

/** Address of the cell hopped over, then the cell landed on. */
@inline
export function reachAt(cell: i32, index: i32): usize {
  return puzzle + REACH + (<usize>cell << 4) + (<usize>index << 1);
}

@inline
export function shuffleStart(chunk: i32): i32 {
  return load<u16>(puzzle + SHUFFLE_START + (<usize>chunk << 1));
}

@inline
export function shuffleFrom(index: i32): i32 {
  return load<u8>(puzzle + SHUFFLE_FROM + index);
}

@inline
export function shuffleAt(index: i32): usize {
  return puzzle + SHUFFLES + (<usize>index << 4);
}

@inline
export function nearAbove(cell: i32, half: i32): u64 {
  return load<u64>(puzzle + NEAR_ABOVE + (<usize>cell << 4) + (<usize>half << 3));
}

@inline
export function neighbourCount(cell: i32): i32 {
  return load<u8>(puzzle + NEIGHBOUR_COUNT + cell);
}

@inline
export function neighbourAt(cell: i32, index: i32): i32 {
  return load<u8>(puzzle + NEIGHBOURS + (<usize>cell << 3) + index);
}

export function startPuzzle(block: usize): void {
  usePuzzle(block);
  memory.fill(block, 0, PUZZLE_BYTES);
  for (let n = 0; n < 128; n++) {
    for (let j = 0; j <= MAX_PLACES; j++) {
      const value: u32 = j == 0 ? 1 : n == 0 ? 0 : choose(n - 1, j - 1) + choose(n - 1, j);
      store<u32>(block + BINOMIALS + (<usize>j << 9) + (<usize>n << 2), value);
    }
  }
}

/** Adds a step between two cells, once for both directions. Sorted by the higher cell. */
export function addStep(a: i32, b: i32): void {
  const low = min(a, b);
  const high = max(a, b);
  const count = stepCount();
  let at = count;
  while (at > 0 && <i32>load<u8>(stepAt(at - 1), 1) > high) {
    store<u16>(stepAt(at), load<u16>(stepAt(at - 1)));
    at--;
  }
  store<u8>(stepAt(at), <u8>low);
  store<u8>(stepAt(at), <u8>high, 1);
  store<i32>(puzzle + STEP_COUNT, count + 1);
  addNeighbour(a, b);
  addNeighbour(b, a);
}

function addNeighbour(cell: i32, other: i32): void {
  const count = neighbourCount(cell);
  store<u8>(puzzle + NEIGHBOURS + (<usize>cell << 3) + count, <u8>other);
  store<u8>(puzzle + NEIGHBOUR_COUNT + cell, <u8>(count + 1));
}

/** Adds a hop over a cell between two others, once for both directions. */
export function addHop(a: i32, hurdle: i32, b: i32): void {
  const at = hopAt(hurdle, hopCount(hurdle));
  store<u8>(at, <u8>min(a, b));
  store<u8>(at, <u8>max(a, b), 1);
  store<u8>(puzzle + HOP_COUNT + hurdle, <u8>(hopCount(hurdle) + 1));
  addReach(a, hurdle, b);
  addReach(b, hurdle, a);
}

function addReach(from: i32, hurdle: i32, to: i32): void {
  const at = reachAt(from, reachCount(from));
  store<u8>(at, <u8>hurdle);
  store<u8>(at, <u8>to, 1);
  store<u8>(puzzle + REACH_COUNT + from, <u8>(reachCount(from) + 1));
}

export function finishPuzzle(cells: i32): void {
  let crossings = 0;
  for (let cell = 0; cell <= cells; cell++) {
    let below = 0;
    store<u16>(puzzle + CROSSING_START + (<usize>cell << 1), <u16>crossings);
    for (let i = 0; i < stepCount(); i++) {
      const low = <i32>load<u8>(stepAt(i));
      const high = <i32>load<u8>(stepAt(i), 1);
      if (high < cell) below++;
      if (low < cell && high > cell) {
        store<u16>(crossingAt(crossings), load<u16>(stepAt(i)));
        crossings++;
      }
    }
    store<u16>(puzzle + STEPS_BELOW + (<usize>cell << 1), <u16>below);
  }
  store<u16>(puzzle + CROSSING_START + (<usize>(cells + 1) << 1), <u16>crossings);
  for (let cell = 0; cell < cells; cell++) {
    for (let i = 0; i < stepCount(); i++) noteNearAbove(cell, load<u8>(stepAt(i)), load<u8>(stepAt(i), 1));
    for (let hurdle = 0; hurdle < cells; hurdle++) {
      for (let i = 0; i < hopCount(hurdle); i++) noteNearAbove(cell, load<u8>(hopAt(hurdle, i)), load<u8>(hopAt(hurdle, i), 1));
    }
  }
  let shuffles = 0;
  for (let chunk = 0; chunk < 8; chunk++) {
    store<u16>(puzzle + SHUFFLE_START + (<usize>chunk << 1), <u16>shuffles);
    for (let from = 0; from < 8; from++) shuffles = addShuffles(chunk, from, shuffles);
  }
  store<u16>(puzzle + SHUFFLE_START + 16, <u16>shuffles);
}

function noteNearAbove(cell: i32, low: i32, high: i32): void {
  if (low >= cell || high <= cell) return;
  const word = puzzle + NEAR_ABOVE + (<usize>cell << 4) + ((<usize>high >> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (high & 63)));
}

/** One shuffle takes at most one neighbour per cell, so a chunk needs as many as the largest number of neighbours there. */
function addShuffles(chunk: i32, from: i32, shuffles: i32): i32 {
  let needed = 0;
  for (let lane = 0; lane < 16; lane++) {
    const cell = (chunk << 4) + lane;
    let found = 0;
    for (let i = 0; i < neighbourCount(cell); i++) {
      const other = neighbourAt(cell, i);
      if (other >> 4 != from) continue;
      if (found == needed) {
        memory.fill(shuffleAt(shuffles + needed), NO_CELL, 16);
        store<u8>(puzzle + SHUFFLE_FROM + shuffles + needed, <u8>from);
        needed++;
      }
      store<u8>(shuffleAt(shuffles + found) + lane, <u8>(other & 15));
      found++;
    }
  }
  return shuffles + needed;
}
