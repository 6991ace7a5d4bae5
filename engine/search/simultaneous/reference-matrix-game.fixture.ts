/** Reference solver of small matrix games: enumeration of equal-size supports (Shapley and Snow, 1950). */

export type Matrix = readonly (readonly number[])[];

/** The value for the row player, who maximizes. */
export function valueBySupports(matrix: Matrix): number {
  const rows = matrix.map((_, i) => i);
  const columns = (matrix[0] as readonly number[]).map((_, j) => j);
  for (let size = 1; size <= Math.min(rows.length, columns.length); size++) {
    for (const some of subsets(rows, size)) {
      for (const others of subsets(columns, size)) {
        const value = valueOn(matrix, some, others);
        if (value !== null) return value;
      }
    }
  }
  throw new Error("no equilibrium found");
}

function subsets(list: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, i) => subsets(list.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** The value, if the indifference strategies on these supports are a Nash equilibrium; otherwise null. */
function valueOn(matrix: Matrix, rows: readonly number[], columns: readonly number[]): number | null {
  const payoff = (i: number, j: number): number => matrix[i]?.[j] as number;
  const y = indifferent(rows.map((i) => columns.map((j) => payoff(i, j))));
  const x = indifferent(columns.map((j) => rows.map((i) => payoff(i, j))));
  if (x === null || y === null) return null;
  const slack = 1e-9 * Math.max(1, ...matrix.flat().map(Math.abs));
  const tooHigh = matrix.some(
    (_, i) => columns.reduce((sum, j, k) => sum + payoff(i, j) * (y.strategy[k] as number), 0) > y.value + slack,
  );
  const tooLow = (matrix[0] as readonly number[]).some(
    (_, j) => rows.reduce((sum, i, k) => sum + payoff(i, j) * (x.strategy[k] as number), 0) < y.value - slack,
  );
  return tooHigh || tooLow ? null : y.value;
}

interface Indifference {
  readonly strategy: readonly number[];
  readonly value: number;
}

/** Probabilities that give each row the same payoff; null if there is no unique solution. */
function indifferent(payoffs: Matrix): Indifference | null {
  const size = payoffs.length;
  const equations = [...payoffs.map((row) => [...row, -1, 0]), [...Array.from({ length: size }, () => 1), 0, 1]];
  const solution = solveLinear(equations);
  if (solution === null) return null;
  const strategy = solution.slice(0, size);
  return strategy.some((p) => p < -1e-9) ? null : { strategy, value: solution[size] as number };
}

/** Gaussian elimination with pivoting; each equation ends with its right-hand side. */
function solveLinear(equations: readonly (readonly number[])[]): number[] | null {
  const rows = equations.map((row) => [...row]);
  const size = rows.length;
  for (let k = 0; k < size; k++) {
    const best = rows.slice(k).reduce((a, b) => (Math.abs(b[k] as number) > Math.abs(a[k] as number) ? b : a));
    if (Math.abs(best[k] as number) < 1e-9) return null;
    rows.splice(rows.indexOf(best), 1);
    rows.splice(k, 0, best);
    for (const row of rows) {
      if (row === best) continue;
      const factor = (row[k] as number) / (best[k] as number);
      for (let j = k; j <= size; j++) row[j] = (row[j] as number) - factor * (best[j] as number);
    }
  }
  return rows.map((row, k) => (row[size] as number) / (row[k] as number));
}
