/**
 * Indices of squares and of sets of squares in a table. Squares that are equal by symmetry share an index, and indices within a group are dense.
 */

export const SQUARES = 64;

export function fileOf(square: number): number {
  return square & 7;
}

export function rankOf(square: number): number {
  return square >> 3;
}

/** Reflection in the a1-h8 diagonal. */
export function transposed(square: number): number {
  return (square >> 3) | ((square & 7) << 3);
}

/** Positive above the a1-h8 diagonal, 0 on it, negative below. */
export function sideOfDiagonal(square: number): number {
  return rankOf(square) - fileOf(square);
}

const MAX_CHOSEN = 6;
const BINOMIALS: readonly Float64Array[] = Array.from({ length: MAX_CHOSEN + 1 }, () => new Float64Array(SQUARES + 1));
(BINOMIALS[0] as Float64Array).fill(1);
for (let n = 1; n <= SQUARES; n++) {
  for (let k = 1; k <= MAX_CHOSEN; k++) (BINOMIALS[k] as Float64Array)[n] = binomial(n - 1, k) + binomial(n - 1, k - 1);
}

/** Binomial coefficient; k is at most 6 and n at most 64. */
export function binomial(n: number, k: number): number {
  return (BINOMIALS[k] as Float64Array)[n] as number;
}

function squaresWhere(test: (square: number) => boolean): number[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter(test);
}

function indexed(squares: readonly number[]): Int8Array {
  const numbers = new Int8Array(SQUARES).fill(-1);
  squares.forEach((square, number) => {
    numbers[square] = number;
  });
  return numbers;
}

/** The 28 squares below the a1-h8 diagonal, from b1. */
const BELOW_DIAGONAL: Int8Array = indexed(squaresWhere((square) => sideOfDiagonal(square) < 0));

/** The triangle a1-d1-d4: the six squares below the diagonal are 0 to 5, the four on it 6 to 9. */
const TRIANGLE: Int8Array = indexed([
  ...squaresWhere((square) => fileOf(square) < 4 && sideOfDiagonal(square) < 0),
  ...squaresWhere((square) => fileOf(square) < 4 && sideOfDiagonal(square) === 0),
]);

/** Placements of two kings up to symmetry. */
export const KING_PAIRS = 462;
const kingPairIndices = new Int16Array(10 * SQUARES).fill(-1);
indexKingPairs();

/** Ordered by the first king's square of the triangle; pairs with both kings on the diagonal come last. */
function indexKingPairs(): void {
  const first = squaresWhere((square) => (TRIANGLE[square] as number) >= 0).toSorted(
    (a, b) => (TRIANGLE[a] as number) - (TRIANGLE[b] as number),
  );
  const pairs = first.flatMap((one) =>
    squaresWhere(
      (other) =>
        Math.max(Math.abs(fileOf(one) - fileOf(other)), Math.abs(rankOf(one) - rankOf(other))) > 1 &&
        (sideOfDiagonal(one) !== 0 || sideOfDiagonal(other) <= 0),
    ).map((other) => [one, other] as const),
  );
  const bothOnDiagonal = ([one, other]: readonly [number, number]): boolean =>
    sideOfDiagonal(one) === 0 && sideOfDiagonal(other) === 0;
  const ordered = [...pairs.filter((pair) => !bothOnDiagonal(pair)), ...pairs.filter(bothOnDiagonal)];
  ordered.forEach(([one, other], number) => {
    kingPairIndices[(TRIANGLE[one] as number) * SQUARES + other] = number;
  });
}

/** The first king is in the triangle, the second not above the diagonal if the first is on it; -1 if adjacent. */
export function kingPairIndex(first: number, second: number): number {
  return kingPairIndices[(TRIANGLE[first] as number) * SQUARES + second] as number;
}

/** Placements of three unique pieces: the first in the triangle, the first one off the diagonal below it. */
export const PIECE_TRIPLES = 31_332;

/**
 * Triples are grouped by the first piece off the diagonal: the first, the second, the third, or none. `first`, `second` and `third` are
 * different squares.
 */
export function tripleIndex(first: number, second: number, third: number): number {
  const secondFree = second - Number(second > first);
  const thirdFree = third - Number(third > first) - Number(third > second);
  if (sideOfDiagonal(first) !== 0) return ((TRIANGLE[first] as number) * 63 + secondFree) * 62 + thirdFree;
  const withFirstOn = 6 * 63 * 62;
  if (sideOfDiagonal(second) !== 0)
    return withFirstOn + (rankOf(first) * 28 + (BELOW_DIAGONAL[second] as number)) * 62 + thirdFree;
  const withTwoOn = withFirstOn + 4 * 28 * 62;
  // Squares on the diagonal are identified by their rank.
  const secondRank = rankOf(second) - Number(second > first);
  if (sideOfDiagonal(third) !== 0)
    return withTwoOn + (rankOf(first) * 7 + secondRank) * 28 + (BELOW_DIAGONAL[third] as number);
  const thirdRank = rankOf(third) - Number(third > first) - Number(third > second);
  return withTwoOn + 4 * 7 * 28 + (rankOf(first) * 7 + secondRank) * 6 + thirdRank;
}

/** Lead of a pawn's square: closer to the edge, then less advanced. a2 47, h2 46, a3 45, … b2 35, … e7 0; -1 elsewhere. */
export const PAWN_LEAD: Int8Array = new Int8Array(SQUARES).fill(-1);
for (let file = 0, lead = 47; file < 4; file++) {
  for (let rank = 1; rank < 7; rank++) {
    PAWN_LEAD[8 * rank + file] = lead--;
    PAWN_LEAD[8 * rank + 7 - file] = lead--;
  }
}

/** Number of placements of `pawns` leading pawns with the leader on this file below `rank`. */
function leadersBelow(pawns: number, file: number, rank: number): number {
  let sum = 0;
  for (let lower = 1; lower < rank; lower++) sum += binomial(PAWN_LEAD[8 * lower + file] as number, pawns - 1);
  return sum;
}

/** Number of placements of leading pawns with the leader on a file from a (0) to d (3). */
export function leadingPawnPlacements(pawns: number, file: number): number {
  return leadersBelow(pawns, file, 7);
}

/** Index among these; the leader comes first, the others in any order. */
export function leadingPawnIndex(squares: readonly number[]): number {
  const [leader = 0, ...others] = squares;
  const leads = others.map((square) => PAWN_LEAD[square] as number).toSorted((a, b) => a - b);
  return leads.reduce(
    (sum, lead, i) => sum + binomial(lead, i + 1),
    leadersBelow(squares.length, fileOf(leader), rankOf(leader)),
  );
}
