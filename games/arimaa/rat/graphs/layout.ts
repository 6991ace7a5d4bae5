/**
 * Layered graph drawing (Sugiyama). Columns are breadth-first depths, so no edge skips a column; within a column the barycentre heuristic
 * reduces crossings, and boxes are placed near their neighbours.
 */

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Box {
  readonly column: number;
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly boxes: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

export type Link = readonly [from: number, to: number];

const ROW_GAP = 12;
const LEAST_COLUMN_GAP = 70;
const GAP_PER_LINK = 1.5;
const MOST_COLUMN_GAP = 220;
const ORDER_SWEEPS = 24;
const PLACE_SWEEPS = 12;

/** Vertices unreachable from the first one are in its column. */
export function layOut(boxes: readonly Box[], links: readonly Link[]): Layout {
  const columnOf = columnsOf(boxes.length, links);
  const forward = links.filter(([from, to]) => columnOf[to] === columnOf[from]! + 1);
  const columns: number[][] = [];
  columnOf.forEach((column, vertex) => (columns[column] ??= []).push(vertex));
  const before: number[][] = boxes.map(() => []);
  const after: number[][] = boxes.map(() => []);
  for (const [from, to] of forward) {
    before[to]!.push(from);
    after[from]!.push(to);
  }
  const ordered = orderColumns(columns, before, after);
  const tops = placeRows(ordered, boxes, before, after);
  const lefts: number[] = [];
  let width = 0;
  ordered.forEach((column, index) => {
    lefts.push(width);
    const between = forward.filter(([from]) => columnOf[from] === index).length;
    const gap = Math.min(MOST_COLUMN_GAP, LEAST_COLUMN_GAP + GAP_PER_LINK * between);
    width += Math.max(...column.map((vertex) => boxes[vertex]!.width)) + (index + 1 < ordered.length ? gap : 0);
  });
  const top = Math.min(0, ...tops);
  const placed = boxes.map((box, vertex) => ({
    ...box,
    column: columnOf[vertex]!,
    x: lefts[columnOf[vertex]!]!,
    y: tops[vertex]! - top,
  }));
  return { boxes: placed, width, height: Math.max(0, ...placed.map(({ y, height }) => y + height)) };
}

function columnsOf(count: number, links: readonly Link[]): number[] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of links) next[from]!.push(to);
  const column = new Map<number, number>([[0, 0]]);
  for (const [vertex, depth] of column) for (const to of next[vertex]!) if (!column.has(to)) column.set(to, depth + 1);
  return Array.from({ length: count }, (_, vertex) => column.get(vertex) ?? 0);
}

/** Sweeps back and forth, ordering each column by the barycentre of its neighbours; keeps the best order. */
function orderColumns(
  columns: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  let now = columns.map((column) => [...column]);
  let best = now;
  let fewest = crossings(now, after);
  for (let sweep = 0; sweep < ORDER_SWEEPS && fewest > 0; sweep++) {
    const forth = sweep % 2 === 0;
    now = now.map((column) => [...column]);
    const rank = new Map(now.flatMap((column) => column.map((vertex, place) => [vertex, place] as const)));
    const indices = now.map((_, index) => (forth ? index : now.length - 1 - index));
    for (const index of indices) {
      const neighbours = forth ? before : after;
      const middle = new Map(
        now[index]!.map((vertex) => {
          const places = neighbours[vertex]!.map((each) => rank.get(each)!);
          const sum = places.reduce((total, place) => total + place, 0);
          return [vertex, places.length === 0 ? rank.get(vertex)! : sum / places.length] as const;
        }),
      );
      now[index]!.sort((a, b) => middle.get(a)! - middle.get(b)!);
      now[index]!.forEach((vertex, place) => rank.set(vertex, place));
    }
    const crossed = crossings(now, after);
    if (crossed < fewest) [best, fewest] = [now, crossed];
  }
  return best;
}

/** The number of crossings between adjacent columns. */
function crossings(columns: readonly (readonly number[])[], after: readonly (readonly number[])[]): number {
  let count = 0;
  for (let index = 0; index + 1 < columns.length; index++) {
    const rank = new Map(columns[index + 1]!.map((vertex, place) => [vertex, place] as const));
    const ends = columns[index]!.flatMap((vertex) => after[vertex]!.map((to) => rank.get(to)!).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; i++) for (let j = i + 1; j < ends.length; j++) if (ends[j]! < ends[i]!) count++;
  }
  return count;
}

function placeRows(
  columns: readonly (readonly number[])[],
  boxes: readonly Box[],
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): number[] {
  const centres = boxes.map(() => 0);
  for (let sweep = 0; sweep <= PLACE_SWEEPS; sweep++) {
    const forth = sweep % 2 === 0;
    const indices = columns.map((_, index) => (forth ? index : columns.length - 1 - index));
    for (const index of indices) {
      const column = columns[index]!;
      const desired = column.map((vertex) => {
        const sides = sweep === 0 ? before[vertex]! : [...before[vertex]!, ...after[vertex]!];
        const sum = sides.reduce((total, each) => total + centres[each]!, 0);
        return sides.length === 0 ? centres[vertex]! : sum / sides.length;
      });
      const heights = column.map((vertex) => boxes[vertex]!.height + ROW_GAP);
      spread(desired, heights).forEach((centre, place) => (centres[column[place]!] = centre));
    }
  }
  return centres.map((centre, vertex) => centre - boxes[vertex]!.height / 2);
}

/** Non-overlapping centres in this order, as near as possible to the desired ones: isotonic least squares. */
export function spread(desired: readonly number[], heights: readonly number[]): number[] {
  // Pool adjacent violators, on centres less the heights before them.
  const offsets: number[] = [];
  let offset = 0;
  for (const height of heights) {
    offsets.push(offset + height / 2);
    offset += height;
  }
  const pools: { sum: number; count: number }[] = [];
  desired.forEach((each, index) => {
    let pool = { sum: each - offsets[index]!, count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  });
  return pools
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((base, index) => base + offsets[index]!);
}
