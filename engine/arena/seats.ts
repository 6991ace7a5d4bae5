/** Who of a match sits where in a game of it. */

/** Which game of which pair. */
export interface PairedGame {
  readonly pair: number;
  readonly firstPlaysFirst: boolean;
}

/**
 * For each seat whether the first player of the match has it. Of more than two seats one player has one and the other the
 * rest: which one goes round from pair to pair, so equal players make as many points over a pair.
 */
export function seatsOfFirst(players: number, { pair, firstPlaysFirst }: PairedGame): boolean[] {
  const alone = players > 2 ? pair % players : 0;
  return Array.from({ length: players }, (_, seat) => (seat === alone) === firstPlaysFirst);
}

/** What the first player of the match made of the scores of a game: its share of all that was made, half where nobody made anything. */
export function pointsOfFirst(scores: readonly number[], game: PairedGame): number {
  const seats = seatsOfFirst(scores.length, game);
  const own = scores.reduce((sum, score, seat) => (seats[seat] ? sum + score : sum), 0);
  if (scores.length === 1) return own;
  const all = scores.reduce((sum, score) => sum + score, 0);
  return all === 0 ? 0.5 : own / all;
}
