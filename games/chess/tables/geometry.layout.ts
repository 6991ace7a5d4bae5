/** Board geometry of the endgame tables (geometry.as.ts). Lists by several indices are flat, the last index fastest. */
import type { array, u16, u64, u8 } from "../../../engine/kernel/layout/types.ts";
import type { KING_PAIRS, KING_PAIRS_WITH_PAWNS } from "./ending-constants.ts";

/** Squares outwards, then 255. */
export interface Ray {
  squares: array<u8, 8>;
}

/** Squares one step away. */
export interface Steps {
  count: u8;
  squares: array<u8, 15>;
}

export interface SquarePair {
  squares: array<u8, 2>;
}

export interface SquareTriple {
  squares: array<u8, 3>;
  /** Makes the size a power of 2. */
  unused: u8;
}

export interface KingPairs {
  /** By squares of White and Black; NO_PAIR for none. */
  numbers: array<u16, 4096>;
}

export interface Geometry {
  /** By square and direction: 0 to 3 are a rook's, 4 to 7 a bishop's. */
  rays: array<Ray, 512>;
  kingSteps: array<Steps, 64>;
  knightSteps: array<Steps, 64>;
  kingBits: array<u64, 64>;
  knightBits: array<u64, 64>;
  /** By colour and square. */
  pawnBits: array<u64, 128>;
  /** By two squares. */
  between: array<u64, 4096>;
  /** The image of a square, by symmetry and square. */
  symmetries: array<u8, 512>;
  /** The symmetry that brings a square into the triangle a1-d1-d4. */
  canonical: array<u8, 64>;
  /** Number of a square of the triangle. */
  triangle: array<u8, 64>;
  triangleSquares: array<u8, 16>;
  /** Number of an unordered pair, by two squares. */
  pairs: array<u16, 4096>;
  pairSquares: array<SquarePair, 2048>;
  tripleSquares: array<SquareTriple, 41664>;
  /** Without pawns, the white king in the triangle. */
  kingPairs: KingPairs;
  /** With pawns. */
  pawnKingPairs: KingPairs;
  kingPairSquares: array<SquarePair, typeof KING_PAIRS>;
  pawnKingPairSquares: array<SquarePair, typeof KING_PAIRS_WITH_PAWNS>;
}
