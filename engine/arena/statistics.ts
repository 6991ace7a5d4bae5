/** Match statistics: score, percentage, Elo, and confidence intervals. */
import { eloOf } from "./elo.ts";
import { pentanomial, type Pair, type Pentanomial } from "./pairs.ts";

export { sprt, type SprtBounds, type SprtState } from "./sprt.ts";

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

interface Score {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Percentage of the points. */
  readonly percent: number;
  /** 95 % confidence interval of the percentage. */
  readonly interval: readonly [low: number, high: number];
}

/** The score of the first mover. */
export type SeatScore = Score;

export interface Standing extends Score {
  readonly points: number;
  readonly pentanomial: Pentanomial;
  /** Elo difference of the percentage; infinite at 0 and 100 %. */
  readonly elo: { readonly value: number; readonly interval: readonly [low: number, high: number] };
}

/** The games of a pair share an opening and are dependent: pairs are the unit of the interval. */
export function standing(pairs: readonly Pair[]): Standing {
  const games = pairs.flat();
  const { mean, low, high } = meanWithInterval(pairs.map(([a, b]) => (a + b) / 2));
  return {
    ...scoreOf(games, mean, low, high),
    points: games.reduce((sum, points) => sum + points, 0),
    pentanomial: pentanomial(pairs),
    elo: { value: eloOf(mean), interval: [eloOf(low), eloOf(high)] },
  };
}

/** The score of independent games. */
export function seatScore(points: readonly number[]): SeatScore {
  const { mean, low, high } = meanWithInterval(points);
  return scoreOf(points, mean, low, high);
}

function scoreOf(games: readonly number[], mean: number, low: number, high: number): Score {
  return {
    games: games.length,
    wins: games.filter((points) => points > 0.5).length,
    draws: games.filter((points) => points === 0.5).length,
    losses: games.filter((points) => points < 0.5).length,
    percent: 100 * mean,
    interval: [100 * low, 100 * high],
  };
}

/**
 * The mean of values from 0 to 1 with its 95 % confidence interval: Wilson's, with the sample variance. Without variance the
 * interval still has a width: ten won pairs do not prove 100 %.
 */
function meanWithInterval(values: readonly number[]): { mean: number; low: number; high: number } {
  const n = values.length;
  const mean = n === 0 ? 0.5 : values.reduce((sum, value) => sum + value, 0) / n;
  const variance = n < 2 ? 0.25 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const centre = (n * mean + Z ** 2 / 2) / (n + Z ** 2);
  const half = (Z * Math.sqrt(n * variance + Z ** 2 / 4)) / (n + Z ** 2);
  return { mean, low: bounded(centre - half), high: bounded(centre + half) };
}

/** Clamps to [0, 1] and snaps rounding errors to the ends, where Elo is infinite. */
function bounded(share: number): number {
  return share < 1e-12 ? 0 : share > 1 - 1e-12 ? 1 : share;
}
