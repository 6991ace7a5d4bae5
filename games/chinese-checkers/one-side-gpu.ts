/** One-side tables on a GPU: rank, unrank and moves of placements in WGSL, and their tables. */
import { binomial, combinations, rankCombination } from "../../engine/index/combinations.ts";
import type { GpuStates } from "../../engine/solve/gpu/states.ts";
import { boardWords, CELLS, CELLS_OF_BITS, JUMPS_WGSL, OFF_BOARD } from "./gpu-board.ts";

/** Cells of a placement are bytes of two words. */
export const MAX_GPU_PIECES = 8;

export function oneSideStates(side: number, pieces: number, goal: readonly number[]): GpuStates {
  const cells = side * side;
  const ranks: number[] = [];
  for (let place = 1; place <= pieces; place++) {
    for (let cell = 0; cell < cells; cell++) ranks.push(binomial(cell, place));
  }
  return {
    entries: binomial(cells, pieces),
    goals: [...combinations(goal, pieces)].map((placement) => rankCombination(placement)),
    wgsl: wgslOf(cells, pieces),
    ranks,
    words: boardWords(side),
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

${JUMPS_WGSL}`;
}
