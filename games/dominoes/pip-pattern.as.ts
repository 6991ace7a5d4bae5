/**
 * The pip pattern of a set. Pips count when the game is blocked: tiles remain in both hands, and the others form a chain whose open
 * numbers do not occur on the remaining ones. For each such remainder and each split of it into two hands, the pattern contains which
 * hand has fewer pips. Two sets are equivalent with pip scoring if a permutation of numbers preserves the pattern.
 */
import { mappedTile } from "./number-permutations.as";
import { highOf, lowOf, pipsOf } from "./tiles.as";

const NO_TILE: i32 = 0xff;

/** The pips of each tile's image, one byte per tile in ascending order. */
export function weigh(tiles: u32, permutation: i32, out: usize): void {
  let at = out;
  for (let rest = tiles; rest; rest &= rest - 1, at++) store<u8>(at, <u8>pipsOf(mappedTile(permutation, ctz(rest))));
}

/**
 * Whether the game can be blocked with `left` in the hands and `laid` in the chain, which also contains `twice`, the initial ends,
 * unless that is one of `laid`. The laid tiles must form an Euler path: connected, with two numbers of odd degree (the ends) or none
 * (then both ends are the same number, any of the chain).
 */
function mayBlock(left: u32, laid: u32, twice: i32): bool {
  let all: u32 = 0;
  let odd: u32 = 0;
  for (let rest = laid; rest; rest &= rest - 1) {
    const low = 1 << lowOf(ctz(rest));
    const high = 1 << highOf(ctz(rest));
    all |= low | high;
    odd ^= low ^ high;
  }
  if (twice != NO_TILE) {
    const low = 1 << lowOf(twice);
    const high = 1 << highOf(twice);
    all |= low | high;
    odd ^= low ^ high;
  }
  if (popcnt(odd) > 2) return false;
  let reached = all & -all;
  for (let before: u32 = 0; before != reached; ) {
    before = reached;
    for (let rest = laid; rest; rest &= rest - 1) reached = joined(reached, ctz(rest));
    if (twice != NO_TILE) reached = joined(reached, twice);
  }
  if (reached != all) return false;
  let held: u32 = 0;
  for (let rest = left; rest; rest &= rest - 1) held |= (1 << lowOf(ctz(rest))) | (1 << highOf(ctz(rest)));
  return odd ? (odd & held) == 0 : (all & ~held) != 0;
}

@inline
function joined(reached: u32, tile: i32): u32 {
  const numbers: u32 = (1 << lowOf(tile)) | (1 << highOf(tile));
  return reached & numbers ? reached | numbers : reached;
}

/** Lists the remainders with which the game can be blocked, as bits over the tiles in ascending order, 4 bytes each; 0 ends the list. */
export function listRests(tiles: u32, twice: i32, out: usize): void {
  const all = (1 << <i32>popcnt(tiles)) - 1;
  let at = out;
  for (let bits = 3; bits <= all; bits++) {
    if (popcnt(bits) < 2 || (twice == NO_TILE && bits == all)) continue;
    let left: u32 = 0;
    let place = 0;
    for (let rest = tiles; rest; rest &= rest - 1, place++) if ((bits >> place) & 1) left |= rest & -rest;
    if (!mayBlock(left, tiles & ~left, twice)) continue;
    store<i32>(at, bits);
    at += 4;
  }
  store<i32>(at, 0);
}

@inline
function sumOf(weights: usize, part: u32): i32 {
  let sum = 0;
  for (let rest = part; rest; rest &= rest - 1) sum += load<u8>(weights + ctz(rest));
  return sum;
}

/** Compares the pips of a part of the remainder with those of the rest. */
@inline
function signOf(weights: usize, part: u32, all: i32): i32 {
  const difference = 2 * sumOf(weights, part) - all;
  return <i32>(difference > 0) - <i32>(difference < 0);
}

export function patternHash(weights: usize, rests: usize): u64 {
  let hash: u64 = 0;
  for (let at = rests; load<u32>(at); at += 4) {
    const rest = load<u32>(at);
    const all = sumOf(weights, rest);
    for (let part = (rest - 1) & rest; part; part = (part - 1) & rest) {
      hash = (hash ^ <u64>(signOf(weights, part, all) + 2)) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
  }
  return hash;
}

export function samePattern(weights: usize, otherWeights: usize, rests: usize): bool {
  for (let at = rests; load<u32>(at); at += 4) {
    const rest = load<u32>(at);
    const all = sumOf(weights, rest);
    const otherAll = sumOf(otherWeights, rest);
    for (let part = (rest - 1) & rest; part; part = (part - 1) & rest) {
      if (signOf(weights, part, all) != signOf(otherWeights, part, otherAll)) return false;
    }
  }
  return true;
}
