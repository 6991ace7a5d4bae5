/** The 5,040 permutations of the seven numbers, and the images of tiles under them. */
import { highOf, lowOf, tileOf, TILES } from "./tiles.as";

export const PERMUTATIONS: i32 = 5040;
/** Per permutation: the numbers (8 bytes), the tiles (28 bytes), the rank of its inverse (2 bytes); padded. */
const ROW_BYTES: i32 = 40;
const TILE_MAP: usize = 8;
const INVERSE: usize = 36;
export const PERMUTATION_BYTES: i32 = PERMUTATIONS * ROW_BYTES;

let table: usize = 0;

export function usePermutations(address: usize): void {
  table = address;
}

@inline
function row(permutation: i32): usize {
  return table + <usize>permutation * ROW_BYTES;
}

@inline
function numberAt(permutation: i32, number: i32): i32 {
  return load<u8>(row(permutation) + number);
}

@inline
export function mappedTile(permutation: i32, tile: i32): i32 {
  return load<u8>(row(permutation) + tile, TILE_MAP);
}

@inline
export function inverseOf(permutation: i32): i32 {
  return load<u16>(row(permutation), INVERSE);
}

export function mappedSet(permutation: i32, set: u32): u32 {
  let mapped: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) mapped |= 1 << mappedTile(permutation, ctz(rest));
  return mapped;
}

/** The lexicographic rank of a permutation given by seven bytes. */
function rankOf(numbers: usize): i32 {
  let rank = 0;
  for (let i = 0; i < 7; i++) {
    let smaller = 0;
    for (let j = i + 1; j < 7; j++) if (load<u8>(numbers + j) < load<u8>(numbers + i)) smaller++;
    rank = rank * (7 - i) + smaller;
  }
  return rank;
}

/** First `first`, then `then`; `scratch` has 8 bytes. */
export function composed(first: i32, then: i32, scratch: usize): i32 {
  for (let number = 0; number < 7; number++) store<u8>(scratch + number, <u8>numberAt(then, numberAt(first, number)));
  return rankOf(scratch);
}

/** Fills the table in lexicographic order. */
export function buildPermutations(): void {
  for (let permutation = 0; permutation < PERMUTATIONS; permutation++) {
    const numbers = row(permutation);
    let left: u32 = 127;
    let rest = permutation;
    let block = 720;
    for (let i = 0; i < 7; i++) {
      let set = left;
      for (let skip = rest / block; skip > 0; skip--) set &= set - 1;
      store<u8>(numbers + i, <u8>ctz(set));
      left &= ~(1 << <u8>ctz(set));
      rest %= block;
      if (i < 6) block /= 6 - i;
    }
    for (let tile = 0; tile < TILES; tile++) {
      const mapped = tileOf(load<u8>(numbers + lowOf(tile)), load<u8>(numbers + highOf(tile)));
      store<u8>(numbers + tile, <u8>mapped, TILE_MAP);
    }
  }
  for (let permutation = 0; permutation < PERMUTATIONS; permutation++) {
    const numbers = row(permutation);
    let rank = 0;
    let seen: u32 = 0;
    for (let i = 0; i < 7; i++) {
      let at = 0;
      while (load<u8>(numbers + at) != i) at++;
      rank = rank * (7 - i) + at - <i32>popcnt(seen & ((1 << at) - 1));
      seen |= 1 << at;
    }
    store<u16>(numbers, <u16>rank, INVERSE);
  }
}
