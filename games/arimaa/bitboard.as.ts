/** Bitboards: sets of squares as 64 bits, a1 in bit 0. */
export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
/** c3, f3, c6, f6. */
export const TRAPS: u64 = 0x0000240000240000;

@inline export function bit(square: i32): u64 { return <u64>1 << <u64>square; }
@inline export function squareOf(set: u64): i32 { return <i32>ctz(set); }
@inline export function neighbours(set: u64): u64 {
  return (set << 8) | (set >> 8) | ((set & ~FILE_H) << 1) | ((set & ~FILE_A) >> 1);
}

/** The square offset of a step: south -8, west -1, east 1, north 8. */
@inline export function offsetOf(direction: i32): i32 {
  return direction < 2 ? 7 * direction - 8 : 7 * direction - 13;
}
/** The direction from a square to an adjacent one. */
@inline export function directionTo(from: i32, to: i32): i32 {
  const offset = to - from;
  return offset < 0 ? (offset + 8) / 7 : (offset + 13) / 7;
}
@inline export function stepOf(from: i32, to: i32): i32 { return from | (directionTo(from, to) << 6); }
@inline export function stepFrom(step: i32): i32 { return step & 63; }
@inline export function stepTo(step: i32): i32 { return (step & 63) + offsetOf(step >> 6); }

/** Trap squares to trap indices 0 to 3, and back. */
@inline export function trapIndex(square: i32): i32 { return (square & 1) | ((square >> 5) << 1); }
@inline export function trapSquare(index: i32): i32 { return 18 + 3 * (index & 1) + 24 * (index >> 1); }

@inline export function goalRow(colour: i32): u64 { return colour == 0 ? 0xff00000000000000 : 0xff; }
/** The squares behind a set, which rabbits of this colour may not step to. */
@inline export function behind(set: u64, colour: i32): u64 { return colour == 0 ? set >> 8 : set << 8; }
