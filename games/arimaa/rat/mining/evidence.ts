/** How clearly shares differ from what chance would give. */

/** Of `held` of all cases `kept` have a property, of all there are `cases`: twice the logarithm of the likelihood ratio. */
export function likelihoodRatio(kept: number, held: number, cases: number, all: number): number {
  const part = (seen: number, row: number, column: number): number =>
    seen === 0 ? 0 : seen * Math.log((seen * all) / (row * column));
  return (
    2 *
    (part(kept, held, cases) +
      part(held - kept, held, all - cases) +
      part(cases - kept, all - held, cases) +
      part(all - held - cases + kept, all - held, all - cases))
  );
}

/** What two such ratios must sum to, so that among so many comparisons chance brings one about in one try of twenty. */
export function leastEvidence(comparisons: number): number {
  return 2 * Math.log(comparisons / 0.05);
}
