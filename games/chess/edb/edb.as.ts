/**
 * Evaluation by endgame databases (paper 000, section V): subsets of the pieces, each with both kings, are looked up in the tablebase, and their
 * values are combined linearly. A subset's value does not change while only other pieces move, so values are cached by placement: most
 * lookups of a search hit a small per-thread cache.
 */
import { EdbRecord, PlanRecord } from "../../../build/layouts/games/chess/edb/edb.as";
import { WIN_VALUE } from "../../../engine/contracts/rules.as";
import { NO_POSITION, probePlacement, searchValue } from "../tables/probe.as";
import { turnOf } from "../state.as";
import { CACHE_BITS, COMBINE_SUM, EDB_MAX_PIECES, NO_PIECE, PLY_VALUE, WEIGHT_ONE, EDB_WIN_VALUE } from "./edb-constants";

/** Memory of a thread: a placement, the pieces of the position, and the cache. */
const PLACEMENT: usize = 0; // bitboards as in a state, 64 bytes
const PIECE: usize = 64; // { u64 hash, u32 material, u8 colour, u8 kind, u8 square } [MOST_PIECES], 16 bytes each
const CACHE: usize = PIECE + 16 * EDB_MAX_PIECES; // { u32 check, i32 value } [2^CACHE_BITS]
const THREAD_BYTES: usize = CACHE + (8 << CACHE_BITS);

let edb: usize = 0;
let thread: usize = 0;
/** Sums of weighted values and of weights for the current position. */
let sum: i32 = 0;
let total: i32 = 0;
/** Its material key; 0 if the key cannot represent it. */
let materialKey: u32 = 0;
/** Lookups of the thread, and cache misses. */
let lookups: u32 = 0;
let misses: u32 = 0;

export function edbThreadBytes(): usize {
  return THREAD_BYTES;
}

/** `address` has `edbThreadBytes` zeroed bytes. */
export function setEdbThread(address: usize): void {
  thread = address;
}

/** Selects an evaluation; 0 for none. */
export function useEdb(address: usize): void {
  edb = address;
  // The tablebase may have changed.
  if (address != 0) memory.fill(thread + CACHE, 0, 8 << CACHE_BITS);
}

export function edbLookups(): u32 {
  return lookups;
}

export function edbMisses(): u32 {
  return misses;
}

/** Hash of a piece on a square. */
@inline
function scramble(key: u32): u64 {
  let bits = (<u64>key + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93;
  return bits ^ (bits >> 29);
}

@inline
function pieceAt(index: i32): usize {
  return thread + PIECE + (<usize>index << 4);
}

/** The value for the side to move in centipawns; 0 if no abstraction is covered. */
export function edbValue(state: usize): i32 {
  const pieces = readPieces(state);
  sum = 0;
  total = 0;
  if (pieces > EDB_MAX_PIECES) return 0;
  const turn = turnOf(state);
  const kings = load<u64>(state, 56);
  const hash = scramble(1 << 16 | <u32>ctz(kings & load<u64>(state))) ^ scramble(2 << 16 | <u32>ctz(kings & load<u64>(state, 8))) ^ <u64>turn;
  const plans = EdbRecord.at(edb).plans;
  const plan = plans ? <usize>load<u32>(plans + (<usize>materialKey << 2)) : 0;
  if (plan) {
    lookUpPlan(plan, state, hash, turn);
    return combined();
  }
  const smallest = EdbRecord.at(edb).smallest;
  const largest = EdbRecord.at(edb).largest;
  const weights = EdbRecord.at(edb).weights;
  for (let i = 0; i < pieces; i++) {
    const one = pieceAt(i);
    const hash1 = hash ^ load<u64>(one);
    const material1 = load<u32>(one, 8);
    if (smallest == 1) addIfWeighted(state, weights, material1, hash1, turn, one, 0, 0);
    if (largest == 1) continue;
    for (let j = i + 1; j < pieces; j++) {
      const two = pieceAt(j);
      const hash2 = hash1 ^ load<u64>(two);
      const material2 = material1 + load<u32>(two, 8);
      if (smallest <= 2) addIfWeighted(state, weights, material2, hash2, turn, one, two, 0);
      if (largest == 2) continue;
      for (let k = j + 1; k < pieces; k++) {
        const three = pieceAt(k);
        addIfWeighted(state, weights, material2 + load<u32>(three, 8), hash2 ^ load<u64>(three), turn, one, two, three);
      }
    }
  }
  return combined();
}

@inline
function combined(): i32 {
  if (total == 0) return 0;
  return EdbRecord.at(edb).combine == COMBINE_SUM ? sum / WEIGHT_ONE : sum / total;
}

/** Looks up the subsets of a plan, given by piece indices. */
function lookUpPlan(plan: usize, state: usize, hash: u64, turn: i32): void {
  total = PlanRecord.at(plan).drawn;
  const count = PlanRecord.at(plan).count;
  for (let i = 0; i < count; i++) {
    const subset = PlanRecord.at(plan).subsets[i];
    const one = pieceAt(subset.pieces[0]);
    let two: usize = 0;
    let three: usize = 0;
    let key = hash ^ load<u64>(one);
    if (subset.pieces[1] != NO_PIECE) {
      two = pieceAt(subset.pieces[1]);
      key ^= load<u64>(two);
      if (subset.pieces[2] != NO_PIECE) {
        three = pieceAt(subset.pieces[2]);
        key ^= load<u64>(three);
      }
    }
    addSubset(state, subset.weight, key, turn, one, two, three);
  }
}

/** Lists the pieces except kings; returns their number. */
function readPieces(state: usize): i32 {
  const count = <i32>popcnt(load<u64>(state) | load<u64>(state, 8)) - 2;
  materialKey = 0;
  if (count > EDB_MAX_PIECES) return count;
  let at = pieceAt(0);
  let fits = true;
  for (let colour: u32 = 0; colour < 2; colour++) {
    const own = load<u64>(state + <usize>(colour << 3));
    for (let kind: u32 = 0; kind < 5; kind++) {
      let set = own & load<u64>(state + 16 + <usize>(kind << 3));
      const like = <u32>popcnt(set);
      fits = fits && like <= 3;
      materialKey += like << (2 * kind + 10 * colour);
      while (set) {
        const square = <u32>ctz(set);
        set &= set - 1;
        store<u64>(at, scramble((3 + 5 * colour + kind) << 16 | square));
        store<u32>(at, <u32>1 << (2 * kind + 10 * colour), 8);
        store<u8>(at, colour, 12);
        store<u8>(at, kind, 13);
        store<u8>(at, square, 14);
        at += 16;
      }
    }
  }
  if (!fits) materialKey = 0;
  return count;
}

@inline
function put(placement: usize, piece: usize): void {
  const set = <u64>1 << <u64>load<u8>(piece, 14);
  const own = placement + (<usize>load<u8>(piece, 12) << 3);
  const kinds = placement + 16 + (<usize>load<u8>(piece, 13) << 3);
  store<u64>(own, load<u64>(own) | set);
  store<u64>(kinds, load<u64>(kinds) | set);
}

/** Adds a subset's value if its material has a weight. */
@inline
function addIfWeighted(state: usize, weights: usize, material: u32, hash: u64, turn: i32, one: usize, two: usize, three: usize): void {
  const weight = <i32>load<i16>(weights + (<usize>material << 1));
  if (weight != 0) addSubset(state, weight, hash, turn, one, two, three);
}

/** Adds a subset's value; illegal placements (side not to move in check) have none. */
@inline
function addSubset(state: usize, weight: i32, hash: u64, turn: i32, one: usize, two: usize, three: usize): void {
  lookups += 1;
  const entry = thread + CACHE + ((<usize>hash & ((1 << CACHE_BITS) - 1)) << 3);
  const check = <u32>(hash >> 32) | 1;
  let value = load<i32>(entry, 4);
  if (load<u32>(entry) != check) {
    value = lookUp(state, turn, one, two, three);
    store<u32>(entry, check);
    store<i32>(entry, value, 4);
  }
  if (value == NO_VALUE) return;
  sum += weight * value;
  total += weight;
}

const NO_VALUE: i32 = i32.MIN_VALUE;

function lookUp(state: usize, turn: i32, one: usize, two: usize, three: usize): i32 {
  misses += 1;
  const placement = thread + PLACEMENT;
  const kings = load<u64>(state, 56);
  memory.fill(placement, 0, 64);
  store<u64>(placement, kings & load<u64>(state));
  store<u64>(placement, kings & load<u64>(state, 8), 8);
  store<u64>(placement, kings, 56);
  put(placement, one);
  if (two) put(placement, two);
  if (three) put(placement, three);
  const found = probePlacement(placement, turn);
  if (found < 0 || found == NO_POSITION) return NO_VALUE;
  const value = searchValue(found);
  if (value == 0) return 0;
  return value < 0 ? PLY_VALUE * (WIN_VALUE + value) - EDB_WIN_VALUE : EDB_WIN_VALUE - PLY_VALUE * (WIN_VALUE - value);
}

