/**
 * Ranking of sets of elements: the tiles of both hands and a virtual tile for the open ends of the chain, which may equal a tile in a
 * hand. So a set of n elements is n distinct tiles, any of which may be the ends, or n - 1 distinct tiles of which one is also the ends.
 * Sets of a size are ranked: the first kind by the colexicographic rank of the tiles, then the others by that rank and the index of the
 * tile that occurs twice.
 *
 * Equivalent sets have one representative, the one of the lowest rank; each set stores its representative and the permutation of
 * numbers that maps to it. The catalogue contains the addresses of these tables for each size.
 */
import { UnrankedPosition } from "../../build/layouts/games/dominoes/solver.as";
import { mappedSet, mappedTile } from "./number-permutations.as";

const MIN_SIZE: i32 = 3;
/** n over k, for n up to 28 and k up to 9. */
const BINOMIAL_BYTES: i32 = 29 * 10 * 4;
/** Per size, 4 bytes per field; see the accessors. */
const SIZE_BYTES: usize = 32;
export const CATALOGUE_BYTES: i32 = BINOMIAL_BYTES + 10 * 32;

let catalogue: usize = 0;

export function useCatalogue(address: usize): void {
  catalogue = address;
}

@inline
export function binomial(n: i32, k: i32): u32 {
  return load<u32>(catalogue + (<usize>(n * 10 + k) << 2));
}

@inline
function field(size: i32, place: usize): usize {
  return catalogue + BINOMIAL_BYTES + <usize>size * SIZE_BYTES + (place << 2);
}

/** By set: the index of its representative among those of its size (u32), and the permutation that maps to it (u16). */
@inline export function representativesOf(size: i32): usize { return load<u32>(field(size, 0)); }
@inline export function permutationsOf(size: i32): usize { return load<u32>(field(size, 1)); }
/** By representative: its set, and the entry of its first position (u32 each). */
@inline export function setsOfRepresentatives(size: i32): usize { return load<u32>(field(size, 2)); }
@inline export function entriesOfRepresentatives(size: i32): usize { return load<u32>(field(size, 3)); }
@inline export function representativeCount(size: i32): i32 { return load<u32>(field(size, 4)); }
/** The first entry of the size, and the first of the next. */
@inline export function firstEntry(size: i32): u32 { return load<u32>(field(size, 5)); }
@inline export function firstEntryAfter(size: i32): u32 { return load<u32>(field(size, 6)); }
export function setField(size: i32, place: i32, value: u32): void { store<u32>(field(size, place), value); }

export function buildBinomials(): void {
  for (let n = 0; n <= 28; n++) {
    for (let k = 0; k < 10; k++) {
      const value = k == 0 ? 1 : n == 0 ? 0 : binomial(n - 1, k - 1) + binomial(n - 1, k);
      store<u32>(catalogue + (<usize>(n * 10 + k) << 2), value);
    }
  }
}

export function rankTiles(set: u32): u32 {
  let rank: u32 = 0;
  let place = 1;
  for (let rest = set; rest; rest &= rest - 1) rank += binomial(ctz(rest), place++);
  return rank;
}

function unrankTiles(rank: u32, count: i32): u32 {
  let set: u32 = 0;
  let tile = 28;
  for (let place = count; place > 0; place--) {
    do tile--;
    while (binomial(tile, place) > rank);
    rank -= binomial(tile, place);
    set |= 1 << tile;
  }
  return set;
}

export function setCount(size: i32): u32 {
  return binomial(28, size) + (size - 1) * binomial(28, size - 1);
}

/** The rank of the set with these tiles in the hands and this tile at the ends. */
@inline
export function rankSet(hands: u32, ends: i32): u32 {
  const size = <i32>popcnt(hands) + 1;
  const bit: u32 = 1 << ends;
  if (!(hands & bit)) return rankTiles(hands | bit);
  return binomial(28, size) + rankTiles(hands) * (size - 1) + popcnt(hands & (bit - 1));
}

/** The distinct tiles of a set, and in bits 32 up the one that occurs twice (255: none). */
export function unrankSet(set: u32, size: i32): u64 {
  const distinct = binomial(28, size);
  if (set < distinct) return unrankTiles(set, size) | (<u64>0xff << 32);
  const tiles = unrankTiles((set - distinct) / (size - 1), size - 1);
  let rest = tiles;
  for (let skip = (set - distinct) % (size - 1); skip > 0; skip--) rest &= rest - 1;
  return tiles | (<u64>ctz(rest) << 32);
}

/** Positions of a set: the choices of the ends times the splits of the other tiles into two non-empty hands. */
@inline
export function positionsOf(tiles: u32, size: i32): u32 {
  return (<i32>popcnt(tiles) == size ? size : 1) * ((1 << (size - 1)) - 2);
}

/** Parallel bit extract: the i-th tile becomes the i-th bit. */
@inline
function extractBits(part: u32, tiles: u32): u32 {
  let bits: u32 = 0;
  let bit: u32 = 1;
  for (let rest = tiles; rest; rest &= rest - 1, bit <<= 1) if (part & (rest & -rest)) bits |= bit;
  return bits;
}

/** Parallel bit deposit: the inverse. */
@inline
export function depositBits(bits: u32, tiles: u32): u32 {
  let part: u32 = 0;
  for (let rest = tiles; rest; rest &= rest - 1, bits >>= 1) if (bits & 1) part |= rest & -rest;
  return part;
}

/** The entry of a position: the mover's hand, the other hand, the tile at the ends. Both hands have tiles. */
export function rankPosition(mover: u32, other: u32, ends: i32): u32 {
  const hands = mover | other;
  const size = <i32>popcnt(hands) + 1;
  const set = rankSet(hands, ends);
  const representative = load<u32>(representativesOf(size) + (<usize>set << 2));
  const permutation = <i32>load<u16>(permutationsOf(size) + (<usize>set << 1));
  const tiles = mappedSet(permutation, hands);
  const tile = mappedTile(permutation, ends);
  const bit: u32 = 1 << tile;
  const split = extractBits(mappedSet(permutation, mover), tiles) - 1;
  const place = tiles & bit ? 0 : popcnt(tiles & (bit - 1));
  const first = load<u32>(entriesOfRepresentatives(size) + (<usize>representative << 2));
  return first + place * ((1 << (size - 1)) - 2) + split;
}

/** Writes an `UnrankedPosition`. */
export function unrankPosition(entry: u32, out: usize): void {
  let size = MIN_SIZE;
  while (entry >= firstEntryAfter(size)) size++;
  let low = 0;
  let high = representativeCount(size) - 1;
  const firsts = entriesOfRepresentatives(size);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (load<u32>(firsts + (<usize>middle << 2)) <= entry) low = middle;
    else high = middle - 1;
  }
  const found = unrankSet(load<u32>(setsOfRepresentatives(size) + (<usize>low << 2)), size);
  const within = entry - load<u32>(firsts + (<usize>low << 2));
  const splits = (1 << (size - 1)) - 2;
  let hands = <u32>found;
  let ends = <i32>(found >> 32);
  if (ends == 0xff) {
    let rest = hands;
    for (let skip = within / splits; skip > 0; skip--) rest &= rest - 1;
    ends = ctz(rest);
    hands &= ~(1 << ends);
  }
  const mover = depositBits(within % splits + 1, hands);
  const position = UnrankedPosition.at(out);
  position.mover = mover;
  position.other = hands & ~mover;
  position.ends = ends;
}
