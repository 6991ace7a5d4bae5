/** Layouts: the ranking of a set's placements (placement-index.as.ts); and the input of the table solver. */
import { binomial } from "../../engine/index/combinations.ts";
import {
  groupsOf,
  hasBothSides,
  swapped,
  without,
  type Group,
  type Material,
  type MaterialClasses,
  type Representative,
} from "./material.ts";
import { anchorPlacements, canAnchor, CELLS, type Anchors } from "./board.ts";
import { colourOf } from "./pieces.ts";

/** Maximum number of pieces of a table. */
export const MAX_ELEMENTS = 5;
const PIECE_WORDS = 18;
const LAYOUT_WORDS = 16;
const SWAP = 8;

/** The representative of a set: by material classes, or the set itself. */
export type RepresentativeOf = (material: Material) => Representative;

/** The groups in index order: the smallest possible anchor first, if there is one. */
function indexGroups(material: Material): Group[] {
  const groups = groupsOf(material);
  const anchors = groups.filter(({ count }) => canAnchor(count)).toSorted((a, b) => a.count - b.count);
  const [anchor = groups[0] as Group] = anchors;
  return [anchor, ...groups.filter((group) => group !== anchor)];
}

/** Whether the entries are exactly the placements up to symmetry. */
export function isAnchored(material: Material): boolean {
  return canAnchor((indexGroups(material)[0] as Group).count);
}

/** Name and version of the ranking: part of the table's identity. */
export function indexName(material: Material): string {
  const anchor = (indexGroups(material)[0] as Group).count;
  return `revealed pieces by groups, quartered by ${anchor === 3 ? "three equal ones" : "a lone one"} 1`;
}

/** The number of entries of a set's table, White to move. */
export function entriesOf(material: Material): number {
  let free = CELLS;
  let entries = 1;
  indexGroups(material).forEach(({ count }, i) => {
    entries *= i === 0 ? anchorPlacements(count) : binomial(free, count);
    free -= count;
  });
  return entries;
}

/** A layout: the table of the representative, with its groups given by the actual pieces. */
export interface Layout {
  /** The representative. */
  readonly table: Material;
  words(address: number, anchors: Anchors): number[];
}

/** The layout of a set with one side to move. */
export function layoutFor(material: Material, mover: number, representativeOf: RepresentativeOf): Layout {
  const seen = mover === 0 ? material : swapped(material);
  const { material: table, pieces } = representativeOf(seen);
  const given = new Map([...pieces].map(([from, to]) => [to, mover === 0 ? from : from ^ SWAP]));
  const groups = indexGroups(table);
  return {
    table,
    words: (address, anchors) => {
      const groupWords = groups.flatMap(({ piece, count }) => [given.get(piece) as number, count]);
      const words = [address, groups.length, anchors.address((groups[0] as Group).count), ...groupWords];
      return [...words, ...new Array<number>(LAYOUT_WORDS - words.length).fill(0)];
    },
  };
}

/** The words of a problem (table-moves.as.ts); `addressOf` returns the address of a set's table. */
export function problemWords(
  material: Material,
  classes: MaterialClasses,
  representativeOf: RepresentativeOf,
  anchors: Anchors,
  addressOf: (table: Material) => number,
): number[] {
  const groups = groupsOf(material);
  const words = [0, 1].flatMap((mover) => layoutFor(material, mover, representativeOf).words(0, anchors));
  for (let piece = 0; piece < 2 * SWAP; piece++) {
    if (!groups.some((group) => group.piece === piece)) {
      words.push(...new Array<number>(PIECE_WORDS).fill(0));
      continue;
    }
    let prey = 0;
    for (const { piece: victim } of groups) if (classes.capture(piece, victim).step) prey |= 1 << victim;
    const jumps = groups.some(({ piece: victim }) => classes.capture(piece, victim).jump);
    const left = without(material, piece);
    words.push(prey, Number(jumps));
    if (hasBothSides(left)) {
      const layout = layoutFor(left, colourOf(piece), representativeOf);
      words.push(...layout.words(addressOf(layout.table), anchors));
    } else words.push(...new Array<number>(LAYOUT_WORDS).fill(0));
  }
  return words;
}

/** The tables reached by captures. */
export function tablesBelow(material: Material, representativeOf: RepresentativeOf): Material[] {
  return groupsOf(material)
    .map(({ piece }) => ({ left: without(material, piece), mover: colourOf(piece) }))
    .filter(({ left }) => hasBothSides(left))
    .map(({ left, mover }) => layoutFor(left, mover, representativeOf).table);
}
