/** The WGSL of endgames-gpu.ts. A placement is a bitboard for each group of equal pieces, in the thread's slots. White is to move. */
import type { RetrogradeGame } from "../../engine/solve/gpu/retrograde-game.ts";
import { MAX_ELEMENTS } from "./pieces.ts";

// The words of a section: the number of groups; for each group 1 if it is Black's, 2 if it captures by jumps, from the ninth bit on the
// groups that it captures by a step; then layouts, three words each: of this table, of Black to move, and after each group has lost a piece.
const GROUPS = 0;
const INFOS = 1;
const OWN = INFOS + MAX_ELEMENTS;
const PARTNER = OWN + 3;
const LEFT = PARTNER + 3;

const COMMON = `
/** The first entry of a layout's table; other words: its groups' number and its anchor; its groups and their sizes in the order of ranking. */
fn baseOf(ranking: u32) -> u32 { return section[ranking]; }
fn groupCountOf(ranking: u32) -> u32 { return section[ranking + 1u] >> 28u; }
fn anchorOf(ranking: u32) -> u32 { return section[ranking + 1u] & 0x0fffffffu; }
fn groupOf(ranking: u32, i: u32) -> u32 { return extractBits(section[ranking + 2u], 6u * i, 3u); }
fn sizeOf(ranking: u32, i: u32) -> u32 { return extractBits(section[ranking + 2u], 6u * i + 3u, 3u); }

fn isBlack(group: u32) -> bool { return (section[${INFOS}u + group] & 1u) != 0u; }
fn jumpsOver(group: u32) -> bool { return (section[${INFOS}u + group] & 2u) != 0u; }
fn captures(group: u32, victim: u32) -> bool { return ((section[${INFOS}u + group] >> (8u + victim)) & 1u) != 0u; }

fn lowerThan(cell: u32) -> u32 { return (1u << cell) - 1u; }

/** Binomial coefficient for k up to 5; 0 if n < k. */
fn choose(n: u32, k: u32) -> u32 {
  if (k == 1u) { return n; }
  if (n < k) { return 0u; }
  var ways = n * (n - 1u) / 2u;
  if (k > 2u) { ways = ways * (n - 2u) / 3u; }
  if (k > 3u) { ways = ways * (n - 3u) / 4u; }
  if (k > 4u) { ways = ways * (n - 4u) / 5u; }
  return ways;
}

/** The index of a cell among the free ones. */
fn placeOf(cell: u32, used: u32) -> u32 { return cell - countOneBits(used & lowerThan(cell)); }

fn rankAmong(cells: u32, used: u32) -> u32 {
  var rank = 0u;
  var i = 1u;
  for (var left = cells; left != 0u; left &= left - 1u) {
    rank += choose(placeOf(countTrailingZeros(left), used), i);
    i++;
  }
  return rank;
}

/** Cells under the symmetry that changes these bits of their numbers: of the column, of the row, or both. */
fn imagesOf(cells: u32, mask: u32) -> u32 {
  let rowsTurned = (cells >> 24u) | ((cells >> 8u) & 0xff00u) | ((cells & 0xff00u) << 8u) | (cells << 24u);
  let images = select(cells, rowsTurned, (mask & 8u) != 0u);
  // Reversing all bits reverses rows and columns.
  let turned = select(rowsTurned, cells, (mask & 8u) != 0u);
  return select(images, reverseBits(turned), (mask & 1u) != 0u);
}

/** The entry of the placement in a layout's table. */
fn rankBy(ranking: u32, thread: u32) -> u32 {
  let first = slots[groupOf(ranking, 0u) * THREADS + thread];
  var size = sizeOf(ranking, 0u);
  let anchor = anchorOf(ranking);
  let orbit = data[anchor + 2u + rankAmong(first, 0u)];
  let mask = orbit >> 27u;
  var index = orbit & 0x07ffffffu;
  var used = imagesOf(first, mask);
  var free = 32u - size;
  for (var i = 1u; i < groupCountOf(ranking); i++) {
    let cells = imagesOf(slots[groupOf(ranking, i) * THREADS + thread], mask);
    size = sizeOf(ranking, i);
    index = index * choose(free, size) + rankAmong(cells, used);
    used |= cells;
    free -= size;
  }
  return index;
}

/** The free cell with this index. */
fn cellAt(index: u32, used: u32) -> u32 {
  var cell = index;
  for (var left = used; left != 0u; left &= left - 1u) {
    if (countTrailingZeros(left) > cell) { break; }
    cell++;
  }
  return cell;
}

/** Sets the placement of an entry of this section; returns the occupied cells. */
fn unrank(entry: u32, thread: u32) -> u32 {
  let groups = section[${GROUPS}u];
  let anchor = anchorOf(${OWN}u);
  var free = 32u;
  for (var i = 0u; i < groups; i++) { free -= sizeOf(${OWN}u, i); }
  // The last group is the least significant digit. Each rank waits where its cells will be.
  var index = entry;
  for (var i = groups - 1u; i > 0u; i--) {
    let size = sizeOf(${OWN}u, i);
    free += size;
    let ways = choose(free, size);
    slots[i * THREADS + thread] = index % ways;
    index /= ways;
  }
  slots[thread] = data[data[anchor + 1u] + index];
  var used = 0u;
  for (var i = 0u; i < groups; i++) {
    var rank = slots[i * THREADS + thread];
    var cells = 0u;
    for (var left = sizeOf(${OWN}u, i); left > 0u; left--) {
      var place = rank;
      if (left > 1u) {
        place = left - 1u;
        while (choose(place + 1u, left) <= rank) { place++; }
      }
      rank -= choose(place, left);
      cells |= 1u << cellAt(place, used);
    }
    slots[i * THREADS + thread] = cells;
    used |= cells;
  }
  return used;
}

/** The adjacent cells. */
fn around(cell: u32) -> u32 {
  let bit = 1u << cell;
  return (bit << 8u) | (bit >> 8u) | ((bit & 0x7f7f7f7fu) << 1u) | ((bit & 0xfefefefeu) >> 1u);
}
`;

const START = `
/** Whether exactly one piece is between two cells of a row or column. */
fn oneBetween(origin: u32, to: u32, all: u32) -> bool {
  let low = min(origin, to);
  let high = max(origin, to);
  var line = 0u;
  if (low >> 3u == high >> 3u) { line = 0xffffffffu; } else if ((low & 7u) == (high & 7u)) { line = 0x01010101u << (low & 7u); }
  return countOneBits(all & line & lowerThan(high) & ~lowerThan(low + 1u)) == 1u;
}

/** The value for White of capturing the piece of \`victim\` on \`to\`: the entry's value if this were the only move. */
fn valueOfCapture(group: u32, origin: u32, victim: u32, to: u32, thread: u32) -> u32 {
  let ranking = ${LEFT}u + 3u * victim;
  var after = LOST;
  if (baseOf(ranking) != 0xffffffffu) {
    let own = slots[group * THREADS + thread];
    let theirs = slots[victim * THREADS + thread];
    slots[group * THREADS + thread] = own ^ (1u << origin) ^ (1u << to);
    slots[victim * THREADS + thread] = theirs ^ (1u << to);
    after = valueAt(baseOf(ranking) + rankBy(ranking, thread));
    slots[group * THREADS + thread] = own;
    slots[victim * THREADS + thread] = theirs;
  }
  if (after == DRAWN) { return DRAWN; }
  // A loss in 2n plies becomes a win in 2n + 1; a win in 2n + 1 plies a loss in 2n + 2.
  return select(WON + (after - LOST), LOST + (after - WON) + 1u, after >= WON);
}

/** The better of two values for White: the faster win, a draw, the slower loss. */
fn better(one: u32, other: u32) -> u32 {
  if (one == NO_CONVERSION) { return other; }
  let oneWins = one >= WON;
  let otherWins = other >= WON;
  if (oneWins && otherWins) { return min(one, other); }
  if (oneWins || otherWins) { return select(other, one, oneWins); }
  return select(max(one, other), DRAWN, one == DRAWN || other == DRAWN);
}

fn start(entry: u32, thread: u32) -> vec2u {
  let all = unrank(entry, thread);
  let groups = section[${GROUPS}u];
  var moves = 0u;
  var best = NO_CONVERSION;
  for (var group = 0u; group < groups; group++) {
    if (isBlack(group)) { continue; }
    for (var own = slots[group * THREADS + thread]; own != 0u; own &= own - 1u) {
      let origin = countTrailingZeros(own);
      let near = around(origin);
      moves += countOneBits(near & ~all);
      for (var victim = 0u; victim < groups; victim++) {
        if (!isBlack(victim)) { continue; }
        let steps = captures(group, victim);
        for (var theirs = slots[victim * THREADS + thread]; theirs != 0u; theirs &= theirs - 1u) {
          let to = countTrailingZeros(theirs);
          let isNear = ((near >> to) & 1u) != 0u;
          if ((isNear && steps) || (!isNear && jumpsOver(group) && oneBetween(origin, to, all))) {
            best = better(best, valueOfCapture(group, origin, victim, to, thread));
          }
        }
      }
    }
  }
  // A side without a move has lost.
  if (moves == 0u && best == NO_CONVERSION) { best = LOST; }
  return vec2u(moves, best);
}
`;

const UNMOVE = `
/** Black has moved. Moves within the table are reversible. */
fn unmove(entry: u32, thread: u32) {
  let free = ~unrank(entry, thread);
  for (var group = 0u; group < section[${GROUPS}u]; group++) {
    if (!isBlack(group)) { continue; }
    let cells = slots[group * THREADS + thread];
    for (var own = cells; own != 0u; own &= own - 1u) {
      let to = countTrailingZeros(own);
      for (var origins = around(to) & free; origins != 0u; origins &= origins - 1u) {
        slots[group * THREADS + thread] = cells ^ (1u << to) ^ (1u << countTrailingZeros(origins));
        reach(baseOf(${PARTNER}u) + rankBy(${PARTNER}u, thread));
      }
    }
    slots[group * THREADS + thread] = cells;
  }
}
`;

export const WGSL: RetrogradeGame["wgsl"] = { common: COMMON, start: START, unmove: UNMOVE };
