/**
 * The squares of a move, found by comparing the views before and after it, so that no game has to state them: the mover's piece that was
 * removed, an item removed from a row, a piece or an item that was added.
 */
import type { View, ViewPiece, ViewRow } from "../../engine/contracts/view.ts";
import type { Spot } from "../api.ts";

export interface Spots {
  readonly from: Spot | null;
  readonly to: Spot | null;
}

const NOWHERE: Spots = { from: null, to: null };
/** More changes than this are not the move of one piece: for example, a whole side is set up at once. */
const MAX_CHANGES = 8;

/** A view with its pieces by cell. */
export interface IndexedView {
  readonly view: View;
  readonly pieces: ReadonlyMap<number, ViewPiece>;
}

export function indexView(view: View): IndexedView {
  return { view, pieces: new Map(view.pieces.map((piece) => [piece.cell, piece])) };
}

/** A piece or item at a place; equal keys mean equal pieces. */
interface Item {
  readonly spot: Spot;
  readonly owner: number | null;
  readonly key: string;
}

export interface Changes {
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
}

export function changesBetween(before: IndexedView, after: IndexedView): Changes {
  const removed: Item[] = [];
  const added: Item[] = [];
  for (const [cell, piece] of before.pieces) {
    const now = after.pieces.get(cell);
    if (!now || !samePiece(piece, now)) removed.push(itemOf(piece));
  }
  for (const [cell, piece] of after.pieces) {
    const was = before.pieces.get(cell);
    if (!was || !samePiece(was, piece)) added.push(itemOf(piece));
  }
  const rows = Math.max(before.view.rows?.length ?? 0, after.view.rows?.length ?? 0);
  for (let row = 0; row < rows; row++) {
    const [was, now] = [before.view.rows?.[row], after.view.rows?.[row]];
    removed.push(...itemsOnlyIn(row, was, now));
    added.push(...itemsOnlyIn(row, now, was));
  }
  return { removed, added };
}

/** The cells that differ between two views. */
export function changedCells(before: IndexedView, after: IndexedView): number[] {
  const { removed, added } = changesBetween(before, after);
  const cells = [...removed, ...added].flatMap(({ spot }) => ("cell" in spot ? [spot.cell] : []));
  return [...new Set(cells)].sort((a, b) => a - b);
}

/** The squares of a move by its changes. `common` are changes that all moves of the position share: those of simultaneous moves by others. */
export function spotsOf(changes: Changes, mover: number, common?: Changes): Spots {
  const removed = without(changes.removed, common?.removed);
  const added = without(changes.added, common?.added);
  if (removed.length + added.length > MAX_CHANGES) return NOWHERE;
  const inRow = fromRow(removed, added, mover);
  if (inRow) return inRow;
  const left = removed.filter(onBoard);
  const arrived = added.filter(onBoard);
  const own = (item: Item): boolean => item.owner === mover;
  // A piece that turns into another in place.
  if (left.length === 1 && arrived.length === 1 && sameSpot(left[0] as Item, arrived[0] as Item))
    return { from: null, to: (arrived[0] as Item).spot };
  // Of several added pieces, prefer one on an empty cell to one that changed its owner.
  const fresh = arrived.filter((item) => own(item) && !left.some((other) => sameSpot(other, item)));
  const to = only(arrived.filter(own)) ?? only(arrived) ?? fresh[0] ?? arrived.find(own) ?? null;
  const candidates = left.filter((item) => !to || !sameSpot(item, to));
  const from =
    only(candidates.filter((item) => item.key === to?.key)) ??
    only(candidates.filter(own)) ??
    (to === null || !candidates.some((item) => item.key === to.key) ? null : nearestOf(candidates, to));
  return { from: from?.spot ?? null, to: to?.spot ?? null };
}

/** A card, tile or piece played from the hand. */
function fromRow(removed: readonly Item[], added: readonly Item[], mover: number): Spots | null {
  const items = removed.filter((item) => !onBoard(item));
  const from = only(items.filter(({ owner }) => owner === mover));
  if (!from) return null;
  const landed = only(added.filter(onBoard)) ?? only(added.filter((item) => !onBoard(item)));
  return { from: from.spot, to: landed?.spot ?? null };
}

/** Of several equal pieces, the one with the nearest cell number: most moves are short. */
function nearestOf(candidates: readonly Item[], to: Item): Item | null {
  const number = ({ spot }: Item): number => ("cell" in spot ? spot.cell : 0);
  const alike = candidates.filter(({ key }) => key === to.key);
  return alike.toSorted((a, b) => Math.abs(number(a) - number(to)) - Math.abs(number(b) - number(to)))[0] ?? null;
}

export function commonChanges(all: readonly Changes[]): Changes {
  const [first, ...rest] = all;
  if (!first || rest.length === 0) return { removed: [], added: [] };
  const inAll = (items: readonly Item[], of: (changes: Changes) => readonly Item[]): readonly Item[] =>
    items.filter((item) => rest.every((changes) => of(changes).some((other) => isSame(item, other))));
  return {
    removed: inAll(first.removed, ({ removed }) => removed),
    added: inAll(first.added, ({ added }) => added),
  };
}

function without(items: readonly Item[], others: readonly Item[] = []): readonly Item[] {
  return others.length === 0 ? items : items.filter((item) => !others.some((other) => isSame(item, other)));
}

function isSame(a: Item, b: Item): boolean {
  return a.key === b.key && sameSpot(a, b);
}

function sameSpot({ spot: a }: Item, { spot: b }: Item): boolean {
  if ("cell" in a) return "cell" in b && a.cell === b.cell;
  return "row" in b && a.row === b.row && a.item === b.item;
}

function onBoard({ spot }: Item): boolean {
  return "cell" in spot;
}

function only<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] as T) : null;
}

function samePiece(a: ViewPiece, b: ViewPiece): boolean {
  return a.owner === b.owner && a.letter === b.letter;
}

function itemOf({ cell, owner, letter }: ViewPiece): Item {
  return { spot: { cell }, owner, key: `${owner} ${letter}` };
}

/** The items of a row that are missing from the other, with their index. */
function itemsOnlyIn(row: number, has: ViewRow | undefined, other: ViewRow | undefined): Item[] {
  if (!has) return [];
  const missing = new Map<string | null, number>();
  for (const item of other?.items ?? []) missing.set(item, (missing.get(item) ?? 0) + 1);
  // The common prefix and suffix stay in place, so a new item equal to another is found where it was added.
  const [start, end] = commonEnds(has.items, other?.items ?? []);
  for (const item of has.items.slice(0, start)) missing.set(item, (missing.get(item) ?? 0) - 1);
  for (const item of has.items.slice(end)) missing.set(item, (missing.get(item) ?? 0) - 1);
  return has.items.slice(start, end).flatMap((text, at): Item[] => {
    const left = missing.get(text) ?? 0;
    missing.set(text, left - 1);
    return left > 0 ? [] : [{ spot: { row, item: start + at }, owner: has.owner, key: `item ${text}` }];
  });
}

/** The range in which two lists differ. */
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
