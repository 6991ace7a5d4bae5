/**
 * The transposition table: buckets of four 16-byte entries (one cache line) in memory of the caller.
 * An entry: u64 hash, i32 move, i16 value, u8 depth, u8 bound (2 bits) and age (6 bits). An entry of depth 0 is empty.
 */
import { MAX_EVALUATION } from "../contracts/rules.as";
import { BOUND_LOWER, BOUND_UPPER } from "./constants";

const ENTRY_BITS: usize = 4;
const BUCKET: usize = 64;
const MOVE: usize = 8;
const VALUE: usize = 12;
const DEPTH: usize = 14;
const BOUND_AND_AGE: usize = 15;

let table: usize = 0;
let bucketMask: u64 = 0;
let age: u8 = 0;

export function useTable(address: usize, bits: i32, searches: i32): void {
  table = address;
  bucketMask = ((<u64>1) << (bits - 2)) - 1;
  age = <u8>((searches & 63) << 2);
}

/** Clears a table of 2^bits entries. */
export function clearTranspositions(address: usize, bits: i32): void {
  memory.fill(address, 0, (<usize>1) << (<usize>bits + ENTRY_BITS));
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
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    if (load<u64>(entry) == hash && load<u8>(entry, DEPTH) != 0) return entry;
  }
  return 0;
}

@inline
export function entryMove(entry: usize): i32 {
  return load<i32>(entry, MOVE);
}

@inline
export function entryBound(entry: usize): i32 {
  return load<u8>(entry, BOUND_AND_AGE) & 3;
}

@inline
export function entryDepth(entry: usize): i32 {
  return <i32>load<u8>(entry, DEPTH);
}

/** Win and loss distances are stored relative to the state and returned relative to the root. */
@inline
export function entryValue(entry: usize, ply: i32): i32 {
  const value = <i32>load<i16>(entry, VALUE);
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/**
 * Whether the entry's value equals that of a search to `depth`: it has exactly this depth, so that the table never changes
 * a value; or it is a win or loss proven within that depth.
 */
@inline
export function entryMatchesDepth(entry: usize, depth: i32, winValue: i32): bool {
  if (<i32>load<u8>(entry, DEPTH) == depth) return true;
  const value = <i32>load<i16>(entry, VALUE);
  return (
    (value > MAX_EVALUATION && winValue - value <= depth && entryBound(entry) != BOUND_UPPER) ||
    (value < -MAX_EVALUATION && winValue + value <= depth && entryBound(entry) != BOUND_LOWER)
  );
}

/** Transposition table store. Replaces the state's own entry, else one of an earlier search, else the shallowest. */
export function storeEntry(hash: u64, move: i32, value: i32, depth: i32, bound: i32, ply: i32): void {
  const bucket = bucketOf(hash);
  let replaced = bucket;
  let least = i32.MAX_VALUE;
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    const entryDepth = <i32>load<u8>(entry, DEPTH);
    if (load<u64>(entry) == hash || entryDepth == 0) {
      replaced = entry;
      break;
    }
    const retention = (load<u8>(entry, BOUND_AND_AGE) & 0xfc) == age ? entryDepth + 256 : entryDepth;
    if (retention < least) {
      least = retention;
      replaced = entry;
    }
  }
  store<u64>(replaced, hash);
  store<i32>(replaced, move, MOVE);
  const stored = value > MAX_EVALUATION ? value + ply : value < -MAX_EVALUATION ? value - ply : value;
  store<i16>(replaced, <i16>stored, VALUE);
  store<u8>(replaced, <u8>depth, DEPTH);
  store<u8>(replaced, <u8>bound | age, BOUND_AND_AGE);
}
