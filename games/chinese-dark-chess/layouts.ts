/** How the placements of a set are numbered (placement-index.as.ts), and the problem that a table's solver is given. */
import { binomial } from "../../engine/index/combinations.ts";
import {
  groupsOf,
  hasBothSides,
  swapped,
  without,
  type Group,
  type Material,
  type MaterialClasses,
  type StandIn,
} from "./material.ts";
import { colourOf } from "./pieces.ts";

const CELLS = 32;
const QUARTER = 8;
const PIECE_WORDS = 18;
const LAYOUT_WORDS = 16;
const SWAP = 8;

/** Name and version of the numbering: part of a table's identity. */
export const INDEX = "revealed pieces by groups, quartered by a lone one 1";

/** Which set stands for another: by the classes of material, or each for itself. */
export type StandInFor = (material: Material) => StandIn;

/** The groups in the order of the index: a lone piece first where there is one. */
export function indexGroups(material: Material): Group[] {
  const groups = groupsOf(material);
  const lone = groups.find(({ count }) => count === 1);
  return lone ? [lone, ...groups.filter((group) => group !== lone)] : groups;
}

function isQuartered(groups: readonly Group[]): boolean {
  return groups[0]?.count === 1;
}

/** How many entries the table of a set has, White to move. */
export function entriesOf(material: Material): number {
  const groups = indexGroups(material);
  let free = CELLS;
  let entries = 1;
  groups.forEach(({ count }, i) => {
    entries *= i === 0 && isQuartered(groups) ? QUARTER : binomial(free, count);
    free -= count;
  });
  return entries;
}

/** A layout's words: the table of the set that stands for these pieces, its groups told by the pieces given. */
export interface Layout {
  /** The set whose table it is. */
  readonly table: Material;
  words(address: number): number[];
}

/** The layout of a set with one side to move. */
export function layoutFor(material: Material, mover: number, standInFor: StandInFor): Layout {
  const seen = mover === 0 ? material : swapped(material);
  const { material: table, pieces } = standInFor(seen);
  const given = new Map([...pieces].map(([from, to]) => [to, mover === 0 ? from : from ^ SWAP]));
  const groups = indexGroups(table);
  return {
    table,
    words: (address) => {
      const told = groups.flatMap(({ piece, count }) => [given.get(piece) as number, count]);
      const words = [address, groups.length, Number(isQuartered(groups)), ...told];
      return [...words, ...new Array<number>(LAYOUT_WORDS - words.length).fill(0)];
    },
  };
}

/** The words of a problem (table-moves.as.ts); `addressOf` tells where the table of a set lies. */
export function problemWords(
  material: Material,
  classes: MaterialClasses,
  standInFor: StandInFor,
  addressOf: (table: Material) => number,
): number[] {
  const groups = groupsOf(material);
  const words = [0, 1].flatMap((mover) => layoutFor(material, mover, standInFor).words(0));
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
      const layout = layoutFor(left, colourOf(piece), standInFor);
      words.push(...layout.words(addressOf(layout.table)));
    } else words.push(...new Array<number>(LAYOUT_WORDS).fill(0));
  }
  return words;
}

/** The tables that the captures of a set lead to. */
export function tablesBelow(material: Material, standInFor: StandInFor): Material[] {
  return groupsOf(material)
    .map(({ piece }) => ({ left: without(material, piece), mover: colourOf(piece) }))
    .filter(({ left }) => hasBothSides(left))
    .map(({ left, mover }) => layoutFor(left, mover, standInFor).table);
}
