/** Measured figures with 95 % intervals: how they are combined, and when two of them agree. */

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

export interface Estimate {
  /** What it is, for a person. */
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

/** An interval of the difference wider than this many points says too little to be called agreement. */
export const WIDEST_AGREEMENT = 40;

/** A per cent of so many games that is only known as such: Wilson's interval, draws counted as half a win. */
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
 * A weighted sum of independent estimates. The distances to the ends of their intervals are added as squares, each end for
 * itself, which keeps intervals that lie unevenly about their value (Newcombe's difference is the case of two).
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
  return combination(`${one.what} less ${other.what}`, [
    [1, one],
    [-1, other],
  ]);
}

/** The per cent of the other player. */
export function complement(what: string, of: Estimate | null): Estimate | null {
  return of && { ...of, what, value: 100 - of.value, low: 100 - of.high, high: 100 - of.low };
}

/** The mean of those that are there; null if none is. */
export function average(what: string, estimates: readonly (Estimate | null)[]): Estimate | null {
  const there = estimates.filter((each) => each !== null);
  if (there.length === 0) return null;
  const count = there.length < estimates.length ? ` (${there.length} of ${estimates.length} there)` : "";
  return combination(
    what + count,
    there.map((each) => [1 / there.length, each]),
  );
}

/** The slope of the straight line of least squares through those that are there, from one place to the next. */
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
 * The estimate with its interval widened so far that all of `count` such intervals hold at once in 95 of 100 cases: a tail of
 * the normal distribution at √(z² + 2 ln k) is at most the k-th part of the tail at z.
 */
export function amongMany(of: Estimate, count: number): Estimate {
  const factor = Math.sqrt(Z ** 2 + 2 * Math.log(count)) / Z;
  return { ...of, low: of.value - factor * (of.value - of.low), high: of.value + factor * (of.high - of.value) };
}

/** Whether two figures differ by more than chance, agree, or rest on too few games to say. */
export function agreement(ours: Estimate, paper: Estimate): Agreement {
  const { low, high } = combination("", [
    [1, ours],
    [-1, paper],
  ]);
  if (low > 0 || high < 0) return "differs";
  return high - low <= WIDEST_AGREEMENT ? "agrees" : "too few games";
}
