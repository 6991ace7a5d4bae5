/** Small dense systems of linear equations. */

/** Solves `matrix · x = right` by Gaussian elimination with pivoting; null if the matrix is singular. */
export function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  for (let column = 0; column < size; column++) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] as number));
    const pivot = column + below.indexOf(Math.max(...below));
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const top = rows[column] as number[];
    const head = top[column] as number;
    if (!(Math.abs(head) > Number.MIN_VALUE)) return null;
    for (const row of rows.slice(column + 1)) {
      const factor = (row[column] as number) / head;
      for (let i = column; i <= size; i++) row[i] = (row[i] as number) - factor * (top[i] as number);
    }
  }
  const x = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    const known = x.reduce((sum, value, j) => (j > i ? sum + value * (row[j] as number) : sum), 0);
    x[i] = ((row[size] as number) - known) / (row[i] as number);
  }
  return x;
}
