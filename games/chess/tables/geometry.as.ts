/**
 * Board geometry of the endgame tables: rays, steps, symmetries, and indices of unordered sets of squares. One memory block, filled once by
 * `fillGeometry` and shared by all threads.
 *
 * A symmetry is three bits applied in this order: 1 mirrors files, 2 mirrors ranks, 4 reflects at the diagonal a1-h8.
 */
import { NO_PAIR } from "./ending-constants";

/** Directions 0 to 3 are a rook's, 4 to 7 a bishop's. */
const RAYS: usize = 0; // u8 [64][8][8], squares outwards, then 255
const KING_STEPS: usize = RAYS + 64 * 64; // u8 [64][16], count and squares
const KNIGHT_STEPS: usize = KING_STEPS + 64 * 16;
const KING_BITS: usize = KNIGHT_STEPS + 64 * 16; // u64 [64]
const KNIGHT_BITS: usize = KING_BITS + 64 * 8;
const PAWN_BITS: usize = KNIGHT_BITS + 64 * 8; // u64 [2][64]
const BETWEEN: usize = PAWN_BITS + 2 * 64 * 8; // u64 [64][64]
const SYMMETRY: usize = BETWEEN + 64 * 64 * 8; // u8 [8][64]
const CANONICAL: usize = SYMMETRY + 8 * 64; // u8 [64], the symmetry that brings a square into the triangle a1-d1-d4
const TRIANGLE: usize = CANONICAL + 64; // u8 [64], number of a square of the triangle
const TRIANGLE_SQUARES: usize = TRIANGLE + 64; // u8 [16]
const PAIRS: usize = TRIANGLE_SQUARES + 16; // u16 [64][64], number of an unordered pair
const PAIR_SQUARES: usize = PAIRS + 64 * 64 * 2; // u8 [2048][2]
const TRIPLE_SQUARES: usize = PAIR_SQUARES + 2048 * 2; // u8 [41664][4]
const KING_PAIRS: usize = TRIPLE_SQUARES + 41664 * 4; // u16 [64][64], pairs without pawns, the white king in the triangle
const PAWN_KING_PAIRS: usize = KING_PAIRS + 64 * 64 * 2; // u16 [64][64], pairs with pawns
const KING_PAIR_SQUARES: usize = PAWN_KING_PAIRS + 64 * 64 * 2; // u8 [462][2], then u8 [3612][2]
const GEOMETRY_BYTES: usize = KING_PAIR_SQUARES + (462 + 3612) * 2;

export const PAIR_COUNT: i32 = 2016;
export const TRIPLE_COUNT: i32 = 41664;

const FILE_A: u64 = 0x0101010101010101;
const FILE_H: u64 = 0x8080808080808080;

let geometry: usize = 0;

export function setGeometry(address: usize): void {
  geometry = address;
}

@inline
export function bit(square: i32): u64 {
  return <u64>1 << <u64>square;
}

/** Squares of a ray, nearest first, terminated by 255. */
@inline
export function ray(square: i32, direction: i32): usize {
  return geometry + RAYS + <usize>((square << 6) | (direction << 3));
}

/** The number of steps, then their squares. */
@inline
export function kingSteps(square: i32): usize {
  return geometry + KING_STEPS + <usize>(square << 4);
}

@inline
export function knightSteps(square: i32): usize {
  return geometry + KNIGHT_STEPS + <usize>(square << 4);
}

@inline
export function kingBits(square: i32): u64 {
  return load<u64>(geometry + KING_BITS + <usize>(square << 3));
}

@inline
export function knightBits(square: i32): u64 {
  return load<u64>(geometry + KNIGHT_BITS + <usize>(square << 3));
}

@inline
export function pawnBits(square: i32, colour: i32): u64 {
  return load<u64>(geometry + PAWN_BITS + <usize>((colour << 9) | (square << 3)));
}

/** Squares strictly between two squares on a line; empty otherwise. */
@inline
export function between(a: i32, b: i32): u64 {
  return load<u64>(geometry + BETWEEN + <usize>(((a << 6) | b) << 3));
}

@inline
export function mapped(square: i32, symmetry: i32): i32 {
  return load<u8>(geometry + SYMMETRY + <usize>((symmetry << 6) | square));
}

@inline
export function canonicalSymmetry(square: i32): i32 {
  return load<u8>(geometry + CANONICAL + <usize>square);
}

@inline
export function triangleIndex(square: i32): i32 {
  return load<u8>(geometry + TRIANGLE + <usize>square);
}

@inline
export function triangleSquare(number: i32): i32 {
  return load<u8>(geometry + TRIANGLE_SQUARES + <usize>number);
}

@inline
export function onDiagonal(square: i32): bool {
  return (square & 7) == square >> 3;
}

@inline
export function pairIndex(a: i32, b: i32): i32 {
  return load<u16>(geometry + PAIRS + <usize>(((a << 6) | b) << 1));
}

/** Address of the squares of a pair. */
@inline
export function pairSquares(number: i32): usize {
  return geometry + PAIR_SQUARES + <usize>(number << 1);
}

@inline
export function tripleSquares(number: i32): usize {
  return geometry + TRIPLE_SQUARES + <usize>(number << 2);
}

/** The index of a king pair; NO_PAIR if the kings are adjacent or not in canonical form. */
@inline
export function kingPair(white: i32, black: i32, pawnless: bool): i32 {
  return load<u16>(geometry + (pawnless ? KING_PAIRS : PAWN_KING_PAIRS) + <usize>(((white << 6) | black) << 1));
}

/** Address of the squares of a king pair. */
@inline
export function kingPairSquares(pair: i32, pawnless: bool): usize {
  return geometry + KING_PAIR_SQUARES + <usize>((pawnless ? pair : pair + 462) << 1);
}

export function tripleIndex(a: i32, b: i32, c: i32): i32 {
  const low = min(a, min(b, c));
  const high = max(a, max(b, c));
  const middle = a + b + c - low - high;
  return low + ((middle * (middle - 1)) >> 1) + high * (high - 1) * (high - 2) / 6;
}

/** All squares one king step away from the set. */
@inline
export function kingReach(set: u64): u64 {
  const column = (set << 8) | (set >> 8);
  const all = set | column;
  return column | ((all << 1) & ~FILE_A) | ((all >> 1) & ~FILE_H);
}

@inline
function mirrorFiles(set: u64): u64 {
  set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
  set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
  return ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
}

@inline
function mirrorRanks(set: u64): u64 {
  return bswap<u64>(set);
}

@inline
function transpose(set: u64): u64 {
  let t = 0x0f0f0f0f00000000 & (set ^ (set << 28));
  set ^= t ^ (t >> 28);
  t = 0x3333000033330000 & (set ^ (set << 14));
  set ^= t ^ (t >> 14);
  t = 0x5500550055005500 & (set ^ (set << 7));
  return set ^ (t ^ (t >> 7));
}

/** The image of a set under a symmetry. */
export function mappedSet(set: u64, symmetry: i32): u64 {
  if (symmetry & 1) set = mirrorFiles(set);
  if (symmetry & 2) set = mirrorRanks(set);
  return symmetry & 4 ? transpose(set) : set;
}

/** The preimage of a set under a symmetry. */
export function unmappedSet(set: u64, symmetry: i32): u64 {
  if (symmetry & 4) set = transpose(set);
  if (symmetry & 2) set = mirrorRanks(set);
  return symmetry & 1 ? mirrorFiles(set) : set;
}

export function geometryBytes(): usize {
  return GEOMETRY_BYTES;
}

@inline
function onBoard(file: i32, rank: i32): bool {
  return ((file | rank) & ~7) == 0;
}

/** File and rank offsets of the directions. */
function directionFile(direction: i32): i32 {
  return direction == 0 || direction == 4 || direction == 5 ? 1 : direction == 1 || direction > 5 ? -1 : 0;
}

function directionRank(direction: i32): i32 {
  return direction == 2 || direction == 4 || direction == 6 ? 1 : direction == 3 || direction == 5 || direction == 7 ? -1 : 0;
}

function addStep(steps: usize, bits: usize, square: i32, file: i32, rank: i32): void {
  if (!onBoard(file, rank)) return;
  const to = (rank << 3) | file;
  const list = steps + <usize>(square << 4);
  const count = load<u8>(list);
  store<u8>(list + 1 + count, to);
  store<u8>(list, count + 1);
  const set = bits + <usize>(square << 3);
  store<u64>(set, load<u64>(set) | bit(to));
}

/** Fills zeroed memory. */
export function fillGeometry(address: usize): void {
  setGeometry(address);
  for (let square = 0; square < 64; square++) fillSquare(address, square);
  for (let symmetry = 0; symmetry < 8; symmetry++) {
    for (let square = 0; square < 64; square++) {
      let to = square;
      if (symmetry & 1) to ^= 7;
      if (symmetry & 2) to ^= 56;
      if (symmetry & 4) to = ((to & 7) << 3) | (to >> 3);
      store<u8>(address + SYMMETRY + <usize>((symmetry << 6) | square), to);
    }
  }
  let inTriangle = 0;
  for (let square = 0; square < 32; square++) {
    const file = square & 7;
    if (file > 3 || square >> 3 > file) continue;
    store<u8>(address + TRIANGLE + <usize>square, inTriangle);
    store<u8>(address + TRIANGLE_SQUARES + <usize>inTriangle, square);
    inTriangle += 1;
  }
  for (let square = 0; square < 64; square++) {
    let symmetry = ((square & 7) > 3 ? 1 : 0) | (square >> 3 > 3 ? 2 : 0);
    const to = mapped(square, symmetry);
    if (to >> 3 > (to & 7)) symmetry |= 4;
    store<u8>(address + CANONICAL + <usize>square, symmetry);
  }
  fillSets(address);
  fillKingPairs(address + KING_PAIRS, true);
  fillKingPairs(address + PAWN_KING_PAIRS, false);
}

function fillKingPairs(table: usize, pawnless: bool): void {
  let pair = 0;
  for (let white = 0; white < 64; white++) {
    const used = !pawnless || canonicalSymmetry(white) == 0;
    for (let black = 0; black < 64; black++) {
      const at = table + <usize>(((white << 6) | black) << 1);
      const above = pawnless && onDiagonal(white) && black >> 3 > (black & 7);
      if (!used || above || white == black || kingBits(white) & bit(black)) {
        store<u16>(at, NO_PAIR);
        continue;
      }
      store<u16>(at, pair);
      store<u8>(kingPairSquares(pair, pawnless), white);
      store<u8>(kingPairSquares(pair, pawnless), black, 1);
      pair += 1;
    }
  }
}

function fillSquare(address: usize, square: i32): void {
  const file = square & 7;
  const rank = square >> 3;
  for (let direction = 0; direction < 8; direction++) {
    const df = directionFile(direction);
    const dr = directionRank(direction);
    const list = ray(square, direction);
    let passed: u64 = 0;
    let count: usize = 0;
    let f = file + df;
    let r = rank + dr;
    while (onBoard(f, r)) {
      const to = (r << 3) | f;
      store<u8>(list + count, to);
      store<u64>(address + BETWEEN + <usize>(((square << 6) | to) << 3), passed);
      passed |= bit(to);
      count += 1;
      f += df;
      r += dr;
    }
    store<u8>(list + count, 255);
    addStep(address + KING_STEPS, address + KING_BITS, square, file + df, rank + dr);
  }
  for (let df = -2; df <= 2; df++) {
    for (let dr = -2; dr <= 2; dr++) {
      if (df * df + dr * dr == 5) addStep(address + KNIGHT_STEPS, address + KNIGHT_BITS, square, file + df, rank + dr);
    }
  }
  const here = bit(square);
  const sides = ((here & ~FILE_A) >> 1) | ((here & ~FILE_H) << 1);
  store<u64>(address + PAWN_BITS + <usize>(square << 3), sides << 8);
  store<u64>(address + PAWN_BITS + <usize>(512 | (square << 3)), sides >> 8);
}

function fillSets(address: usize): void {
  for (let c = 0; c < 64; c++) {
    for (let b = 0; b < c; b++) {
      const pair = b + ((c * (c - 1)) >> 1);
      store<u16>(address + PAIRS + <usize>(((b << 6) | c) << 1), pair);
      store<u16>(address + PAIRS + <usize>(((c << 6) | b) << 1), pair);
      store<u8>(pairSquares(pair), b);
      store<u8>(pairSquares(pair), c, 1);
      for (let a = 0; a < b; a++) {
        const triple = tripleSquares(tripleIndex(a, b, c));
        store<u8>(triple, a);
        store<u8>(triple, b, 1);
        store<u8>(triple, c, 2);
      }
    }
  }
}
