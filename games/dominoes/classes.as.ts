/** Builds the equivalence classes of the catalogue by enumerating the orbits of representatives; every set is visited once or a few times. */
import { stopped } from "../../engine/kernel/stop.as";
import { composed, inverseOf, mappedSet, mappedTile, PERMUTATIONS } from "./number-permutations.as";
import { listRests, patternHash, samePattern, weigh } from "./pip-pattern.as";
import {
  binomial,
  entriesOfRepresentatives,
  permutationsOf,
  positionsOf,
  rankSet,
  rankTiles,
  representativesOf,
  setCount,
  setField,
  setsOfRepresentatives,
  unrankSet,
} from "./sets.as";

const UNSEEN: u32 = 0xffffffff;
const NO_TILE: i32 = 0xff;

/** Representatives of a number class that differ by pips: at most one per permutation. */
const GROUP_BYTES: usize = 2;
const BUCKETS: i32 = 16_384;
const REST_BYTES: i32 = 4 * 513;
/** Weights and a permutation, the automorphisms, the groups, the buckets, the rests. */
export const CLASS_SCRATCH_BYTES: i32 = 64 + 2 * PERMUTATIONS + 2 * PERMUTATIONS + 4 * BUCKETS + REST_BYTES;

@inline
function imageOf(permutation: i32, tiles: u32, twice: i32): u32 {
  const image = mappedSet(permutation, tiles);
  return twice == NO_TILE ? rankTiles(image) : rankSet(image, mappedTile(permutation, twice));
}

/** Kinds of classes: by permutations of numbers; only by those that preserve every comparison of pips between two hands; every set its own. */
const BY_PIPS: i32 = 1;
const EACH_SET: i32 = 2;

/**
 * Classes of one size, of a kind. `first`: the first entry of the size. The first word of the scratch counts the visited sets. Returns the number of representatives,
 * or 0 if stopped.
 */
export function buildClasses(size: i32, kind: i32, first: u32, scratch: usize): u32 {
  const sets = setCount(size);
  const representatives = representativesOf(size);
  memory.fill(representatives, 0xff, <usize>sets << 2);
  let count: u32 = 0;
  let entry = first;
  for (let set: u32 = 0; set < sets; set++) {
    if (load<u32>(representatives + (<usize>set << 2)) != UNSEEN) continue;
    if (stopped()) return 0;
    store<u32>(scratch, set);
    const found = unrankSet(set, size);
    const tiles = <u32>found;
    const twice = <i32>(found >> 32);
    const before = count;
    count = kind == BY_PIPS
      ? markByPips(size, tiles, twice, count, scratch)
      : markOrbit(size, tiles, twice, count, kind == EACH_SET ? 1 : PERMUTATIONS);
    const positions = positionsOf(tiles, size);
    for (let each = before; each < count; each++) {
      store<u32>(entriesOfRepresentatives(size) + (<usize>each << 2), entry);
      entry += positions;
    }
  }
  setField(size, 4, count);
  setField(size, 5, first);
  setField(size, 6, entry);
  return count;
}

/** By the first `permutations`; the first of all is the identity. */
function markOrbit(size: i32, tiles: u32, twice: i32, representative: u32, permutations: i32): u32 {
  const representatives = representativesOf(size);
  store<u32>(setsOfRepresentatives(size) + (<usize>representative << 2), imageOf(0, tiles, twice));
  for (let permutation = 0; permutation < permutations; permutation++) {
    const image = imageOf(permutation, tiles, twice);
    if (load<u32>(representatives + (<usize>image << 2)) != UNSEEN) continue;
    store<u32>(representatives + (<usize>image << 2), representative);
    store<u16>(permutationsOf(size) + (<usize>image << 1), <u16>inverseOf(permutation));
  }
  return representative + 1;
}

/**
 * The orbit of a set, split by pips. A permutation maps the set to each image; the pips of the image's tiles become weights of the set's
 * tiles. If the set has automorphisms, the one with the least pattern hash is chosen. Images with equal patterns are equivalent.
 */
function markByPips(size: i32, tiles: u32, twice: i32, firstRepresentative: u32, scratch: usize): u32 {
  const own = imageOf(0, tiles, twice);
  const representatives = representativesOf(size);
  const weights = scratch + 8;
  const otherWeights = scratch + 24;
  const automorphisms = scratch + 64;
  const groups = automorphisms + 2 * PERMUTATIONS;
  const buckets = groups + GROUP_BYTES * PERMUTATIONS;
  const rests = buckets + 4 * BUCKETS;
  listRests(tiles, twice, rests);
  const symmetries = listAutomorphisms(tiles, twice, own, automorphisms);
  memory.fill(buckets, 0xff, 4 * BUCKETS);
  let count = firstRepresentative;
  for (let permutation = 0; permutation < PERMUTATIONS; permutation++) {
    const image = imageOf(permutation, tiles, twice);
    if (load<u32>(representatives + (<usize>image << 2)) != UNSEEN) continue;
    // `way` maps the set to the image: first an automorphism of the set, then the permutation.
    let least: u64 = 0;
    let way = 0;
    for (let i = 0; i < symmetries; i++) {
      const symmetry = <i32>load<u16>(automorphisms + (<usize>i << 1));
      const candidate = symmetry == 0 ? permutation : composed(symmetry, permutation, scratch + 48);
      weigh(tiles, candidate, weights);
      const hash = patternHash(weights, rests);
      if (i > 0 && hash >= least) continue;
      least = hash;
      way = candidate;
    }
    weigh(tiles, way, weights);
    let bucket = <i32>(least >> 40) & (BUCKETS - 1);
    let group: u32 = UNSEEN;
    while (true) {
      group = load<u32>(buckets + (<usize>bucket << 2));
      if (group == UNSEEN) break;
      weigh(tiles, <i32>load<u16>(groups + <usize>group * GROUP_BYTES), otherWeights);
      if (samePattern(weights, otherWeights, rests)) break;
      bucket = (bucket + 1) & (BUCKETS - 1);
    }
    if (group == UNSEEN) {
      group = count - firstRepresentative;
      store<u32>(buckets + (<usize>bucket << 2), group);
      store<u16>(groups + <usize>group * GROUP_BYTES, <u16>way);
      store<u32>(setsOfRepresentatives(size) + (<usize>count << 2), image);
      count++;
    }
    const there = <i32>load<u16>(groups + <usize>group * GROUP_BYTES);
    store<u32>(representatives + (<usize>image << 2), firstRepresentative + group);
    store<u16>(permutationsOf(size) + (<usize>image << 1), <u16>composed(inverseOf(way), there, scratch + 48));
  }
  return count;
}

/** Permutations that map the set to itself, one for each distinct permutation of its tiles; the identity comes first. */
function listAutomorphisms(tiles: u32, twice: i32, own: u32, out: usize): i32 {
  let count = 0;
  for (let permutation = 0; permutation < PERMUTATIONS; permutation++) {
    if (imageOf(permutation, tiles, twice) != own) continue;
    let known = false;
    for (let i = 0; i < count && !known; i++) {
      const other = <i32>load<u16>(out + (<usize>i << 1));
      known = true;
      for (let rest = tiles; rest && known; rest &= rest - 1) {
        known = mappedTile(permutation, ctz(rest)) == mappedTile(other, ctz(rest));
      }
    }
    if (known) continue;
    store<u16>(out + (<usize>count << 1), <u16>permutation);
    count++;
  }
  return count;
}
