/**
 * Bitboards by parity class, for playouts. A jump changes both coordinates by an even number, so a piece only lands on cells of its
 * own two parities: these classes are the four parts, and the hurdle of a jump is always in another part. In a part the cell (a, b) has
 * bit 5(i + j) + j, with i = a >> 1 and j = b >> 1: ascending like the cells, one row of the part per five bits, and a jump along an axis
 * is a constant shift. So chains of jumps are flood fills with a few word operations, for six pieces at once (SIMD).
 */
import { cells, column, row, side } from "./board.as";
import { high, low } from "./state.as";

// A part: for each axis, bits at the lower end of every jump that has a hurdle; free cells; both sides' pieces.
const PART_BYTES: usize = 64;
const HURDLES_B: usize = 8;
const HURDLES_C: usize = 16;
const FREE: usize = 24;
const PIECES: usize = 32;
/** Piece lists: one byte per piece with its cell; unused places hold NOWHERE. */
const PLACES: usize = 4 * PART_BYTES;
const PLACES_BYTES: usize = 16;
/** Pieces that findJumps handles per call. */
export const PLACES_AT_ONCE: i32 = 6;
export const PARITY_BOARD_BYTES: usize = PLACES + 2 * PLACES_BYTES;
const NOWHERE: i32 = 81;

// Shifts of jumps along the axes (2, 0), (0, 2), (-2, 2).
const SHIFT_A: i32 = 5;
const SHIFT_B: i32 = 6;
const SHIFT_C: i32 = 1;
const ROW_BITS: i32 = 5;

// The table has an entry per cell: bits of the three jumps over it, its own bit, offset of its part, its row in the part. Then the cells of
// all bits, and the empty parity board.
const CELL_BYTES: usize = 40;
const OWN_BIT: usize = 24;
const PART: usize = 32; // u32, byte offset of the part
const ROW: usize = 36; // i32
const CELLS_OF_BITS: usize = 82 * CELL_BYTES; // u8 [4][64]
const EMPTY_BOARD: usize = CELLS_OF_BITS + 4 * 64;
export const PARITY_TABLE_BYTES: usize = EMPTY_BOARD + PARITY_BOARD_BYTES;

let table: usize = 0;

export function useParities(block: usize): void {
  table = block;
}

/** Fills the block for the current board. */
export function buildParities(block: usize): void {
  useParities(block);
  memory.fill(block, 0, EMPTY_BOARD + PLACES);
  memory.fill(block + EMPTY_BOARD + PLACES, <u8>NOWHERE, 2 * PLACES_BYTES);
  for (let cell = 0; cell < cells; cell++) {
    const a = column(cell);
    const b = row(cell) - a;
    const entry = entryOf(cell);
    const part = (a & 1) | ((b & 1) << 1);
    store<u64>(entry, jumpBit(a - 1, b, a + 1, b));
    store<u64>(entry, jumpBit(a, b - 1, a, b + 1), HURDLES_B);
    store<u64>(entry, jumpBit(a + 1, b - 1, a - 1, b + 1), HURDLES_C);
    store<u64>(entry, (<u64>1) << bitAt(a, b), OWN_BIT);
    store<u32>(entry, part * <u32>PART_BYTES, PART);
    store<i32>(entry, (a >> 1) + (b >> 1), ROW);
    flipBits(block + EMPTY_BOARD + <usize>part * PART_BYTES + FREE, (<u64>1) << bitAt(a, b));
    store<u8>(block + CELLS_OF_BITS + <usize>part * PART_BYTES + <usize>bitAt(a, b), <u8>cell);
  }
}

function bitAt(a: i32, b: i32): u64 {
  return <u64>(ROW_BITS * ((a >> 1) + (b >> 1)) + (b >> 1));
}

/** The bit of a jump's lower end; 0 if an end is off the board. */
function jumpBit(a: i32, b: i32, endA: i32, endB: i32): u64 {
  return isOnBoard(a, b) && isOnBoard(endA, endB) ? (<u64>1) << bitAt(a, b) : 0;
}

function isOnBoard(a: i32, b: i32): bool {
  return a >= 0 && b >= 0 && a < side && b < side;
}

@inline
function entryOf(cell: i32): usize {
  return table + <usize>cell * CELL_BYTES;
}

@inline
function flipBits(word: usize, bits: u64): void {
  store<u64>(word, load<u64>(word) ^ bits);
}

/** Adds or removes a player's piece. */
@inline
function flipPiece(board: usize, player: i32, cell: i32): void {
  const entry = entryOf(cell);
  const part = load<u32>(entry, PART);
  // A hurdle differs from the ends of its jump in one parity or both.
  flipBits(board + (part ^ 64), load<u64>(entry));
  flipBits(board + (part ^ 128) + HURDLES_B, load<u64>(entry, HURDLES_B));
  flipBits(board + (part ^ 192) + HURDLES_C, load<u64>(entry, HURDLES_C));
  flipBits(board + part + FREE, load<u64>(entry, OWN_BIT));
  flipBits(board + part + PIECES + (<usize>player << 3), load<u64>(entry, OWN_BIT));
}

/** Builds the parity board of a state. */
export function fillParities(board: usize, state: usize): void {
  for (let i: usize = 0; i < PARITY_BOARD_BYTES; i += 16) v128.store(board + i, v128.load(table + EMPTY_BOARD + i));
  for (let player = 0; player < 2; player++) {
    let place = board + PLACES + <usize>player * PLACES_BYTES;
    for (let half = 0; half < 2; half++) {
      for (let word = half ? high(state, player) : low(state, player); word; word &= word - 1) {
        const cell = (half << 6) + <i32>ctz(word);
        flipPiece(board, player, cell);
        store<u8>(place, <u8>cell);
        place++;
      }
    }
  }
}

export function movePiece(board: usize, player: i32, from: i32, to: i32): void {
  flipPiece(board, player, from);
  flipPiece(board, player, to);
  const places = board + PLACES + <usize>player * PLACES_BYTES;
  const before = v128.load(places);
  v128.store(places, v128.bitselect(i8x16.splat(<i8>to), before, i8x16.eq(before, i8x16.splat(<i8>from))));
}

@inline
export function cellOfPlace(board: usize, player: i32, place: i32): i32 {
  return load<u8>(board + PLACES + <usize>player * PLACES_BYTES + place);
}

@inline
function two(first: usize, second: usize): v128 {
  return v128.load_lane<u64>(second, v128.load_zero<u64>(first), 1);
}

@inline
function jumped(from: v128, a: v128, b: v128, c: v128): v128 {
  const alongA = v128.or(i64x2.shl(v128.and(from, a), SHIFT_A), v128.and(i64x2.shr_u(from, SHIFT_A), a));
  const alongB = v128.or(i64x2.shl(v128.and(from, b), SHIFT_B), v128.and(i64x2.shr_u(from, SHIFT_B), b));
  const alongC = v128.or(i64x2.shl(v128.and(from, c), SHIFT_C), v128.and(i64x2.shr_u(from, SHIFT_C), c));
  return v128.or(v128.or(alongA, alongB), alongC);
}

/** Writes the jump targets of six pieces, from `place` on, to `out`: a word of bits of its part for each. */
export function findJumps(board: usize, player: i32, place: i32, out: usize): void {
  const e0 = entryOf(cellOfPlace(board, player, place));
  const e1 = entryOf(cellOfPlace(board, player, place + 1));
  const e2 = entryOf(cellOfPlace(board, player, place + 2));
  const e3 = entryOf(cellOfPlace(board, player, place + 3));
  const e4 = entryOf(cellOfPlace(board, player, place + 4));
  const e5 = entryOf(cellOfPlace(board, player, place + 5));
  const p0 = board + load<u32>(e0, PART);
  const p1 = board + load<u32>(e1, PART);
  const p2 = board + load<u32>(e2, PART);
  const p3 = board + load<u32>(e3, PART);
  const p4 = board + load<u32>(e4, PART);
  const p5 = board + load<u32>(e5, PART);
  const a0 = two(p0, p1);
  const a1 = two(p2, p3);
  const a2 = two(p4, p5);
  const b0 = two(p0 + HURDLES_B, p1 + HURDLES_B);
  const b1 = two(p2 + HURDLES_B, p3 + HURDLES_B);
  const b2 = two(p4 + HURDLES_B, p5 + HURDLES_B);
  const c0 = two(p0 + HURDLES_C, p1 + HURDLES_C);
  const c1 = two(p2 + HURDLES_C, p3 + HURDLES_C);
  const c2 = two(p4 + HURDLES_C, p5 + HURDLES_C);
  const free0 = two(p0 + FREE, p1 + FREE);
  const free1 = two(p2 + FREE, p3 + FREE);
  const free2 = two(p4 + FREE, p5 + FREE);
  let fresh0 = two(e0 + OWN_BIT, e1 + OWN_BIT);
  let fresh1 = two(e2 + OWN_BIT, e3 + OWN_BIT);
  let fresh2 = two(e4 + OWN_BIT, e5 + OWN_BIT);
  let left0 = free0;
  let left1 = free1;
  let left2 = free2;
  do {
    fresh0 = v128.and(jumped(fresh0, a0, b0, c0), left0);
    fresh1 = v128.and(jumped(fresh1, a1, b1, c1), left1);
    fresh2 = v128.and(jumped(fresh2, a2, b2, c2), left2);
    left0 = v128.xor(left0, fresh0);
    left1 = v128.xor(left1, fresh1);
    left2 = v128.xor(left2, fresh2);
  } while (v128.any_true(v128.or(v128.or(fresh0, fresh1), fresh2)));
  v128.store(out, v128.xor(free0, left0));
  v128.store(out, v128.xor(free1, left1), 16);
  v128.store(out, v128.xor(free2, left2), 32);
}

/** The row of a piece in its part. */
@inline
export function rowOfPiece(cell: i32): i32 {
  return load<i32>(entryOf(cell), ROW);
}

/** Row, within the part, of the jump target farthest forward; without targets, a row that is not forward. */
@inline
export function farthestRow(player: i32, jumps: u64): i32 {
  const bit = player == 0 ? <i32>ctz(jumps) : 63 - <i32>clz(jumps);
  return (bit * 13) >> 6; // bit / 5, for bits below 45
}

/** The cells of a row of a part. */
@inline
export function cellsOfRow(number: i32): u64 {
  return (<u64>31) << <u64>(ROW_BITS * number);
}

/** The cells of a part forward of a row. */
@inline
export function cellsBeforeRow(player: i32, number: i32): u64 {
  const lower = ((<u64>1) << <u64>(ROW_BITS * number)) - 1;
  return player == 0 ? lower : ~(lower | cellsOfRow(number));
}

/** The cell of a bit in the same part as `cell`. */
@inline
export function cellInPartOf(cell: i32, bit: i32): i32 {
  return load<u8>(table + CELLS_OF_BITS + load<u32>(entryOf(cell), PART) + bit);
}

@inline
export function cellOfBit(part: i32, bit: i32): i32 {
  return load<u8>(table + CELLS_OF_BITS + <usize>part * PART_BYTES + bit);
}

/** A player's pieces of a part that can roll forward by changing a (axis 0) or b (axis 1). */
@inline
export function rollers(board: usize, player: i32, part: i32, axis: i32): u64 {
  const own = load<u64>(board + <usize>part * PART_BYTES + PIECES + (<usize>player << 3));
  const free = load<u64>(board + <usize>(part ^ (1 << axis)) * PART_BYTES, FREE);
  const shift: u64 = axis == 0 ? SHIFT_A : SHIFT_B;
  // From an odd coordinate down, or an even one up, the halved coordinate stays the same; otherwise it changes by one.
  const isOdd = (part >> axis) & 1;
  if (player == 0) return own & (isOdd ? free : free << shift);
  return own & (isOdd ? free >> shift : free);
}
