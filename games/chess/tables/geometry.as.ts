/**
 * Board geometry of the endgame tables: rays, steps, symmetries, and indices of unordered sets of squares. One memory block, filled once by
 * `fillGeometry` and shared by all threads.
 *
 * A symmetry is three bits applied in this order: 1 mirrors files, 2 mirrors ranks, 4 reflects at the diagonal a1-h8.
 */
import { Geometry, KingPairs, SquarePair, SquareTriple, Steps } from "../../../build/layouts/games/chess/tables/geometry.as";
import { NO_PAIR } from "./ending-constants";

export const PAIR_COUNT: i32 = 2016;
export const TRIPLE_COUNT: i32 = 41664;

const FILE_A: u64 = 0x0101010101010101;
const FILE_H: u64 = 0x8080808080808080;

let geometry: Geometry = Geometry.at(0);

export function setGeometry(address: usize): void {
  geometry = Geometry.at(address);
}

@inline
export function bit(square: i32): u64 {
  return <u64>1 << <u64>square;
}

/** Address of the squares of a ray, nearest first, terminated by 255. */
@inline
export function ray(square: i32, direction: i32): usize {
  return geometry.rays[(square << 3) | direction].squaresAddress;
}

@inline
export function kingSteps(square: i32): Steps {
  return geometry.kingSteps[square];
}

@inline
export function knightSteps(square: i32): Steps {
  return geometry.knightSteps[square];
}

@inline
export function kingBits(square: i32): u64 {
  return geometry.kingBits[square];
}

@inline
export function knightBits(square: i32): u64 {
  return geometry.knightBits[square];
}

@inline
export function pawnBits(square: i32, colour: i32): u64 {
  return geometry.pawnBits[(colour << 6) | square];
}

/** Squares strictly between two squares on a line; empty otherwise. */
@inline
export function between(a: i32, b: i32): u64 {
  return geometry.between[(a << 6) | b];
}

@inline
export function mapped(square: i32, symmetry: i32): i32 {
  return geometry.symmetries[(symmetry << 6) | square];
}

@inline
export function canonicalSymmetry(square: i32): i32 {
  return geometry.canonical[square];
}

@inline
export function triangleIndex(square: i32): i32 {
  return geometry.triangle[square];
}

@inline
export function triangleSquare(number: i32): i32 {
  return geometry.triangleSquares[number];
}

@inline
export function onDiagonal(square: i32): bool {
  return (square & 7) == square >> 3;
}

@inline
export function pairIndex(a: i32, b: i32): i32 {
  return geometry.pairs[(a << 6) | b];
}

@inline
export function pairSquares(number: i32): SquarePair {
  return geometry.pairSquares[number];
}

@inline
export function tripleSquares(number: i32): SquareTriple {
  return geometry.tripleSquares[number];
}

@inline
function kingPairsOf(pawnless: bool): KingPairs {
  return pawnless ? geometry.kingPairs : geometry.pawnKingPairs;
}

/** The index of a king pair; NO_PAIR if the kings are adjacent or not in canonical form. */
@inline
export function kingPair(white: i32, black: i32, pawnless: bool): i32 {
  return kingPairsOf(pawnless).numbers[(white << 6) | black];
}

@inline
export function kingPairSquares(pair: i32, pawnless: bool): SquarePair {
  return pawnless ? geometry.kingPairSquares[pair] : geometry.pawnKingPairSquares[pair];
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
  return Geometry.BYTES;
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

function addStep(steps: Steps, file: i32, rank: i32): void {
  if (!onBoard(file, rank)) return;
  steps.squares[steps.count] = <u8>((rank << 3) | file);
  steps.count += 1;
}

function setOf(steps: Steps): u64 {
  let set: u64 = 0;
  for (let i = 0; i < <i32>steps.count; i++) set |= bit(steps.squares[i]);
  return set;
}

/** Fills zeroed memory. */
export function fillGeometry(address: usize): void {
  setGeometry(address);
  for (let square = 0; square < 64; square++) fillSquare(square);
  for (let symmetry = 0; symmetry < 8; symmetry++) {
    for (let square = 0; square < 64; square++) {
      let to = square;
      if (symmetry & 1) to ^= 7;
      if (symmetry & 2) to ^= 56;
      if (symmetry & 4) to = ((to & 7) << 3) | (to >> 3);
      geometry.symmetries[(symmetry << 6) | square] = <u8>to;
    }
  }
  let inTriangle = 0;
  for (let square = 0; square < 32; square++) {
    const file = square & 7;
    if (file > 3 || square >> 3 > file) continue;
    geometry.triangle[square] = <u8>inTriangle;
    geometry.triangleSquares[inTriangle] = <u8>square;
    inTriangle += 1;
  }
  for (let square = 0; square < 64; square++) {
    let symmetry = ((square & 7) > 3 ? 1 : 0) | (square >> 3 > 3 ? 2 : 0);
    const to = mapped(square, symmetry);
    if (to >> 3 > (to & 7)) symmetry |= 4;
    geometry.canonical[square] = <u8>symmetry;
  }
  fillSets();
  fillKingPairs(true);
  fillKingPairs(false);
}

function fillKingPairs(pawnless: bool): void {
  let next: u16 = 0;
  for (let white = 0; white < 64; white++) {
    const used = !pawnless || canonicalSymmetry(white) == 0;
    for (let black = 0; black < 64; black++) {
      const above = pawnless && onDiagonal(white) && black >> 3 > (black & 7);
      const none = !used || above || white == black || (kingBits(white) & bit(black)) != 0;
      const pair = none ? <u16>NO_PAIR : next;
      kingPairsOf(pawnless).numbers[(white << 6) | black] = pair;
      if (none) continue;
      const squares = kingPairSquares(pair, pawnless).squares;
      squares[0] = <u8>white;
      squares[1] = <u8>black;
      next += 1;
    }
  }
}

function fillSquare(square: i32): void {
  const file = square & 7;
  const rank = square >> 3;
  for (let direction = 0; direction < 8; direction++) {
    const df = directionFile(direction);
    const dr = directionRank(direction);
    const squares = geometry.rays[(square << 3) | direction].squares;
    let passed: u64 = 0;
    let count = 0;
    let f = file + df;
    let r = rank + dr;
    while (onBoard(f, r)) {
      const to = (r << 3) | f;
      squares[count] = <u8>to;
      geometry.between[(square << 6) | to] = passed;
      passed |= bit(to);
      count += 1;
      f += df;
      r += dr;
    }
    squares[count] = 255;
    addStep(kingSteps(square), file + df, rank + dr);
  }
  for (let df = -2; df <= 2; df++) {
    for (let dr = -2; dr <= 2; dr++) {
      if (df * df + dr * dr == 5) addStep(knightSteps(square), file + df, rank + dr);
    }
  }
  geometry.kingBits[square] = setOf(kingSteps(square));
  geometry.knightBits[square] = setOf(knightSteps(square));
  const here = bit(square);
  const sides = ((here & ~FILE_A) >> 1) | ((here & ~FILE_H) << 1);
  geometry.pawnBits[square] = sides << 8;
  geometry.pawnBits[64 | square] = sides >> 8;
}

function fillSets(): void {
  for (let c = 0; c < 64; c++) {
    for (let b = 0; b < c; b++) {
      const pair = b + ((c * (c - 1)) >> 1);
      geometry.pairs[(b << 6) | c] = <u16>pair;
      geometry.pairs[(c << 6) | b] = <u16>pair;
      pairSquares(pair).squares[0] = <u8>b;
      pairSquares(pair).squares[1] = <u8>c;
      for (let a = 0; a < b; a++) {
        const triple = tripleSquares(tripleIndex(a, b, c)).squares;
        triple[0] = <u8>a;
        triple[1] = <u8>b;
        triple[2] = <u8>c;
      }
    }
  }
}
