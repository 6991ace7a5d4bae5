/** Pairs of games from one opening, each player once in either seat: the unit that all statistics of a match count. */

/** Points of the first player in the two games of a pair. */
export type Pair = readonly [number, number];

/** Pairs by the points that the first player made of them: 0, ½, 1, 1½, 2. */
export type Pentanomial = readonly [number, number, number, number, number];

/** Where a pair belongs in the pentanomial. */
export function pairKind([one, two]: Pair): number {
  return Math.round(2 * (one + two));
}

export function pentanomial(pairs: readonly Pair[]): Pentanomial {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const pair of pairs) counts[pairKind(pair)]!++;
  return counts;
}
