/**
 * The sequential test of two hypotheses about a difference in Elo: a match that is long enough to tell them apart and no
 * longer. The ratio is the generalised one: each hypothesis fixes only the mean of the pairs' scores, and the likeliest
 * distribution with that mean stands for it. For many pairs this is the well-known form with mean and variance; for few, or
 * for pairs that are all alike, where a variance says nothing, it stays moderate.
 */
import { expectedShare } from "./elo.ts";
import { pentanomial, type Pair, type Pentanomial } from "./pairs.ts";

export interface SprtBounds {
  readonly elo0: number;
  readonly elo1: number;
  /** How often H1 may be taken for true although H0 is. */
  readonly alpha: number;
  /** How often H0 may be taken for true although H1 is. */
  readonly beta: number;
}

export interface SprtState {
  /** Logarithm of the likelihood ratio; at `lower` H0 is taken for true, at `upper` H1. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly decision: "H0" | "H1" | null;
}

/** Share of the points in each kind of pair. */
const SHARES: readonly number[] = [0, 0.25, 0.5, 0.75, 1];
/** Pairs of each kind that are counted beforehand, so that no kind is held to be impossible. */
const PRIOR = 1e-3;
/** Halvings of an interval: as many as a double has room for. */
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
  const tilt0 = tiltTo(mean0, seen);
  const tilt1 = tiltTo(mean1, seen);
  return SHARES.reduce(
    (sum, share, kind) =>
      sum + (seen[kind] as number) * Math.log((1 + tilt0 * (share - mean0)) / (1 + tilt1 * (share - mean1))),
    0,
  );
}

/**
 * The likeliest distribution with a given mean is p(x) / (1 + t (x - mean)) for the one t, by Lagrange, that gives it this
 * mean. What must become zero falls as t grows, so t is found by halving.
 */
function tiltTo(mean: number, seen: readonly number[]): number {
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
