/** The board on a GPU: neighbours and jumps of a cell in WGSL, and their tables, for all solvers there. */
import { Notation } from "./notation.ts";

export const OFF_BOARD = 255;

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
export const CELLS_OF_BITS = 16; // for each parity class: the cells of 32 bits, four to a word
export const CELLS = 48; // for each cell two words: its neighbours, then its parity class and bit in the two upper bytes

/** The tables, at the beginning of the array `words`. */
export function boardWords(side: number): number[] {
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
  return words.map((word) => word >>> 0);
}

/** `jumpsOf`; the sets of taken cells have a component for each parity class. */
export const JUMPS_WGSL: string = `
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
