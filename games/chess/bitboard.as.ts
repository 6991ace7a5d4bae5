/** Bitboards: sets of squares as 64 bits. */
export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
export const RANK_1: u64 = 0xff;
export const RANK_3: u64 = 0xff0000;
export const RANK_6: u64 = 0xff0000000000;
export const RANK_8: u64 = 0xff00000000000000;
export const DARK_SQUARES: u64 = 0xaa55aa55aa55aa55;

@inline export function bit(square: i32): u64 { return <u64>1 << <u64>square; }
/** Least significant bit: the lowest square of a non-empty set. */
@inline export function lsb(set: u64): i32 { return <i32>ctz(set); }
@inline export function moreThanOne(set: u64): bool { return (set & (set - 1)) != 0; }

/** Squares one step ahead of pawns of a colour. */
@inline export function pawnPushes(set: u64, colour: i32): u64 { return colour == 0 ? set << 8 : set >> 8; }
/** Pawn attacks towards the a-file, and towards the h-file. */
@inline export function pawnAttacksWest(set: u64, colour: i32): u64 {
  return colour == 0 ? (set & ~FILE_A) << 7 : (set & ~FILE_A) >> 9;
}
@inline export function pawnAttacksEast(set: u64, colour: i32): u64 {
  return colour == 0 ? (set & ~FILE_H) << 9 : (set & ~FILE_H) >> 7;
}

@inline export function knightMoves(set: u64): u64 {
  const west1 = (set & ~FILE_A) >> 1;
  const east1 = (set & ~FILE_H) << 1;
  const west2 = (set & 0xfcfcfcfcfcfcfcfc) >> 2;
  const east2 = (set & 0x3f3f3f3f3f3f3f3f) << 2;
  const near = west1 | east1;
  const far = west2 | east2;
  return (near << 16) | (near >> 16) | (far << 8) | (far >> 8);
}
@inline export function kingMoves(set: u64): u64 {
  const row = set | ((set & ~FILE_A) >> 1) | ((set & ~FILE_H) << 1);
  return (row | (row << 8) | (row >> 8)) & ~set;
}
