/** What a match says about two players: score, per cent of points, and how far chance alone could move it. */

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

export interface Standing {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly points: number;
  /** Per cent of the possible points. */
  readonly percent: number;
  /** 95 % interval of the per cent of points. */
  readonly interval: readonly [low: number, high: number];
}

/**
 * Points of the first player in each pair of games (0 to 2). The two games of a pair share an opening and so depend on
 * each other: the pair is the unit. Wilson's interval with the variance seen among pairs; with no variance seen it still
 * has a width, as it must: ten pairs all won do not prove 100 %.
 */
export function standing(pairs: readonly (readonly [number, number])[]): Standing {
  const games = pairs.flat();
  const n = pairs.length;
  const means = pairs.map(([a, b]) => (a + b) / 2);
  const points = games.reduce((sum, score) => sum + score, 0);
  const mean = n === 0 ? 0.5 : means.reduce((sum, score) => sum + score, 0) / n;
  const variance = n < 2 ? 0.25 : means.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n - 1);
  const centre = (n * mean + Z ** 2 / 2) / (n + Z ** 2);
  const half = (Z * Math.sqrt(n * variance + Z ** 2 / 4)) / (n + Z ** 2);
  return {
    games: games.length,
    wins: games.filter((score) => score > 0.5).length,
    draws: games.filter((score) => score === 0.5).length,
    losses: games.filter((score) => score < 0.5).length,
    points,
    percent: 100 * mean,
    interval: [100 * Math.max(0, centre - half), 100 * Math.min(1, centre + half)],
  };
}
