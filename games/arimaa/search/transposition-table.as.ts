/**
 * The transposition table, shared by all threads without locks: buckets of four entries of 16 bytes. An entry is the key xor the data and the data, so a
 * torn write never matches. Data: value (i32), key of the action (u16), depth (u8), bound (2 bits) and age (6 bits).
 */
import { LEAST_WIN } from "./terms";

const BUCKET: usize = 64;
export const UPPER_BOUND: i32 = 1;
export const LOWER_BOUND: i32 = 2;
export const EXACT: i32 = 3;

let table: usize = 0;
let mask: u64 = 0;
let age: u64 = 0;

/** `bits`: the table has 2^bits entries. `searches`: the number of searches so far, for aging. */
export function useTranspositionTable(address: usize, bits: i32, searches: i32): void {
  table = address;
  mask = ((<u64>1) << <u64>(bits - 2)) - 1;
  age = <u64>(searches & 63);
}

/** The data of a position, or 0. */
@inline
export function probe(key: u64): u64 {
  const bucket = table + <usize>(key & mask) * BUCKET;
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    const data = load<u64>(entry, 8);
    if ((load<u64>(entry) ^ data) == key && data != 0) return data;
  }
  return 0;
}

/** Wins are stored relative to the position. */
@inline
export function valueOf(data: u64, turns: i32): i32 {
  const value = <i32>(data & 0xffffffff);
  return value > LEAST_WIN ? value - turns : value < -LEAST_WIN ? value + turns : value;
}
@inline export function actionOf(data: u64): u32 { return <u32>((data >> 32) & 0xffff); }
@inline export function depthOf(data: u64): i32 { return <i32>((data >> 48) & 0xff); }
@inline export function boundOf(data: u64): i32 { return <i32>((data >> 56) & 3); }

export function storeEntry(key: u64, value: i32, action: u32, depth: i32, bound: i32, turns: i32): void {
  const stored = value > LEAST_WIN ? value + turns : value < -LEAST_WIN ? value - turns : value;
  const data =
    <u64>(<u32>stored) |
    (<u64>(action & 0xffff) << 32) |
    (<u64>depth << 48) |
    (<u64>bound << 56) |
    (age << 58);
  const bucket = table + <usize>(key & mask) * BUCKET;
  let victim = bucket;
  let lowest = i32.MAX_VALUE;
  for (let entry = bucket; entry < bucket + BUCKET; entry += 16) {
    const old = load<u64>(entry, 8);
    if ((load<u64>(entry) ^ old) == key || old == 0) {
      victim = entry;
      break;
    }
    const priority = depthOf(old) + (old >> 58 == age ? 256 : 0);
    if (priority < lowest) {
      lowest = priority;
      victim = entry;
    }
  }
  store<u64>(victim, key ^ data);
  store<u64>(victim, data, 8);
}
