/**
 * The transposition table of equilibrium search: buckets of two 32-byte entries (one cache line) in memory of the caller.
 * An entry: u64 hash, f64 lower and upper bound for player 0, u16 number of a good move of each player, u8 depth, u8 whether
 * the bounds are solved, u8 age. An entry of depth 0 is empty.
 */
import { EQ_ENTRY_BYTES } from "./constants";

const BUCKET: usize = 2 * EQ_ENTRY_BYTES;
const LOWER: usize = 8;
const UPPER: usize = 16;
const MOVES: usize = 24;
const DEPTH: usize = 28;
const SOLVED: usize = 29;
const AGE: usize = 30;

let table: usize = 0;
let bucketMask: u64 = 0;
let age: u8 = 0;

export function useTable(address: usize, bits: i32, searches: i32): void {
  table = address;
  bucketMask = ((<u64>1) << (bits - 1)) - 1;
  age = <u8>searches;
}

@inline
export function hasTable(): bool {
  return table != 0;
}

@inline
function bucketOf(hash: u64): usize {
  return table + <usize>(hash & bucketMask) * BUCKET;
}

/** Transposition table probe: the entry of a state, or 0. */
@inline
export function probeEntry(hash: u64): usize {
  const bucket = bucketOf(hash);
  if (load<u64>(bucket) == hash && load<u8>(bucket, DEPTH) != 0) return bucket;
  const other = bucket + EQ_ENTRY_BYTES;
  return load<u64>(other) == hash && load<u8>(other, DEPTH) != 0 ? other : 0;
}

@inline
export function entryLower(entry: usize): f64 {
  return load<f64>(entry, LOWER);
}

@inline
export function entryUpper(entry: usize): f64 {
  return load<f64>(entry, UPPER);
}

/** A player's move number in the order of `movesOf`. */
@inline
export function entryMove(entry: usize, player: i32): i32 {
  return <i32>load<u16>(entry + (<usize>player << 1), MOVES);
}

/** Whether the bounds depend on terminal states only. */
@inline
export function isSolved(entry: usize): bool {
  return load<u8>(entry, SOLVED) != 0;
}

/**
 * Whether the bounds hold for a search to `depth`: they have exactly this depth, so that the table never changes a value; or they are solved
 * within that depth.
 */
@inline
export function entryMatchesDepth(entry: usize, depth: i32): bool {
  const searched = <i32>load<u8>(entry, DEPTH);
  return searched == depth || (searched < depth && isSolved(entry));
}

/** Transposition table store. Replaces the state's own entry, else an empty one, else one of an earlier search, else the shallower. */
export function storeEntry(hash: u64, depth: i32, lower: f64, upper: f64, solved: bool, first: i32, second: i32): void {
  const bucket = bucketOf(hash);
  let replaced = bucket;
  if (load<u64>(bucket) != hash || load<u8>(bucket, DEPTH) == 0) {
    const other = bucket + EQ_ENTRY_BYTES;
    if (load<u64>(other) == hash || retention(other) < retention(bucket)) replaced = other;
  }
  store<u64>(replaced, hash);
  store<f64>(replaced, lower, LOWER);
  store<f64>(replaced, upper, UPPER);
  store<u16>(replaced, <u16>first, MOVES);
  store<u16>(replaced, <u16>second, MOVES + 2);
  store<u8>(replaced, <u8>depth, DEPTH);
  store<u8>(replaced, <u8>solved, SOLVED);
  store<u8>(replaced, age, AGE);
}

@inline
function retention(entry: usize): i32 {
  const depth = <i32>load<u8>(entry, DEPTH);
  return depth != 0 && load<u8>(entry, AGE) == age ? depth + 256 : depth;
}
