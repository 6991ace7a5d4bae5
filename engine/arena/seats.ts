/** One game of a pair. */
export interface PairedGame {
  readonly pair: number;
  readonly firstPlaysFirst: boolean;
}

/**
 * For each seat whether the first player of the match has it. With more than two seats one player has a single seat, which
 * rotates from pair to pair, and the other the rest.
 */
export function seatsOfFirst(players: number, { pair, firstPlaysFirst }: PairedGame): boolean[] {
  const alone = players > 2 ? pair % players : 0;
  return Array.from({ length: players }, (_, seat) => (seat === alone) === firstPlaysFirst);
}

/** Points of the first player of the match: its share of all scores, or half if all are 0. */
export function pointsOfFirst(scores: readonly number[], game: PairedGame): number {
  const seats = seatsOfFirst(scores.length, game);
  const own = scores.reduce((sum, score, seat) => (seats[seat] ? sum + score : sum), 0);
  if (scores.length === 1) return own;
  const all = scores.reduce((sum, score) => sum + score, 0);
  return all === 0 ? 0.5 : own / all;
}
