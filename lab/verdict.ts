/** Verdicts on claims: a claim holds or does not hold only if the 95 % interval is decisive. */
import { amongMany, gamesText, type Estimate } from "./estimate.ts";

export type Outcome = "holds" | "does not hold" | "not settled";

export interface Verdict {
  readonly outcome: Outcome;
  readonly evidence: string;
}

/** The verdict without games. */
export const NO_GAMES: Verdict = { outcome: "not settled", evidence: "no games" };

export function atLeast(threshold: number, estimate: Estimate | null): Verdict {
  return within(threshold, Number.POSITIVE_INFINITY, estimate);
}

export function within(least: number, most: number, estimate: Estimate | null): Verdict {
  if (!estimate) return NO_GAMES;
  const { low, high } = estimate;
  const outcome = low >= least && high <= most ? "holds" : high < least || low > most ? "does not hold" : "not settled";
  return { outcome, evidence: describe(estimate) };
}

/** All estimates at least `threshold`. A counterexample must be significant after correction for multiple comparisons. */
export function every(threshold: number, estimates: readonly (Estimate | null)[]): Verdict {
  const present = estimates.filter((each) => each !== null);
  if (present.length === 0) return NO_GAMES;
  const above = present.filter(({ low }) => low >= threshold).length;
  const lowest = present.reduce((least, each) => (each.high < least.high ? each : least));
  const fails = present.some((each) => amongMany(each, estimates.length).high < threshold);
  const outcome = fails ? "does not hold" : above === estimates.length ? "holds" : "not settled";
  const missing = present.length < estimates.length ? `, ${estimates.length - present.length} without games` : "";
  return {
    outcome,
    evidence: `${above} of ${estimates.length} at least ${threshold} with 95 % confidence${missing}; lowest: ${describe(lowest)}`,
  };
}

export function describe({ what, value, low, high, games }: Estimate): string {
  // Differences of exact numbers have rounding errors.
  if (games === 0) return `${what}: ${Number(value.toPrecision(10))}`;
  return `${what}: ${value.toFixed(1)} (95 % interval ${low.toFixed(1)} to ${high.toFixed(1)}, ${gamesText(games)})`;
}
