/**
 * What a move takes up and where that lands, read off what is seen before and after it, so that no game has to say it: a piece of one's own
 * that is gone, an item gone from a row, a piece or an item that is new.
 */
import type { View, ViewPiece, ViewRow } from "../../engine/contracts/view.ts";
import type { Spot } from "../api.ts";

export interface Spots {
  readonly from: Spot | null;
  readonly to: Spot | null;
}

const NOWHERE: Spots = { from: null, to: null };
/** What changes more than this is no single thing moved: a whole side set up at once, say. */
const MOST_CHANGES = 8;

/** A view made ready to be compared with many others. */
export interface Seen {
  readonly view: View;
  readonly pieces: ReadonlyMap<number, ViewPiece>;
}

export function seenOf(view: View): Seen {
  return { view, pieces: new Map(view.pieces.map((piece) => [piece.cell, piece])) };
}

/** Something that was or has come to be somewhere; `key` says what it is, whoever looks. */
interface Thing {
  readonly spot: Spot;
  readonly owner: number | null;
  readonly key: string;
}

export interface Changes {
  readonly gone: readonly Thing[];
  readonly come: readonly Thing[];
}

/** What is gone and what has come between two views. */
export function changesBetween(before: Seen, after: Seen): Changes {
  const gone: Thing[] = [];
  const come: Thing[] = [];
  for (const [cell, piece] of before.pieces) {
    const now = after.pieces.get(cell);
    if (!now || !samePiece(piece, now)) gone.push(thingOf(piece));
  }
  for (const [cell, piece] of after.pieces) {
    const was = before.pieces.get(cell);
    if (!was || !samePiece(was, piece)) come.push(thingOf(piece));
  }
  const rows = Math.max(before.view.rows?.length ?? 0, after.view.rows?.length ?? 0);
  for (let row = 0; row < rows; row++) {
    const [was, now] = [before.view.rows?.[row], after.view.rows?.[row]];
    gone.push(...itemsOnlyIn(row, was, now));
    come.push(...itemsOnlyIn(row, now, was));
  }
  return { gone, come };
}

/** The cells that differ between two views. */
export function changedCells(before: Seen, after: Seen): number[] {
  const { gone, come } = changesBetween(before, after);
  const cells = [...gone, ...come].flatMap(({ spot }) => ("cell" in spot ? [spot.cell] : []));
  return [...new Set(cells)].sort((a, b) => a - b);
}

/**
 * The spots of a move of `mover` by what it changed. `common` are changes that all moves of the position bring about: where several act at once, those
 * that come of the others' moves.
 */
export function spotsOf(changes: Changes, mover: number, common?: Changes): Spots {
  const gone = without(changes.gone, common?.gone);
  const come = without(changes.come, common?.come);
  if (gone.length + come.length > MOST_CHANGES) return NOWHERE;
  const inRow = fromRow(gone, come, mover);
  if (inRow) return inRow;
  const left = gone.filter(onBoard);
  const arrived = come.filter(onBoard);
  const own = (thing: Thing): boolean => thing.owner === mover;
  // A piece that turns into another where it stands is touched there.
  if (left.length === 1 && arrived.length === 1 && sameSpot(left[0] as Thing, arrived[0] as Thing))
    return { from: null, to: (arrived[0] as Thing).spot };
  // Where several come, what was put on an empty cell rather than what turned into one's own.
  const fresh = arrived.filter((thing) => own(thing) && !left.some((other) => sameSpot(other, thing)));
  const to = only(arrived.filter(own)) ?? only(arrived) ?? fresh[0] ?? arrived.find(own) ?? null;
  const candidates = left.filter((thing) => !to || !sameSpot(thing, to));
  const from =
    only(candidates.filter((thing) => thing.key === to?.key)) ??
    only(candidates.filter(own)) ??
    (to === null || !candidates.some((thing) => thing.key === to.key) ? null : nearestOf(candidates, to));
  return { from: from?.spot ?? null, to: to?.spot ?? null };
}

/** A card, a tile, a piece out of the hand. */
function fromRow(gone: readonly Thing[], come: readonly Thing[], mover: number): Spots | null {
  const items = gone.filter((thing) => !onBoard(thing));
  const from = only(items.filter(({ owner }) => owner === mover));
  if (!from) return null;
  const landed = only(come.filter(onBoard)) ?? only(come.filter((thing) => !onBoard(thing)));
  return { from: from.spot, to: landed?.spot ?? null };
}

/** Of several like it, the one whose cell comes next in the order of cells: a move is rarely across the whole board. */
function nearestOf(candidates: readonly Thing[], to: Thing): Thing | null {
  const number = ({ spot }: Thing): number => ("cell" in spot ? spot.cell : 0);
  const alike = candidates.filter(({ key }) => key === to.key);
  return alike.toSorted((a, b) => Math.abs(number(a) - number(to)) - Math.abs(number(b) - number(to)))[0] ?? null;
}

/** The changes that all have in common. */
export function commonChanges(all: readonly Changes[]): Changes {
  const [first, ...rest] = all;
  if (!first || rest.length === 0) return { gone: [], come: [] };
  const inAll = (things: readonly Thing[], of: (changes: Changes) => readonly Thing[]): readonly Thing[] =>
    things.filter((thing) => rest.every((changes) => of(changes).some((other) => isSame(thing, other))));
  return { gone: inAll(first.gone, ({ gone }) => gone), come: inAll(first.come, ({ come }) => come) };
}

function without(things: readonly Thing[], others: readonly Thing[] = []): readonly Thing[] {
  return others.length === 0 ? things : things.filter((thing) => !others.some((other) => isSame(thing, other)));
}

function isSame(a: Thing, b: Thing): boolean {
  return a.key === b.key && sameSpot(a, b);
}

function sameSpot({ spot: a }: Thing, { spot: b }: Thing): boolean {
  if ("cell" in a) return "cell" in b && a.cell === b.cell;
  return "row" in b && a.row === b.row && a.item === b.item;
}

function onBoard({ spot }: Thing): boolean {
  return "cell" in spot;
}

function only<T>(things: readonly T[]): T | null {
  return things.length === 1 ? (things[0] as T) : null;
}

function samePiece(a: ViewPiece, b: ViewPiece): boolean {
  return a.owner === b.owner && a.letter === b.letter;
}

function thingOf({ cell, owner, letter }: ViewPiece): Thing {
  return { spot: { cell }, owner, key: `${owner} ${letter}` };
}

/** The items that a row has and the other has not, by their places in the row; rows of different things are not compared. */
function itemsOnlyIn(row: number, has: ViewRow | undefined, other: ViewRow | undefined): Thing[] {
  if (!has) return [];
  const missing = new Map<string | null, number>();
  for (const item of other?.items ?? []) missing.set(item, (missing.get(item) ?? 0) + 1);
  // What the ends of both have in common stays; so a new item that equals another is found where it was put.
  const [start, end] = commonEnds(has.items, other?.items ?? []);
  for (const item of has.items.slice(0, start)) missing.set(item, (missing.get(item) ?? 0) - 1);
  for (const item of has.items.slice(end)) missing.set(item, (missing.get(item) ?? 0) - 1);
  return has.items.slice(start, end).flatMap((text, at): Thing[] => {
    const left = missing.get(text) ?? 0;
    missing.set(text, left - 1);
    return left > 0 ? [] : [{ spot: { row, item: start + at }, owner: has.owner, key: `item ${text}` }];
  });
}

/** Between which places a list differs from the other. */
function commonEnds(list: readonly (string | null)[], other: readonly (string | null)[]): [number, number] {
  let start = 0;
  while (start < list.length && start < other.length && list[start] === other[start]) start++;
  let tail = 0;
  while (
    tail < list.length - start &&
    tail < other.length - start &&
    list[list.length - 1 - tail] === other[other.length - 1 - tail]
  )
    tail++;
  return [start, list.length - tail];
}
