/**
 * Attack bitboards. Sliding attacks use magic bitboards: the relevant occupancy times a magic number indexes a table of attacks.
 * TypeScript allocates the lookup tables, one kernel call fills them, and every thread receives their address.
 */
import { pawnAttacksEast, pawnAttacksWest, bit, kingMoves, knightMoves } from "./bitboard.as";
import { writeBishopMagics, writeRookMagics } from "./magics.as";

/** Offsets in the lookup region. 8 bytes a square for knights, kings, white and black pawns. */
const KNIGHTS: usize = 0;
const KINGS: usize = 512;
const PAWNS: usize = 1024;
/** Squares strictly between two squares on one line, 8 bytes at 64 * one + other; empty for other pairs. */
const BETWEEN: usize = 2048;
/** Magic entries, 32 bytes a square: occupancy mask, magic number, shift (u64), address of the attacks (u32). */
const ROOKS: usize = BETWEEN + 32768;
const BISHOPS: usize = ROOKS + 2048;
const RECORD: usize = 32;
const SLIDING: usize = BISHOPS + 2048;
/** 2^(bits of the mask) entries a square: 102,400 for rooks, 5,248 for bishops. */
export const ATTACK_BYTES: usize = SLIDING + 8 * (102400 + 5248);

let lookup: usize = 0;

export function useAttacks(region: usize): void {
  lookup = region;
}

@inline export function knightAttacks(square: i32): u64 { return load<u64>(lookup + (<usize>square << 3), KNIGHTS); }
@inline export function kingAttacks(square: i32): u64 { return load<u64>(lookup + (<usize>square << 3), KINGS); }
/** Attacks of a pawn of a colour. */
@inline export function pawnAttacks(square: i32, colour: i32): u64 {
  return load<u64>(lookup + (<usize>(square + (colour << 6)) << 3), PAWNS);
}
@inline export function between(one: i32, other: i32): u64 {
  return load<u64>(lookup + (<usize>((one << 6) + other) << 3), BETWEEN);
}

@inline
function slidingAttacks(record: usize, occupied: u64): u64 {
  const index = ((occupied & load<u64>(record)) * load<u64>(record, 8)) >> load<u64>(record, 16);
  return load<u64>(<usize>load<u32>(record, 24) + (<usize>index << 3));
}
@inline export function rookAttacks(square: i32, occupied: u64): u64 {
  return slidingAttacks(lookup + ROOKS + (<usize>square << 5), occupied);
}
@inline export function bishopAttacks(square: i32, occupied: u64): u64 {
  return slidingAttacks(lookup + BISHOPS + (<usize>square << 5), occupied);
}
@inline export function queenAttacks(square: i32, occupied: u64): u64 {
  return rookAttacks(square, occupied) | bishopAttacks(square, occupied);
}

/** Fills the lookup tables; called once per memory. */
export function buildAttacks(region: usize): void {
  for (let square = 0; square < 64; square++) {
    const at = region + (<usize>square << 3);
    store<u64>(at, knightMoves(bit(square)), KNIGHTS);
    store<u64>(at, kingMoves(bit(square)), KINGS);
    for (let colour = 0; colour < 2; colour++) {
      const attacks = pawnAttacksWest(bit(square), colour) | pawnAttacksEast(bit(square), colour);
      store<u64>(at + (<usize>colour << 9), attacks, PAWNS);
    }
    for (let direction = 0; direction < 8; direction++) buildBetween(region, square, direction);
  }
  writeRookMagics(region + ROOKS + 8, RECORD);
  writeBishopMagics(region + BISHOPS + 8, RECORD);
  const bishops = buildMagics(region + ROOKS, region + SLIDING, 0);
  buildMagics(region + BISHOPS, bishops, 4);
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

function buildBetween(region: usize, from: i32, direction: i32): void {
  let passed: u64 = 0;
  for (let square = neighbour(from, direction); square >= 0; square = neighbour(square, direction)) {
    store<u64>(region + (<usize>((from << 6) + square) << 3), passed, BETWEEN);
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
function buildMagics(records: usize, attacks: usize, first: i32): usize {
  let at = attacks;
  for (let square = 0; square < 64; square++) {
    const record = records + (<usize>square << 5);
    const mask = slidingRays(square, first, 0, false);
    const bits = popcnt(mask);
    store<u64>(record, mask);
    store<u64>(record, 64 - bits, 16);
    store<u32>(record, <u32>at, 24);
    let subset: u64 = 0;
    do {
      const index = (subset * load<u64>(record, 8)) >> (64 - bits);
      store<u64>(at + (<usize>index << 3), slidingRays(square, first, subset, true));
      subset = (subset - mask) & mask;
    } while (subset);
    at += (<usize>1 << <usize>bits) << 3;
  }
  return at;
}
