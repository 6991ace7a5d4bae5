/** Log-odds against results: how well a number foretells who wins. */

export interface Fit {
  readonly positions: number;
  /** Mean of -log(the probability given to what happened), a draw being half a win and half a loss; guessing gives log 2. */
  readonly logLoss: number;
  /** Of the positions whose game was decided, the share in which the likelier side won. */
  readonly accuracy: number;
}

/** The probability that log-odds stand for. */
export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** log(1 + exp(-x)), also where exp(-x) is out of range. */
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
