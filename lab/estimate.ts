/** Estimates with 95 % confidence intervals: combination and agreement. */

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

export interface Estimate {
  /** Label for display. */
  readonly what: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
}

export function gamesText(games: number): string {
  return games === 1 ? "1 game" : `${games} games`;
}

export type Agreement = "agrees" | "differs" | "too few games";

/** Agreement requires an interval of the difference at most this wide, in points. */
const WIDEST_AGREEMENT = 40;

/** A percentage of a number of games: Wilson interval, draws counted as half a win. */
export function fromPercent(what: string, percent: number, games: number): Estimate {
  const share = percent / 100;
  const centre = (share + Z ** 2 / (2 * games)) / (1 + Z ** 2 / games);
  const half = (Z * Math.sqrt((share * (1 - share)) / games + Z ** 2 / (4 * games ** 2))) / (1 + Z ** 2 / games);
  const low = Math.max(0, 100 * (centre - half));
  const high = Math.min(100, 100 * (centre + half));
  return { what, value: percent, low: Math.min(low, percent), high: Math.max(high, percent), games };
}

export function exact(what: string, value: number): Estimate {
  return { what, value, low: value, high: value, games: 0 };
}

/**
 * A weighted sum of independent estimates. Distances to the interval ends are added in quadrature, separately for each end, which
 * preserves asymmetric intervals (Newcombe's method for the difference of two proportions).
 */
export function combination(what: string, parts: readonly (readonly [weight: number, of: Estimate])[]): Estimate {
  let [value, below, above, games] = [0, 0, 0, 0];
  for (const [weight, of] of parts) {
    const ends = [weight * of.low, weight * of.high];
    value += weight * of.value;
    below += (weight * of.value - Math.min(...ends)) ** 2;
    above += (Math.max(...ends) - weight * of.value) ** 2;
    games += of.games;
  }
  return { what, value, low: value - Math.sqrt(below), high: value + Math.sqrt(above), games };
}

export function difference(one: Estimate | null, other: Estimate | null): Estimate | null {
  if (!one || !other) return null;
  return combination(`${one.what} minus ${other.what}`, [
    [1, one],
    [-1, other],
  ]);
}

/** The opponent's percentage. */
export function complement(what: string, of: Estimate | null): Estimate | null {
  return of && { ...of, what, value: 100 - of.value, low: 100 - of.high, high: 100 - of.low };
}

/** The mean of the available estimates; null if there are none. */
export function average(what: string, estimates: readonly (Estimate | null)[]): Estimate | null {
  const present = estimates.filter((each) => each !== null);
  if (present.length === 0) return null;
  const count = present.length < estimates.length ? ` (${present.length} of ${estimates.length} cells)` : "";
  return combination(
    what + count,
    present.map((each) => [1 / present.length, each]),
  );
}

/** The slope of the least-squares line through the available estimates, per position in the list. */
export function slope(what: string, estimates: readonly (Estimate | null)[]): Estimate | null {
  const points = estimates.flatMap((each, x) => (each ? [[x, each] as const] : []));
  if (points.length < 2) return null;
  const middle = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const squares = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  return combination(
    what,
    points.map(([x, each]) => [(x - middle) / squares, each]),
  );
}

/**
 * Widens the interval for `count` simultaneous comparisons at 95 % (at least Bonferroni): the tail of the normal distribution at
 * √(z² + 2 ln k) is at most 1/k of the tail at z.
 */
export function amongMany(of: Estimate, count: number): Estimate {
  const factor = Math.sqrt(Z ** 2 + 2 * Math.log(count)) / Z;
  return { ...of, low: of.value - factor * (of.value - of.low), high: of.value + factor * (of.high - of.value) };
}

/** Whether two figures differ significantly, agree, or have too few games. */
export function agreement(ours: Estimate, paper: Estimate): Agreement {
  const { low, high } = combination("", [
    [1, ours],
    [-1, paper],
  ]);
  if (low > 0 || high < 0) return "differs";
  return high - low <= WIDEST_AGREEMENT ? "agrees" : "too few games";
}
