/** Logistic loss: how well log-odds predict results. */

export interface Fit {
  readonly positions: number;
  /** Mean negative log-likelihood; a draw is half a win and half a loss. Guessing gives log 2. */
  readonly logLoss: number;
  /** Share of correct predictions among decided games. */
  readonly accuracy: number;
}

/** The logistic function. */
export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** log(1 + exp(-x)) without overflow. */
function softLoss(x: number): number {
  return x > 0 ? Math.log1p(Math.exp(-x)) : -x + Math.log1p(Math.exp(x));
}

export function logLoss(logOdds: number, result: number): number {
  return result * softLoss(logOdds) + (1 - result) * softLoss(-logOdds);
}

export function fitOf<T extends { readonly result: number }>(
  examples: readonly T[],
  logOddsOf: (example: T) => number,
): Fit {
  let loss = 0;
  let right = 0;
  let decided = 0;
  for (const example of examples) {
    const logOdds = logOddsOf(example);
    loss += logLoss(logOdds, example.result);
    if (example.result === 0.5) continue;
    decided++;
    if (logOdds !== 0 && logOdds > 0 === example.result > 0.5) right++;
  }
  const positions = examples.length;
  return { positions, logLoss: loss / Math.max(1, positions), accuracy: right / Math.max(1, decided) };
}
