/** The Elo difference for an expected score from 0 to 1; infinite at 0 and 1. */
export function eloOf(share: number): number {
  return 400 * Math.log10(share / (1 - share));
}

/** The expected score for an Elo difference. */
export function expectedShare(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}
