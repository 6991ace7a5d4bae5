/** Layouts: the ranking of a set's placements (placement-index.as.ts); and the input of the table solver. */
import type { EndgameProblem, IndexLayout, PieceRecord } from "../../build/layouts/games/chinese-dark-chess/tables.ts";
import { binomial } from "../../engine/index/combinations.ts";
import { NULL_ADDRESS, type Address } from "../../engine/kernel/memory.ts";
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
  /** The groups in index order, as the actual pieces. */
  readonly groups: readonly Group[];
  /** Writes it; `address` is that of the table's entries, NULL_ADDRESS for none. */
  write(record: IndexLayout, address: Address, anchors: Anchors): void;
}

/** The layout of a set with one side to move. */
export function layoutFor(material: Material, mover: number, representativeOf: RepresentativeOf): Layout {
  const seen = mover === 0 ? material : swapped(material);
  const { material: table, pieces } = representativeOf(seen);
  const given = new Map([...pieces].map(([from, to]) => [to, mover === 0 ? from : from ^ SWAP]));
  const groups = indexGroups(table).map(({ piece, count }) => ({ piece: given.get(piece) as number, count }));
  return {
    table,
    groups,
    write: (record, address, anchors) => {
      record.table = address;
      record.groupCount = groups.length;
      record.anchor = anchors.address((groups[0] as Group).count);
      record.pieces.set(groups.map(({ piece }) => piece));
      record.counts.set(groups.map(({ count }) => count));
    },
  };
}

/** Writes a problem into zeroed memory; `addressOf` returns the address of a set's table. */
export function writeProblem(
  problem: EndgameProblem,
  material: Material,
  classes: MaterialClasses,
  representativeOf: RepresentativeOf,
  anchors: Anchors,
  addressOf: (table: Material) => Address,
): void {
  const groups = groupsOf(material);
  for (const [mover, record] of problem.layouts.entries())
    layoutFor(material, mover, representativeOf).write(record, NULL_ADDRESS, anchors);
  const pieces = problem.pieces;
  for (const { piece } of groups) {
    const record = pieces[piece] as PieceRecord;
    const captures = groups.map(({ piece: victim }) => ({ victim, ...classes.capture(piece, victim) }));
    record.prey = captures.reduce((prey, { victim, step }) => (step ? prey | (1 << victim) : prey), 0);
    record.jumps = Number(captures.some(({ jump }) => jump));
    const left = without(material, piece);
    if (!hasBothSides(left)) continue;
    const layout = layoutFor(left, colourOf(piece), representativeOf);
    layout.write(record.left, addressOf(layout.table), anchors);
  }
}

/** The tables reached by captures. */
export function tablesBelow(material: Material, representativeOf: RepresentativeOf): Material[] {
  return groupsOf(material)
    .map(({ piece }) => ({ left: without(material, piece), mover: colourOf(piece) }))
    .filter(({ left }) => hasBothSides(left))
    .map(({ left, mover }) => layoutFor(left, mover, representativeOf).table);
}
