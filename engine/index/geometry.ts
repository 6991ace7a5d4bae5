/**
 * Geometric symmetry. A game declares its board as a graph, like its material: vertices are cells, colours and edge labels are whatever
 * moves depend on. The board's symmetries are the automorphisms of that graph. Material and board can be composed into one graph,
 * whose canonical form covers both kinds of symmetry.
 */
import { automorphisms, canonicalForm, type CanonicalForm, type Graph } from "./canonical.ts";
import { binomial, rankCombination, unrankCombination } from "./combinations.ts";

/** The image of every cell. */
export type Symmetry = readonly number[];

/** More than any board has. */
const MAX_SYMMETRIES = 1_000;
/** Label of the edge from an element to its cells in a composed graph; games do not use it. */
const STANDS_ON = 255;

/** `label` is the edge label of two cells, 0 for no edge; cells have one colour by default. */
export function boardGraph(
  cells: number,
  label: (from: number, to: number) => number,
  colour: (cell: number) => number = () => 0,
): Graph {
  return {
    colours: Array.from({ length: cells }, (_, cell) => colour(cell)),
    labels: Uint8Array.from({ length: cells * cells }, (_, i) => label(Math.floor(i / cells), i % cells)),
  };
}

/** The symmetries of a board, the identity first. */
export function symmetriesOf(board: Graph): readonly Symmetry[] {
  return automorphisms(board, MAX_SYMMETRIES);
}

/**
 * The canonical form of elements on a board under both material and geometric symmetry: equal for two placements exactly if a
 * permutation of the elements and a symmetry of the board map one to the other. `cellsOf` gives the cells of each vertex of the
 * material (a vertex may stand for several identical elements). The definition; fast indexes are tested against it.
 */
export function composedForm(material: Graph, board: Graph, cellsOf: readonly (readonly number[])[]): CanonicalForm {
  const elements = material.colours.length;
  const cells = board.colours.length;
  const size = elements + cells;
  const labels = new Uint8Array(size * size);
  for (let from = 0; from < elements; from++) {
    labels.set(material.labels.subarray(from * elements, (from + 1) * elements), from * size);
    for (const cell of cellsOf[from] ?? []) labels[from * size + elements + cell] = STANDS_ON;
  }
  for (let from = 0; from < cells; from++)
    labels.set(board.labels.subarray(from * cells, (from + 1) * cells), (elements + from) * size + elements);
  const colours = [...material.colours.map((colour) => 2 * colour), ...board.colours.map((colour) => 2 * colour + 1)];
  return canonicalForm({ colours, labels });
}

/** Number of placements of groups of identical elements on different cells, up to symmetry. */
export function placementsUpTo(symmetries: readonly Symmetry[], counts: readonly number[]): number {
  // Burnside's lemma: the average number of fixed placements.
  return symmetries.reduce((sum, symmetry) => sum + fixedPlacements(symmetry, counts), 0) / symmetries.length;
}

/** Placements fixed by a symmetry: each of its cycles belongs to one group or is empty. */
function fixedPlacements(symmetry: Symmetry, counts: readonly number[]): number {
  const radix = Math.max(...counts) + 1;
  const codeOf = (group: number): number => radix ** group;
  const target = counts.reduce((sum, count, group) => sum + count * codeOf(group), 0);
  let ways = new Map([[0, 1]]);
  for (const length of cycleLengths(symmetry)) {
    const next = new Map(ways);
    for (const [placed, count] of ways) {
      counts.forEach((limit, group) => {
        if ((Math.floor(placed / codeOf(group)) % radix) + length > limit) return;
        const after = placed + length * codeOf(group);
        next.set(after, (next.get(after) ?? 0) + count);
      });
    }
    ways = next;
  }
  return ways.get(target) ?? 0;
}

function cycleLengths(symmetry: Symmetry): number[] {
  const seen = new Set<number>();
  const lengths: number[] = [];
  for (let start = 0; start < symmetry.length; start++) {
    let length = 0;
    for (let cell = start; !seen.has(cell); cell = symmetry[cell] as number) {
      seen.add(cell);
      length++;
    }
    if (length > 0) lengths.push(length);
  }
  return lengths;
}

/** Whether only the identity fixes a set of this size. */
export function isRegular(symmetries: readonly Symmetry[], size: number): boolean {
  return symmetries.slice(1).every((symmetry) => fixedPlacements(symmetry, [size]) === 0);
}

/** Orbits of sets of cells, for an index that stores one representative of each. */
export interface Orbits {
  readonly count: number;
  /** By rank of a set of cells: its orbit, and the symmetry that maps it to the representative. */
  readonly orbitOf: Uint32Array;
  readonly symmetryOf: Uint32Array;
  /** By orbit: the rank of its representative, ascending. */
  readonly firstOf: Uint32Array;
}

/**
 * The orbits of sets of `size` cells. If they are regular, mapping one group of a placement to its representative determines the image of
 * the whole placement.
 */
export function orbitsOf(symmetries: readonly Symmetry[], size: number): Orbits {
  const cells = symmetries[0]?.length ?? 0;
  const sets = binomial(cells, size);
  const orbitOf = new Uint32Array(sets).fill(sets);
  const symmetryOf = new Uint32Array(sets);
  const firstOf: number[] = [];
  const back = symmetries.map((symmetry) => inverseAt(symmetries, symmetry));
  for (let rank = 0; rank < sets; rank++) {
    if (orbitOf[rank] !== sets) continue;
    const set = unrankCombination(rank, size, cells);
    symmetries.forEach((symmetry, i) => {
      const image = rankCombination(set.map((cell) => symmetry[cell] as number).sort((a, b) => a - b));
      if (orbitOf[image] !== sets) return;
      orbitOf[image] = firstOf.length;
      symmetryOf[image] = back[i] as number;
    });
    firstOf.push(rank);
  }
  return { count: firstOf.length, orbitOf, symmetryOf, firstOf: Uint32Array.from(firstOf) };
}

/** Index of the inverse of a symmetry. */
function inverseAt(symmetries: readonly Symmetry[], symmetry: Symmetry): number {
  return symmetries.findIndex((other) => symmetry.every((image, cell) => other[image] === cell));
}

/**
 * Orbits in the layout of anchor.as.ts: their number, the offset of the representatives; for each set its orbit and the offset of its
 * symmetry's images; the ranks of the representatives; the images, one byte per cell. Offsets are in bytes.
 */
export function anchorWords(symmetries: readonly Symmetry[], orbits: Orbits): Int32Array {
  const cells = symmetries[0]?.length ?? 0;
  const rowBytes = 4 * Math.ceil(cells / 4);
  const sets = orbits.orbitOf.length;
  const firstAt = 4 * (2 + 2 * sets);
  const imagesAt = firstAt + 4 * orbits.count;
  const words = new Int32Array((imagesAt + rowBytes * symmetries.length) / 4);
  words.set([orbits.count, firstAt]);
  for (let rank = 0; rank < sets; rank++)
    words.set(
      [orbits.orbitOf[rank] as number, imagesAt + rowBytes * (orbits.symmetryOf[rank] as number)],
      2 + 2 * rank,
    );
  words.set(orbits.firstOf, firstAt / 4);
  const bytes = new Uint8Array(words.buffer);
  symmetries.forEach((symmetry, i) => bytes.set(symmetry, imagesAt + rowBytes * i));
  return words;
}
