/**
 * Evaluation by endgame databases (paper 000, section V): subsets of the pieces, each with both kings, are looked up in the tablebase, and their
 * values are combined linearly. A subset's value does not change while only other pieces move, so values are cached by placement: most
 * lookups of a search hit a small per-thread cache.
 */
import { AbstractionWeights, CachedValue, EdbPiece, EdbRecord, EdbThread, MaterialPlans, PlanRecord } from "../../../build/layouts/games/chess/edb/edb.as";
import { Placement } from "../../../build/layouts/games/chess/state.as";
import { WIN_VALUE } from "../../../engine/contracts/rules.as";
import { bit } from "../bitboard.as";
import { KING, PAWN } from "../constants";
import { kingSquare, occupiedSquares, ofKind, piecesOf, toggleColour, toggleKind, turnOf } from "../state.as";
import { NO_POSITION, probePlacement, searchValue } from "../tables/probe.as";
import { CACHE_ENTRIES, COMBINE_SUM, EDB_MAX_PIECES, NO_PIECE, PLY_VALUE, WEIGHT_ONE, EDB_WIN_VALUE } from "./edb-constants";

let edb: usize = 0;
/** An `EdbThread`. */
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
  return EdbThread.BYTES;
}

/** `address` has `edbThreadBytes` zeroed bytes. */
export function setEdbThread(address: usize): void {
  thread = address;
}

/** Selects an evaluation; 0 for none. */
export function useEdb(address: usize): void {
  edb = address;
  // The tablebase may have changed.
  if (address != 0) memory.fill(changetype<usize>(EdbThread.at(thread).cache), 0, <usize>CACHE_ENTRIES * CachedValue.BYTES);
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

/** In place of a piece of a subset. */
const NONE = changetype<EdbPiece>(0);

@inline
function pieceAt(index: i32): EdbPiece {
  return EdbThread.at(thread).pieces[index];
}

/** The value for the side to move in centipawns; 0 if no abstraction is covered. */
export function edbValue(state: usize): i32 {
  const pieces = readPieces(state);
  sum = 0;
  total = 0;
  if (pieces > EDB_MAX_PIECES) return 0;
  const turn = turnOf(state);
  const hash = scramble(1 << 16 | kingSquare(state, 0)) ^ scramble(2 << 16 | kingSquare(state, 1)) ^ <u64>turn;
  const plans = EdbRecord.at(edb).plans;
  const plan = plans ? <usize>MaterialPlans.at(plans).plans[materialKey] : 0;
  if (plan) {
    lookUpPlan(plan, state, hash, turn);
    return combined();
  }
  const smallest = EdbRecord.at(edb).smallest;
  const largest = EdbRecord.at(edb).largest;
  const weights = EdbRecord.at(edb).weights;
  for (let i = 0; i < pieces; i++) {
    const one = pieceAt(i);
    const hash1 = hash ^ one.hash;
    const material1 = one.material;
    if (smallest == 1) addIfWeighted(state, weights, material1, hash1, turn, one, NONE, NONE);
    if (largest == 1) continue;
    for (let j = i + 1; j < pieces; j++) {
      const two = pieceAt(j);
      const hash2 = hash1 ^ two.hash;
      const material2 = material1 + two.material;
      if (smallest <= 2) addIfWeighted(state, weights, material2, hash2, turn, one, two, NONE);
      if (largest == 2) continue;
      for (let k = j + 1; k < pieces; k++) {
        const three = pieceAt(k);
        addIfWeighted(state, weights, material2 + three.material, hash2 ^ three.hash, turn, one, two, three);
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
    let two = NONE;
    let three = NONE;
    let key = hash ^ one.hash;
    if (subset.pieces[1] != NO_PIECE) {
      two = pieceAt(subset.pieces[1]);
      key ^= two.hash;
      if (subset.pieces[2] != NO_PIECE) {
        three = pieceAt(subset.pieces[2]);
        key ^= three.hash;
      }
    }
    addSubset(state, subset.weight, key, turn, one, two, three);
  }
}

/** Lists the pieces except kings; returns their number. */
function readPieces(state: usize): i32 {
  const count = <i32>popcnt(occupiedSquares(state)) - 2;
  materialKey = 0;
  if (count > EDB_MAX_PIECES) return count;
  let index = 0;
  let fits = true;
  for (let colour: u32 = 0; colour < 2; colour++) {
    const own = piecesOf(state, colour);
    for (let kind: u32 = PAWN; kind < <u32>KING; kind++) {
      let set = own & ofKind(state, kind);
      const like = <u32>popcnt(set);
      fits = fits && like <= 3;
      materialKey += like << (2 * kind + 10 * colour);
      while (set) {
        const square = <u32>ctz(set);
        set &= set - 1;
        const piece = pieceAt(index);
        piece.hash = scramble((3 + 5 * colour + kind) << 16 | square);
        piece.material = <u32>1 << (2 * kind + 10 * colour);
        piece.colour = <u8>colour;
        piece.kind = <u8>kind;
        piece.square = <u8>square;
        index += 1;
      }
    }
  }
  if (!fits) materialKey = 0;
  return count;
}

@inline
function put(placement: usize, piece: EdbPiece): void {
  toggleColour(placement, piece.colour, bit(piece.square));
  toggleKind(placement, piece.kind, bit(piece.square));
}

/** Adds a subset's value if its material has a weight. */
@inline
function addIfWeighted(state: usize, weights: usize, material: u32, hash: u64, turn: i32, one: EdbPiece, two: EdbPiece, three: EdbPiece): void {
  const weight = <i32>AbstractionWeights.at(weights).weights[material];
  if (weight != 0) addSubset(state, weight, hash, turn, one, two, three);
}

/** Adds a subset's value; illegal placements (side not to move in check) have none. */
@inline
function addSubset(state: usize, weight: i32, hash: u64, turn: i32, one: EdbPiece, two: EdbPiece, three: EdbPiece): void {
  lookups += 1;
  const entry = EdbThread.at(thread).cache[<usize>hash & (CACHE_ENTRIES - 1)];
  const check = <u32>(hash >> 32) | 1;
  let value = entry.value;
  if (entry.check != check) {
    value = lookUp(state, turn, one, two, three);
    entry.check = check;
    entry.value = value;
  }
  if (value == NO_VALUE) return;
  sum += weight * value;
  total += weight;
}

const NO_VALUE: i32 = i32.MIN_VALUE;

function lookUp(state: usize, turn: i32, one: EdbPiece, two: EdbPiece, three: EdbPiece): i32 {
  misses += 1;
  const subset = EdbThread.at(thread).placement;
  const placement = changetype<usize>(subset);
  const kings = ofKind(state, KING);
  memory.fill(placement, 0, Placement.BYTES);
  subset.colours[0] = kings & piecesOf(state, 0);
  subset.colours[1] = kings & piecesOf(state, 1);
  subset.kinds[KING] = kings;
  put(placement, one);
  if (two != NONE) put(placement, two);
  if (three != NONE) put(placement, three);
  const found = probePlacement(placement, turn);
  if (found < 0 || found == NO_POSITION) return NO_VALUE;
  const value = searchValue(found);
  if (value == 0) return 0;
  return value < 0 ? PLY_VALUE * (WIN_VALUE + value) - EDB_WIN_VALUE : EDB_WIN_VALUE - PLY_VALUE * (WIN_VALUE - value);
}

