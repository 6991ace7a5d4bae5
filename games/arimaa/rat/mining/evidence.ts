/** Statistical tests of contingency tables. */

/** The G statistic (twice the log-likelihood ratio) of a 2×2 table: of `all`, `cases` have a property; of `held`, `kept` have it. */
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

/** The threshold for the sum of two G statistics at a 5 % level with Bonferroni correction. */
export function evidenceThreshold(comparisons: number): number {
  return 2 * Math.log(comparisons / 0.05);
}
