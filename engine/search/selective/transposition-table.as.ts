/**
 * The transposition table, shared by all threads of a search: buckets of four 16-byte entries (one cache line). An entry is two words:
 *   data: move (i32), value (i16), depth (u8), bound (2 bits) and age (6 bits)
 *   key: the upper 48 bits of the hash and the static evaluation (i16), XOR data
 * Two threads may write an entry concurrently; the XOR key then does not match (lockless hashing).
 */
import { MAX_EVALUATION } from "../../contracts/rules.as";

const BUCKET: usize = 64;
const KEY_MASK: u64 = 0xffff_ffff_ffff_0000;
/** No static evaluation: the side to move was in check. */
export const NO_EVALUATION: i32 = -32768;

let table: usize = 0;
let bucketMask: u64 = 0;
let age: u64 = 0;
/** Static evaluation of the last entry found by `probeEntry`. */
export let probedEvaluation: i32 = 0;

export function useTable(address: usize, bits: i32, searches: i32): void {
  table = address;
  bucketMask = ((<u64>1) << <u64>(bits - 2)) - 1;
  age = <u64>(searches & 63);
}

@inline
function bucketOf(hash: u64): usize {
  return table + <usize>(hash & bucketMask) * BUCKET;
}

/** Transposition table probe: the data of a position, or 0. */
@inline
export function probeEntry(hash: u64): u64 {
  if (!table) return 0;
  const bucket = bucketOf(hash);
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    const data = load<u64>(entry);
    const key = load<u64>(entry, 8) ^ data;
    if (((key ^ hash) & KEY_MASK) == 0 && data != 0) {
      probedEvaluation = <i32>(<i16>key);
      return data;
    }
  }
  return 0;
}

@inline export function moveOf(data: u64): i32 { return <i32>data; }
@inline export function depthOf(data: u64): i32 { return <i32>((data >> 48) & 0xff); }
@inline export function boundOf(data: u64): i32 { return <i32>((data >> 56) & 3); }
/** Win and loss distances are stored relative to the position and returned relative to the root. */
@inline
export function valueOf(data: u64, ply: i32): i32 {
  const value = <i32>(<i16>(data >> 32));
  return value > MAX_EVALUATION ? value - ply : value < -MAX_EVALUATION ? value + ply : value;
}

/** Transposition table store. Replaces the position's own entry, else one of an earlier search, else the shallowest. Depth ≥ 0. */
export function storeEntry(hash: u64, move: i32, value: i32, depth: i32, bound: i32, ply: i32, evaluation: i32): void {
  if (!table) return;
  const bucket = bucketOf(hash);
  let replaced = bucket;
  let least = i32.MAX_VALUE;
  let storedMove = move;
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    const data = load<u64>(entry);
    if ((((load<u64>(entry, 8) ^ data) ^ hash) & KEY_MASK) == 0) {
      replaced = entry;
      if (storedMove == 0) storedMove = moveOf(data);
      break;
    }
    const retention = data == 0 ? -1 : depthOf(data) + (data >> 58 == age ? 256 : 0);
    if (retention < least) {
      least = retention;
      replaced = entry;
    }
  }
  const storedValue = value > MAX_EVALUATION ? value + ply : value < -MAX_EVALUATION ? value - ply : value;
  const data =
    <u64>(<u32>storedMove) | (<u64>(<u16>storedValue) << 32) | (<u64>depth << 48) | (<u64>bound << 56) | (age << 58);
  store<u64>(replaced, data);
  store<u64>(replaced, ((hash & KEY_MASK) | <u64>(<u16>evaluation)) ^ data, 8);
}

/** Permille of entries written by this search, by sampling. */
export function hashfull(): i32 {
  if (!table) return 0;
  let used = 0;
  for (let i: usize = 0; i < 1000; i++) {
    const data = load<u64>(table + (i << 4));
    if (data != 0 && data >> 58 == age) used++;
  }
  return used;
}
