/** Pairs of games from one opening with both seatings: the unit of all match statistics. */

/** Points of the first player in the two games of a pair. */
export type Pair = readonly [number, number];

/** Number of pairs by the first player's points: 0, ½, 1, 1½, 2. */
export type Pentanomial = readonly [number, number, number, number, number];

/** Index of a pair in the pentanomial. */
export function pairKind([one, two]: Pair): number {
  return Math.round(2 * (one + two));
}

export function pentanomial(pairs: readonly Pair[]): Pentanomial {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const pair of pairs) counts[pairKind(pair)]!++;
  return counts;
}
