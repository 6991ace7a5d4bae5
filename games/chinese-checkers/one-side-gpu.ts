/** One-side tables on a GPU: rank, unrank and moves of placements in WGSL, and their tables. */
import { binomial, combinations, rankCombination } from "../../engine/index/combinations.ts";
import type { GpuStates } from "../../engine/solve/gpu/states.ts";
import { Notation } from "./notation.ts";

/** Cells of a placement are bytes of two words. */
export const MAX_GPU_PIECES = 8;
const OFF_BOARD = 255;

// Jumps keep the parity of both coordinates, so that a jumping piece stays on at most 25 cells: the bits 5 × (a / 2) + b / 2 of a
// word for its parity class. See parity-board.as.ts.
const COLUMN_BITS = 5;

interface Place {
  readonly a: number;
  readonly b: number;
  readonly parity: number;
  readonly bit: number;
}

function placeOf([a, b]: readonly [number, number]): Place {
  return { a, b, parity: (a & 1) | ((b & 1) << 1), bit: COLUMN_BITS * (a >> 1) + (b >> 1) };
}

// Where each table begins among the words.
const MASKS = 0; // for each parity class: cells with a jump along a, b and the diagonal, from its end with the lower a or b; all cells
const CELLS_OF_BITS = 16; // for each parity class: the cells of 32 bits, four to a word
const CELLS = 48; // for each cell two words: its neighbours, then its parity class and bit in the two upper bytes

export function oneSideStates(side: number, pieces: number, goal: readonly number[]): GpuStates {
  const notation = new Notation(side);
  const places = notation.coordinates.map(placeOf);
  const cells = places.length;
  const words = new Array<number>(CELLS + 2 * cells).fill(0);
  const setBit = (word: number, bit: number): void => void (words[word] = (words[word] as number) | (1 << bit));
  const setByte = (word: number, index: number, value: number): void =>
    void (words[word + (index >> 2)] = (words[word + (index >> 2)] as number) | (value << (8 * (index & 3))));
  places.forEach(({ a, b, parity, bit }, cell) => {
    if (a + 2 < side) setBit(MASKS + 4 * parity, bit);
    if (b + 2 < side) setBit(MASKS + 4 * parity + 1, bit);
    if (a + 2 < side && b >= 2) setBit(MASKS + 4 * parity + 2, bit);
    setBit(MASKS + 4 * parity + 3, bit);
    setByte(CELLS_OF_BITS + 8 * parity, bit, cell);
    const near = [
      [a + 1, b],
      [a - 1, b],
      [a, b + 1],
      [a, b - 1],
      [a + 1, b - 1],
      [a - 1, b + 1],
    ] as const;
    near.forEach(([x, y], i) => setByte(CELLS + 2 * cell, i, notation.cellAt(x, y) ?? OFF_BOARD));
    setByte(CELLS + 2 * cell, 6, parity);
    setByte(CELLS + 2 * cell, 7, bit);
  });
  const ranks: number[] = [];
  for (let place = 1; place <= pieces; place++) {
    for (let cell = 0; cell < cells; cell++) ranks.push(binomial(cell, place));
  }
  return {
    entries: binomial(cells, pieces),
    goals: [...combinations(goal, pieces)].map((placement) => rankCombination(placement)),
    wgsl: wgslOf(cells, pieces),
    ranks,
    words: words.map((word) => word >>> 0),
    slots: pieces,
  };
}

function wgslOf(cells: number, pieces: number): string {
  return `
const PIECES = ${pieces}u;
const CELL_COUNT = ${cells}u;

/** binomial(cell, place) */
fn choose(cell: u32, place: u32) -> Rank { return ranks[(place - 1u) * CELL_COUNT + cell]; }

fn byteOf(cells: vec2u, index: u32) -> u32 {
  return (select(cells.x, cells.y, index >= 4u) >> (8u * (index & 3u))) & 255u;
}

/** Number of cells of a placement that are below a cell; unused bytes are 127. */
fn countBelow(placement: vec2u, cell: u32) -> u32 {
  let notBelow = ((placement | vec2u(0x80808080u)) - vec2u(cell * 0x01010101u)) & vec2u(0x80808080u);
  return 8u - countOneBits(notBelow.x | (notBelow.y >> 1u));
}

fn expand(rank: Rank, thread: u32) {
  // The cells in ascending order, a byte each, and for each parity class the set of its taken cells.
  var placement = vec2u(0x7f7f7f7fu);
  var taken = vec4u(0u);
  var rest = rank;
  var limit = CELL_COUNT;
  for (var place = PIECES; place > 0u; place--) {
    // The highest cell with binomial(cell, place) <= rest.
    var cell = place - 1u;
    while (limit - cell > 1u) {
      let middle = (cell + limit) >> 1u;
      if (isBelow(rest, choose(middle, place))) { limit = middle; } else { cell = middle; }
    }
    rest = minus(rest, choose(cell, place));
    limit = cell;
    let shift = 8u * ((place - 1u) & 3u);
    let changed = (cell ^ 0x7fu) << shift;
    if (place > 4u) { placement.y ^= changed; } else { placement.x ^= changed; }
    let info = words[${CELLS}u + 2u * cell + 1u];
    taken |= select(vec4u(0u), vec4u(1u << (info >> 24u)), vec4u(0u, 1u, 2u, 3u) == vec4u((info >> 16u) & 255u));
  }
  // slots[j]: the rank without the moving piece, if j of the others will be below it.
  var cell = placement.x & 255u;
  var sum = rank - choose(cell, 1u);
  slots[thread] = sum;
  for (var j = 1u; j < PIECES; j++) {
    let other = byteOf(placement, j);
    sum = sum - choose(other, j + 1u) + choose(other, j);
    slots[j * THREADS + thread] = sum;
  }
  for (var piece = 0u; ; ) {
    let near = vec2u(words[${CELLS}u + 2u * cell], words[${CELLS}u + 2u * cell + 1u]);
    for (var i = 0u; i < 6u; i++) {
      let to = byteOf(near, i);
      if (to != ${OFF_BOARD}u) {
        let below = countBelow(placement, to);
        if (below == PIECES || byteOf(placement, below) != to) { arrive(cell, to, below, thread); }
      }
    }
    var jumps = jumpsOf(taken, (near.y >> 16u) & 255u, near.y >> 24u);
    for (; jumps != 0u; jumps &= jumps - 1u) {
      let bit = countTrailingZeros(jumps);
      let at = ${CELLS_OF_BITS}u + 8u * ((near.y >> 16u) & 255u) + (bit >> 2u);
      let to = (words[at] >> (8u * (bit & 3u))) & 255u;
      arrive(cell, to, countBelow(placement, to), thread);
    }
    piece++;
    if (piece == PIECES) { break; }
    // The next piece moves instead: this one rests below it.
    let other = byteOf(placement, piece);
    let above = choose(cell, piece) - choose(other, piece);
    let under = choose(cell, piece + 1u) - choose(other, piece + 1u);
    for (var j = 0u; j < PIECES; j++) {
      slots[j * THREADS + thread] += select(under, above, j >= piece);
    }
    cell = other;
  }
}

/** A piece moves from a cell to another, which has \`below\` pieces below it, the moving one included. */
fn arrive(start: u32, to: u32, below: u32, thread: u32) {
  let others = below - select(0u, 1u, start < to);
  reach(slots[others * THREADS + thread] + choose(to, others + 1u));
}

/** The cells of its parity class that a piece on a bit reaches by jumps. */
fn jumpsOf(taken: vec4u, parity: u32, bit: u32) -> u32 {
  // The classes that differ in nothing, a, b, both.
  let inA = select(taken, taken.yxwz, (parity & 1u) != 0u);
  let classes = select(inA, inA.zwxy, (parity & 2u) != 0u);
  let masks = ${MASKS}u + 4u * parity;
  // Jumps over a taken cell, from the end with the lower a, or b.
  let down = ${COLUMN_BITS}u * (parity & 1u);
  let alongA = (classes.y >> down) & words[masks];
  let alongB = (classes.z >> (parity >> 1u)) & words[masks + 1u];
  let alongC = ((classes.w >> down) << (1u - (parity >> 1u))) & words[masks + 2u];
  let free = words[masks + 3u] & ~classes.x;
  var left = free;
  var fresh = 1u << bit;
  loop {
    fresh = (((fresh & alongA) << ${COLUMN_BITS}u) | ((fresh >> ${COLUMN_BITS}u) & alongA)
      | ((fresh & alongB) << 1u) | ((fresh >> 1u) & alongB)
      | ((fresh & alongC) << ${COLUMN_BITS - 1}u) | ((fresh >> ${COLUMN_BITS - 1}u) & alongC)) & left;
    if (fresh == 0u) { break; }
    left ^= fresh;
  }
  return free ^ left;
}
`;
}
