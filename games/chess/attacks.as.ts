/**
 * Attack bitboards. Sliding attacks use magic bitboards: the relevant occupancy times a magic number indexes a table of attacks.
 * TypeScript allocates the lookup tables, one kernel call fills them, and every thread receives their address.
 */
import { AttackTables, Magic } from "../../build/layouts/games/chess/attacks.as";
import { Records } from "../../engine/kernel/layout/arrays.as";
import { pawnAttacksEast, pawnAttacksWest, bit, kingMoves, knightMoves } from "./bitboard.as";
import { writeBishopMagics, writeRookMagics } from "./magics.as";

export const ATTACK_BYTES: usize = AttackTables.BYTES;

/** An `AttackTables`. */
let lookup: usize = 0;

export function useAttacks(region: usize): void {
  lookup = region;
}

@inline export function knightAttacks(square: i32): u64 { return AttackTables.at(lookup).knights[square]; }
@inline export function kingAttacks(square: i32): u64 { return AttackTables.at(lookup).kings[square]; }
/** Attacks of a pawn of a colour. */
@inline export function pawnAttacks(square: i32, colour: i32): u64 {
  return AttackTables.at(lookup).pawns[square + (colour << 6)];
}
@inline export function between(one: i32, other: i32): u64 {
  return AttackTables.at(lookup).between[(one << 6) + other];
}

@inline
function slidingAttacks(magic: Magic, occupied: u64): u64 {
  const index = ((occupied & magic.mask) * magic.number) >> magic.shift;
  return load<u64>(magic.attacks + (<usize>index << 3));
}
@inline export function rookAttacks(square: i32, occupied: u64): u64 {
  return slidingAttacks(AttackTables.at(lookup).rooks[square], occupied);
}
@inline export function bishopAttacks(square: i32, occupied: u64): u64 {
  return slidingAttacks(AttackTables.at(lookup).bishops[square], occupied);
}
@inline export function queenAttacks(square: i32, occupied: u64): u64 {
  return rookAttacks(square, occupied) | bishopAttacks(square, occupied);
}

/** Fills the lookup tables; called once per memory. */
export function buildAttacks(region: usize): void {
  const tables = AttackTables.at(region);
  for (let square = 0; square < 64; square++) {
    tables.knights[square] = knightMoves(bit(square));
    tables.kings[square] = kingMoves(bit(square));
    for (let colour = 0; colour < 2; colour++) {
      tables.pawns[square + (colour << 6)] = pawnAttacksWest(bit(square), colour) | pawnAttacksEast(bit(square), colour);
    }
    for (let direction = 0; direction < 8; direction++) buildBetween(tables, square, direction);
  }
  writeRookMagics(tables.rooks[0].numberAddress, Magic.BYTES);
  writeBishopMagics(tables.bishops[0].numberAddress, Magic.BYTES);
  const bishops = buildMagics(tables.rooks, tables.slidingAddress, 0);
  buildMagics(tables.bishops, bishops, 4);
}

/** The next square in a direction: 0 to 3 along rank and file, 4 to 7 along the diagonals. -1 beyond the edge. */
function neighbour(square: i32, direction: i32): i32 {
  const straight = direction < 4;
  const low = direction & 1 ? 1 : -1;
  const high = direction & 2 ? 1 : -1;
  const file = (square & 7) + (straight ? (direction & 2 ? 0 : low) : low);
  const rank = (square >> 3) + (straight ? (direction & 2 ? low : 0) : high);
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

function buildBetween(tables: AttackTables, from: i32, direction: i32): void {
  let passed: u64 = 0;
  for (let square = neighbour(from, direction); square >= 0; square = neighbour(square, direction)) {
    tables.between[(from << 6) + square] = passed;
    passed |= bit(square);
  }
}

/** Squares in four directions up to the first occupied one; without the edge squares for occupancy masks. */
function slidingRays(from: i32, first: i32, occupied: u64, edge: bool): u64 {
  let seen: u64 = 0;
  for (let direction = first; direction < first + 4; direction++) {
    for (let square = neighbour(from, direction); square >= 0; square = neighbour(square, direction)) {
      if (!edge && neighbour(square, direction) < 0) break;
      seen |= bit(square);
      if (occupied & bit(square)) break;
    }
  }
  return seen;
}

/** Fills the magic entries and attack tables of one kind of slider; returns the end of the attacks. */
function buildMagics(magics: Records<Magic>, attacks: usize, first: i32): usize {
  let at = attacks;
  for (let square = 0; square < 64; square++) {
    const magic = magics[square];
    const mask = slidingRays(square, first, 0, false);
    const bits = popcnt(mask);
    magic.mask = mask;
    magic.shift = 64 - bits;
    magic.attacks = at;
    let subset: u64 = 0;
    do {
      const index = (subset * magic.number) >> (64 - bits);
      store<u64>(at + (<usize>index << 3), slidingRays(square, first, subset, true));
      subset = (subset - mask) & mask;
    } while (subset);
    at += (<usize>1 << <usize>bits) << 3;
  }
  return at;
}
