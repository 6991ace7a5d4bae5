/** Symmetric positive definite systems by Cholesky decomposition; matrices are stored by rows. */

/** The lower triangle of the decomposition; the rest is 0. */
function decompose(matrix: Float64Array, n: number): Float64Array {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j] as number;
      for (let k = 0; k < j; k++) sum -= (lower[i * n + k] as number) * (lower[j * n + k] as number);
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / (lower[j * n + j] as number);
    }
  }
  return lower;
}

function substitute(lower: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) solution[i]! -= (lower[i * n + k] as number) * (solution[k] as number);
    solution[i]! /= lower[i * n + i] as number;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i]! -= (lower[k * n + i] as number) * (solution[k] as number);
    solution[i]! /= lower[i * n + i] as number;
  }
  return solution;
}

export function solveDefinite(matrix: Float64Array, right: Float64Array): Float64Array {
  return substitute(decompose(matrix, right.length), right);
}

export function invertDefinite(matrix: Float64Array, n: number): Float64Array {
  const lower = decompose(matrix, n);
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const unit = new Float64Array(n);
    unit[i] = 1;
    // The inverse is symmetric: columns are rows.
    inverse.set(substitute(lower, unit), i * n);
  }
  return inverse;
}
