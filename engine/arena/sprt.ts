/**
 * SPRT (sequential probability ratio test) of two hypotheses about an Elo difference, with the generalized likelihood ratio over the
 * pentanomial: each hypothesis fixes only the mean of the pairs' scores and is represented by its maximum likelihood
 * distribution. For many pairs this approaches the formula with mean and variance; for few or equal pairs it stays moderate.
 */
import { expectedShare } from "./elo.ts";
import { pentanomial, type Pair, type Pentanomial } from "./pairs.ts";

export interface SprtBounds {
  readonly elo0: number;
  readonly elo1: number;
  /** Type I error rate: H1 accepted although H0 is true. */
  readonly alpha: number;
  /** Type II error rate: H0 accepted although H1 is true. */
  readonly beta: number;
}

export interface SprtState {
  /** Log-likelihood ratio; H0 is accepted at `lower`, H1 at `upper`. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly decision: "H0" | "H1" | null;
}

/** Score of each kind of pair. */
const SHARES: readonly number[] = [0, 0.25, 0.5, 0.75, 1];
/** Pseudocount of each kind of pair, so that no probability is 0. */
const PRIOR = 1e-3;
/** Bisection steps, for double precision. */
const HALVINGS = 60;

export function sprt(pairs: readonly Pair[], bounds: SprtBounds): SprtState {
  return sprtOfCounts(pentanomial(pairs), bounds);
}

export function sprtOfCounts(counts: Pentanomial, { elo0, elo1, alpha, beta }: SprtBounds): SprtState {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr = logLikelihoodRatio(counts, expectedShare(elo0), expectedShare(elo1));
  return { llr, lower, upper, decision: llr >= upper ? "H1" : llr <= lower ? "H0" : null };
}

function logLikelihoodRatio(counts: Pentanomial, mean0: number, mean1: number): number {
  const seen = counts.map((count) => count + PRIOR);
  const multiplier0 = lagrangeMultiplier(mean0, seen);
  const multiplier1 = lagrangeMultiplier(mean1, seen);
  return SHARES.reduce(
    (sum, share, kind) =>
      sum +
      (seen[kind] as number) * Math.log((1 + multiplier0 * (share - mean0)) / (1 + multiplier1 * (share - mean1))),
    0,
  );
}

/**
 * The maximum likelihood distribution with a given mean is p(x) / (1 + t (x - mean)), where the Lagrange multiplier t gives
 * this mean. Found by bisection, since the constraint is monotonic in t.
 */
function lagrangeMultiplier(mean: number, seen: readonly number[]): number {
  let [low, high] = [-1 / (1 - mean), 1 / mean];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const excess = SHARES.reduce(
      (sum, share, kind) => sum + ((seen[kind] as number) * (share - mean)) / (1 + middle * (share - mean)),
      0,
    );
    if (excess > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
