/**
 * Geometric symmetry. A game declares its board as it declares material: a graph, of cells here, coloured by what tells them apart and
 * labelled by how moves join them. The symmetries are the ways to map that graph onto itself; what moves go by the labels
 * alone is kept by all of them. Material and board composed are one graph again, and its canonical form is that of both.
 */
import { automorphisms, canonicalForm, type CanonicalForm, type Graph } from "./canonical.ts";
import { binomial, rankCombination, unrankCombination } from "./combinations.ts";

/** The cell that each cell becomes. */
export type Symmetry = readonly number[];

/** Boards have few; a graph with more is no board. */
const MOST = 1_000;
/** What joins an element to its cells in a composed graph: no label that a game uses. */
const STANDS_ON = 255;

/** A board of so many cells, all alike unless colours say otherwise; `label` tells what joins two of them, 0 for nothing. */
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

/** The symmetries of a board; the first leaves every cell where it is. */
export function symmetriesOf(board: Graph): readonly Symmetry[] {
  return automorphisms(board, MOST);
}

/**
 * The canonical form of elements on a board, under material and geometric symmetry together: equal for two placements exactly if
 * some renaming of the elements and some symmetry of the board make one of the other. `cellsOf` tells where each vertex of the
 * material stands, as a vertex may be several alike elements. This is the definition; an index that has to be fast is tested against it.
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

/** Ways to place groups of so many alike elements on different cells, those that a symmetry makes of each other counted once. */
export function placementsUpTo(symmetries: readonly Symmetry[], counts: readonly number[]): number {
  // Burnside: as many as symmetries leave placements as they are, on average.
  return symmetries.reduce((sum, symmetry) => sum + fixedPlacements(symmetry, counts), 0) / symmetries.length;
}

/** Placements that a symmetry leaves as they are: each of its cycles is of one group, or empty. */
function fixedPlacements(symmetry: Symmetry, counts: readonly number[]): number {
  const radix = Math.max(...counts) + 1;
  const codeOf = (group: number): number => radix ** group;
  const wanted = counts.reduce((sum, count, group) => sum + count * codeOf(group), 0);
  let ways = new Map([[0, 1]]);
  for (const length of cycleLengths(symmetry)) {
    const next = new Map(ways);
    for (const [placed, count] of ways) {
      counts.forEach((most, group) => {
        if ((Math.floor(placed / codeOf(group)) % radix) + length > most) return;
        const after = placed + length * codeOf(group);
        next.set(after, (next.get(after) ?? 0) + count);
      });
    }
    ways = next;
  }
  return ways.get(wanted) ?? 0;
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

/** Whether no symmetry but the first leaves a set of so many cells as it is. */
export function isRegular(symmetries: readonly Symmetry[], size: number): boolean {
  return symmetries.slice(1).every((symmetry) => fixedPlacements(symmetry, [size]) === 0);
}

/** Sets of cells by what the symmetries make of each other, for an index that keeps one of each. */
export interface Orbits {
  readonly count: number;
  /** By rank of a set of cells: its orbit, and the symmetry that makes the orbit's first set of it. */
  readonly orbitOf: Uint32Array;
  readonly symmetryOf: Uint32Array;
  /** By orbit: the rank of its first set. Orbits are in the order of these. */
  readonly firstOf: Uint32Array;
}

/**
 * The orbits of sets of so many cells. Where they are regular, a group of a placement that is brought to the first set of its orbit fixes the image of
 * the whole placement: exactly one of all images is left, whatever the other groups are.
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

/** The place of the symmetry that takes another back. */
function inverseAt(symmetries: readonly Symmetry[], symmetry: Symmetry): number {
  return symmetries.findIndex((other) => symmetry.every((image, cell) => other[image] === cell));
}

/**
 * Orbits as the words that a kernel reads (anchor.as.ts): how many there are, where the list of first sets begins; for each set its orbit and where
 * its symmetry's images are, in bytes from the beginning; the first sets' ranks; the images, a byte for each cell.
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
