/**
 * The index of a table: placements of a set of pieces up to the board's symmetries. A placement is sixteen bitboards, the cells of each
 * piece. The mover's pieces count as White.
 *
 * An `IndexLayout` defines how placements are ranked: one group of equal pieces after the other. The first group is the anchor, ranked by its
 * orbit under the board's symmetries (engine/index/geometry.ts); the symmetry that maps it to the first set of the orbit is applied to
 * the others, each of which is ranked among the free cells.
 */
import { IndexLayout } from "../../build/layouts/games/chinese-dark-chess/tables.as";
import { anchorFirst, anchorOrbit, anchorOrbits, anchorSymmetry, imageBy } from "../../engine/index/anchor.as";

export const PLACEMENT_BYTES: usize = 64;

@inline export function tableOf(layout: usize): usize { return IndexLayout.at(layout).table; }
@inline export function groupCount(layout: usize): i32 { return IndexLayout.at(layout).groupCount; }
@inline function anchorOf(layout: usize): usize { return IndexLayout.at(layout).anchor; }
@inline export function groupPiece(layout: usize, group: i32): i32 { return IndexLayout.at(layout).pieces[group]; }
@inline export function groupSize(layout: usize, group: i32): i32 { return IndexLayout.at(layout).counts[group]; }

@inline export function cellsOf(placement: usize, piece: i32): u32 { return load<u32>(placement + (<usize>piece << 2)); }
@inline export function setCells(placement: usize, piece: i32, cells: u32): void { store<u32>(placement + (<usize>piece << 2), cells); }

/** Binomial coefficient for k up to 5; 0 if n < k. */
@inline
function choose(n: u32, k: i32): u32 {
  if (k == 1) return n;
  let ways = n * (n - 1) / 2;
  if (k == 2) return ways;
  ways = ways * (n - 2) / 3;
  if (k == 3) return ways;
  ways = ways * (n - 3) / 4;
  return k == 4 ? ways : ways * (n - 4) / 5;
}

/** The index of a cell among the free ones. */
@inline
function placeOf(cell: u32, used: u32): u32 {
  return cell - popcnt(used & ((1 << cell) - 1));
}

/** The rank of a set of cells among the free ones. */
@inline
function rankOf(cells: u32, used: u32): u32 {
  let rank: u32 = 0;
  let i = 1;
  for (; cells; cells &= cells - 1) {
    rank += choose(placeOf(ctz(cells), used), i);
    i++;
  }
  return rank;
}

/** The images of cells under a symmetry. */
@inline
export function imagesOf(cells: u32, symmetry: usize): u32 {
  let images: u32 = 0;
  for (; cells; cells &= cells - 1) images |= 1 << imageBy(symmetry, ctz(cells));
  return images;
}

export function rankBy(layout: usize, placement: usize): u32 {
  const groups = groupCount(layout);
  const anchor = anchorOf(layout);
  const first = cellsOf(placement, groupPiece(layout, 0));
  let size = groupSize(layout, 0);
  const set = size == 1 ? <u32>ctz(first) : rankOf(first, 0);
  const symmetry = anchorSymmetry(anchor, set);
  let index = anchorOrbit(anchor, set);
  let used = imagesOf(first, symmetry);
  let free: u32 = 32 - size;
  for (let group = 1; group < groups; group++) {
    const cells = cellsOf(placement, groupPiece(layout, group));
    size = groupSize(layout, group);
    if (size == 1) {
      const cell = imageBy(symmetry, ctz(cells));
      index = index * free + placeOf(cell, used);
      used |= 1 << cell;
      free--;
      continue;
    }
    const images = imagesOf(cells, symmetry);
    index = index * choose(free, size) + rankOf(images, used);
    used |= images;
    free -= size;
  }
  return index;
}

/** The free cell with this index. */
@inline
function cellAt(place: u32, used: u32): u32 {
  for (let left = used; left; left &= left - 1) {
    if (<u32>ctz(left) > place) break;
    place++;
  }
  return place;
}

/** Writes the cells of the layout's pieces; other pieces are unchanged. */
export function unrankBy(layout: usize, index: u32, placement: usize): void {
  const groups = groupCount(layout);
  const anchor = anchorOf(layout);
  let free: u32 = 32;
  for (let group = 0; group < groups; group++) free -= groupSize(layout, group);
  // The last group is the least significant digit. Each rank is stored temporarily where its cells will be.
  for (let group = groups - 1; group >= 0; group--) {
    const size = groupSize(layout, group);
    free += size;
    const ways = group == 0 ? anchorOrbits(anchor) : choose(free, size);
    setCells(placement, groupPiece(layout, group), index % ways);
    index /= ways;
  }
  let used: u32 = 0;
  for (let group = 0; group < groups; group++) {
    const piece = groupPiece(layout, group);
    const size = groupSize(layout, group);
    let rank = cellsOf(placement, piece);
    if (group == 0) rank = anchorFirst(anchor, rank);
    let cells: u32 = 0;
    if (size == 1) cells = 1 << cellAt(rank, used);
    else {
      for (let i = size; i > 0; i--) {
        let place: u32 = i - 1;
        while (choose(place + 1, i) <= rank) place++;
        rank -= choose(place, i);
        cells |= 1 << cellAt(place, used);
      }
    }
    setCells(placement, piece, cells);
    used |= cells;
  }
}

export function entriesOf(layout: usize): u32 {
  let free: u32 = 32;
  let entries: u32 = 1;
  for (let group = 0; group < groupCount(layout); group++) {
    const size = groupSize(layout, group);
    entries *= group == 0 ? anchorOrbits(anchorOf(layout)) : choose(free, size);
    free -= size;
  }
  return entries;
}
