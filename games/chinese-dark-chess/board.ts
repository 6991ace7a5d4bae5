/** The board as a graph of cells, and what follows from its symmetries for the index of tables. */
import type { Graph } from "../../engine/index/canonical.ts";
import { binomial } from "../../engine/index/combinations.ts";
import {
  anchorWords,
  boardGraph,
  isRegular,
  orbitsOf,
  symmetriesOf,
  type Symmetry,
} from "../../engine/index/geometry.ts";
import type { KernelMemory } from "../../engine/kernel/memory.ts";

export const CELLS = 32;
const COLUMNS = 8;
const IN_ROW = 1;
const IN_COLUMN = 2;

/** Neighbours in a row and in a column are told apart, so that lines stay lines: cannons jump along them. */
export const BOARD: Graph = boardGraph(CELLS, (from, to) => {
  if (Math.abs(from - to) === COLUMNS) return IN_COLUMN;
  return Math.abs(from - to) === 1 && Math.floor(from / COLUMNS) === Math.floor(to / COLUMNS) ? IN_ROW : 0;
});

/** The board's own, left and right changed, top and bottom changed, both. */
export const SYMMETRIES: readonly Symmetry[] = symmetriesOf(BOARD);

const regular = new Map<number, boolean>();

/** Whether so many alike pieces never stand on their own mirror image. No cell is its own, so this is so for odd numbers of them. */
export function canAnchor(pieces: number): boolean {
  const known = regular.get(pieces) ?? isRegular(SYMMETRIES, pieces);
  regular.set(pieces, known);
  return known;
}

/** Ways to place the first group of a table: up to symmetry where it can be the anchor, otherwise all. */
export function anchorPlacements(pieces: number): number {
  return binomial(CELLS, pieces) / (canAnchor(pieces) ? SYMMETRIES.length : 1);
}

/** The anchors of a kernel's tables, in its memory. */
export class Anchors {
  readonly #memory: KernelMemory;
  readonly #addresses = new Map<number, number>();
  #symmetries = 0;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** For a first group of so many pieces. */
  address(pieces: number): number {
    const known = this.#addresses.get(pieces);
    if (known !== undefined) return known;
    const symmetries = canAnchor(pieces) ? SYMMETRIES : SYMMETRIES.slice(0, 1);
    const words = anchorWords(symmetries, orbitsOf(symmetries, pieces));
    const address = this.#memory.allocate(4 * words.length);
    this.#memory.words(address, words.length).set(words);
    this.#addresses.set(pieces, address);
    return address;
  }

  /** Where the images of all cells are, by symmetry. */
  symmetries(): number {
    if (this.#symmetries !== 0) return this.#symmetries;
    this.#symmetries = this.#memory.allocate(CELLS * SYMMETRIES.length);
    this.#memory.bytes(this.#symmetries, CELLS * SYMMETRIES.length).set(SYMMETRIES.flat());
    return this.#symmetries;
  }
}
