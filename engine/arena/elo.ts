/** Elo's logistic scale: how much stronger a player is that makes this share of the points. */

/** The difference in Elo at which a share of the points, from 0 to 1, is expected; infinite at 0 and 1. */
export function eloOf(share: number): number {
  return 400 * Math.log10(share / (1 - share));
}

/** The share of the points that is expected of a player so much stronger. */
export function expectedShare(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}
