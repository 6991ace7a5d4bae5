/** The board as a graph of cells, and its symmetries for the table index. */
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
import { NULL_ADDRESS, type Address, type KernelMemory } from "../../engine/kernel/memory.ts";

export const CELLS = 32;
const COLUMNS = 8;
const IN_ROW = 1;
const IN_COLUMN = 2;

/** Edges in rows and columns are labelled differently, so that symmetries preserve lines: cannons jump along them. */
export const BOARD: Graph = boardGraph(CELLS, (from, to) => {
  if (Math.abs(from - to) === COLUMNS) return IN_COLUMN;
  return Math.abs(from - to) === 1 && Math.floor(from / COLUMNS) === Math.floor(to / COLUMNS) ? IN_ROW : 0;
});

/** Identity, horizontal reflection, vertical reflection, both. */
export const SYMMETRIES: readonly Symmetry[] = symmetriesOf(BOARD);

const regular = new Map<number, boolean>();

/** Whether no placement of this many equal pieces is its own mirror image. No cell is fixed, so this holds for odd numbers. */
export function canAnchor(pieces: number): boolean {
  const cached = regular.get(pieces) ?? isRegular(SYMMETRIES, pieces);
  regular.set(pieces, cached);
  return cached;
}

/** Placements of the first group of a table: up to symmetry if it can be the anchor, otherwise all. */
export function anchorPlacements(pieces: number): number {
  return binomial(CELLS, pieces) / (canAnchor(pieces) ? SYMMETRIES.length : 1);
}

/** The anchor tables in kernel memory. */
export class Anchors {
  readonly #memory: KernelMemory;
  readonly #addresses = new Map<number, Address>();
  #symmetries: Address = NULL_ADDRESS;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** The anchor of a first group of `pieces` pieces. */
  address(pieces: number): Address {
    const cached = this.#addresses.get(pieces);
    if (cached !== undefined) return cached;
    const symmetries = canAnchor(pieces) ? SYMMETRIES : SYMMETRIES.slice(0, 1);
    const words = anchorWords(symmetries, orbitsOf(symmetries, pieces));
    const address = this.#memory.allocate(4 * words.length);
    this.#memory.words(address, words.length).set(words);
    this.#addresses.set(pieces, address);
    return address;
  }

  /** The address of the images of all cells, by symmetry. */
  symmetries(): Address {
    if (this.#symmetries !== 0) return this.#symmetries;
    this.#symmetries = this.#memory.allocate(CELLS * SYMMETRIES.length);
    this.#memory.bytes(this.#symmetries, CELLS * SYMMETRIES.length).set(SYMMETRIES.flat());
    return this.#symmetries;
  }
}
