/** Pawn structure with a pawn hash table: passed, connected, isolated, backward and doubled pawns. */
import { PawnEntry, PawnTable } from "../../../build/layouts/games/chess/search/pawns.as";
import { pawnAttacks } from "../attacks.as";
import { pawnAttacksEast, pawnAttacksWest, bit, FILE_A, FILE_H } from "../bitboard.as";
import { PAWN } from "../constants";
import { ofKind, piecesOf } from "../state.as";
import { term } from "./weights.as";
import { BACKWARD, CONNECTED, DOUBLED, ISOLATED, PASSED } from "./terms";

/** A power of 2. */
const ENTRIES: usize = PawnTable.BYTES / PawnEntry.BYTES;
export const PAWN_TABLE_BYTES: i32 = <i32>PawnTable.BYTES;
/** A `PawnTable`, or 0. */
let table: usize = 0;

/** Passed pawns of both sides, set by `pawnStructure`. */
export let passedPawns: u64 = 0;

/** 0 for no table. */
export function usePawnTable(region: usize): void {
  table = region;
}

@inline export function northFill(set: u64): u64 { set |= set << 8; set |= set << 16; return set | (set << 32); }
@inline export function southFill(set: u64): u64 { set |= set >> 8; set |= set >> 16; return set | (set >> 32); }
/** Squares ahead of the set from a colour's view, the set excluded. */
@inline export function frontSpan(set: u64, us: i32): u64 { return us == 0 ? northFill(set) << 8 : southFill(set) >> 8; }
@inline export function adjacentFiles(set: u64): u64 { return ((set & ~FILE_A) >> 1) | ((set & ~FILE_H) << 1); }
/** Rank from 0 from a colour's view. */
@inline export function relativeRank(square: i32, us: i32): i32 { return us == 0 ? square >> 3 : 7 - (square >> 3); }

/** The value for White, packed. */
@inline
export function pawnStructure<T>(state: usize, hash: u64): i32 {
  if (sizeof<T>() == 8 || table == 0 || hash == 0) return evaluatePawns<T>(state);
  const entry = PawnTable.at(table).entries[<usize>hash & (ENTRIES - 1)];
  if (entry.hash == hash) {
    passedPawns = entry.passed;
    return entry.value;
  }
  const value = evaluatePawns<T>(state);
  entry.hash = hash;
  entry.value = value;
  entry.passed = passedPawns;
  return value;
}

function evaluatePawns<T>(state: usize): i32 {
  const pawns = ofKind(state, PAWN);
  const white = pawns & piecesOf(state, 0);
  const black = pawns & piecesOf(state, 1);
  passedPawns = 0;
  return pawnsOf<T>(white, black, 0) + pawnsOf<T>(black, white, 1);
}

@inline
function pawnsOf<T>(own: u64, enemy: u64, us: i32): i32 {
  const sign = us == 0 ? 1 : -1;
  const enemyFront = frontSpan(enemy, 1 - us);
  const enemyAttacks = pawnAttacksWest(enemy, 1 - us) | pawnAttacksEast(enemy, 1 - us);
  const blocked = enemyFront | adjacentFiles(enemyFront);
  const ownFiles = northFill(own) | southFill(own);
  const enemyFiles = northFill(enemy) | southFill(enemy);
  const support = pawnAttacksWest(own, us) | pawnAttacksEast(own, us);
  // Squares that own pawns attack or could attack after advancing.
  const reach = support | frontSpan(support, us);
  let value = 0;
  passedPawns |= own & ~blocked & ~frontSpan(own, 1 - us);
  for (let set = own & ~blocked & ~frontSpan(own, 1 - us); set; set &= set - 1) value += term<T>(PASSED + relativeRank(<i32>ctz(set), us), sign);
  for (let set = own & (support | adjacentFiles(own)); set; set &= set - 1) value += term<T>(CONNECTED + relativeRank(<i32>ctz(set), us), sign);
  const isolated = own & ~adjacentFiles(ownFiles);
  value += term<T>(ISOLATED, sign * <i32>popcnt(isolated & enemyFiles));
  value += term<T>(ISOLATED + 1, sign * <i32>popcnt(isolated & ~enemyFiles));
  // Backward: an enemy pawn attacks the stop square, and no own pawn can support it.
  const stops = us == 0 ? own << 8 : own >> 8;
  const stuck = stops & enemyAttacks & ~reach;
  const backward = (us == 0 ? stuck >> 8 : stuck << 8) & ~isolated & ~reach;
  value += term<T>(BACKWARD, sign * <i32>popcnt(backward & enemyFiles));
  value += term<T>(BACKWARD + 1, sign * <i32>popcnt(backward & ~enemyFiles));
  value += term<T>(DOUBLED, sign * <i32>popcnt(own & frontSpan(own, us)));
  return value;
}
