/**
 * Zero-sum matrix games: the value and a Nash equilibrium in mixed strategies. The row player maximizes. First looks for a saddle point in
 * pure strategies, then applies the simplex method to Dantzig's linear program. A pivot costs rows × columns, and about as many
 * pivots are needed as the smaller side has moves. Dominated moves do not stay in the basis, so they are not eliminated beforehand.
 */

/** Tolerance of the tableau, whose entries are about 1. */
const TINY: f64 = 1e-11;

/** Exploitability of the last solution: best response value of the row player minus that of the column player. */
export let matrixGap: f64 = 0;

// The simplex tableau: (rows + 1) × (columns + 1) numbers, and the variable of each row and column.
let tableau: usize = 0;
let labels: usize = 0;
let height: usize = 0;
let width: usize = 0;

export function matrixGameBytes(rows: usize, columns: usize): usize {
  return 8 * (rows + 1) * (columns + 1) + 4 * (rows + columns + 1);
}

/**
 * The value of a matrix of payoffs (f64, row-major). Writes a probability (f64) for each row to `x` and for each column to `y`.
 * `scratch` has `matrixGameBytes`.
 */
export function solveMatrixGame(matrix: usize, rows: i32, columns: i32, x: usize, y: usize, scratch: usize): f64 {
  height = <usize>rows;
  width = <usize>columns;
  memory.fill(x, 0, height << 3);
  memory.fill(y, 0, width << 3);
  if (findSaddlePoint(matrix, x, y, scratch)) return saddleValue;
  tableau = scratch;
  labels = scratch + 8 * (height + 1) * (width + 1);
  const least = fillTableau(matrix);
  // Dantzig's rule is fast but may cycle; Bland's rule cannot.
  const patience = 20 * (rows + columns);
  for (let pivots = 0; ; pivots++) {
    const column = enteringColumn(pivots > patience);
    if (column < 0) break;
    const row = leavingRow(column, pivots > patience);
    if (row < 0) break; // impossible: all payoffs of the program are positive
    pivot(<usize>row, <usize>column);
  }
  readStrategies(x, y);
  return certify(matrix, x, y, least);
}

let saddleValue: f64 = 0;

/** Maximin row and minimax column, the first ones, if their values are equal. */
function findSaddlePoint(matrix: usize, x: usize, y: usize, maxima: usize): bool {
  let maximin = -Infinity;
  let bestRow: usize = 0;
  for (let j: usize = 0; j < width; j++) store<f64>(maxima + (j << 3), -Infinity);
  let at = matrix;
  for (let i: usize = 0; i < height; i++) {
    let least = Infinity;
    for (let j: usize = 0; j < width; j++) {
      const payoff = load<f64>(at);
      at += 8;
      if (payoff < least) least = payoff;
      if (payoff > load<f64>(maxima + (j << 3))) store<f64>(maxima + (j << 3), payoff);
    }
    if (least > maximin) {
      maximin = least;
      bestRow = i;
    }
  }
  for (let j: usize = 0; j < width; j++) {
    if (load<f64>(maxima + (j << 3)) > maximin) continue;
    store<f64>(x + (bestRow << 3), 1);
    store<f64>(y + (j << 3), 1);
    saddleValue = maximin;
    matrixGap = 0;
    return true;
  }
  return false;
}

@inline
function entry(row: usize, column: usize): usize {
  return tableau + ((row * (width + 1) + column) << 3);
}

/**
 * Scales the payoffs to [1, 2]; maximize Σ q with Σ payoff · q ≤ 1 for every row. Variables 0, 1, … are the slacks of the rows, followed
 * by the q of the columns. Returns the smallest payoff.
 */
function fillTableau(matrix: usize): f64 {
  let least = Infinity;
  let most = -Infinity;
  const end = matrix + ((height * width) << 3);
  for (let at = matrix; at < end; at += 8) {
    least = min(least, load<f64>(at));
    most = max(most, load<f64>(at));
  }
  const scale = 1 / (most - least); // not 0: equal payoffs are a saddle point
  let from = matrix;
  let to = tableau;
  for (let i: usize = 0; i < height; i++) {
    for (let j: usize = 0; j < width; j++) {
      store<f64>(to, 1 + (load<f64>(from) - least) * scale);
      from += 8;
      to += 8;
    }
    store<f64>(to, 1);
    to += 8;
  }
  for (let j: usize = 0; j < width; j++) store<f64>(to + (j << 3), -1);
  store<f64>(to + (width << 3), 0);
  for (let i: usize = 0; i < height + width; i++) store<i32>(labels + (i << 2), <i32>i);
  return least;
}

/** The entering variable: by Dantzig's rule the steepest, by Bland's rule the one with the smallest label. */
function enteringColumn(byLabel: bool): i32 {
  const costs = entry(height, 0);
  let chosen = -1;
  let best = -TINY;
  let bestLabel = i32.MAX_VALUE;
  for (let j: usize = 0; j < width; j++) {
    const cost = load<f64>(costs + (j << 3));
    if (cost >= -TINY) continue;
    const label = load<i32>(labels + ((height + j) << 2));
    if (byLabel ? label < bestLabel : cost < best) {
      best = cost;
      bestLabel = label;
      chosen = <i32>j;
    }
  }
  return chosen;
}

/** The leaving variable by the ratio test; ties by the greatest pivot, or by Bland's rule the smallest label. */
function leavingRow(column: i32, byLabel: bool): i32 {
  let chosen = -1;
  let best = Infinity;
  let bestPivot: f64 = 0;
  let bestLabel = i32.MAX_VALUE;
  for (let i: usize = 0; i < height; i++) {
    const by = load<f64>(entry(i, <usize>column));
    if (by <= TINY) continue;
    const ratio = load<f64>(entry(i, width)) / by;
    if (ratio > best + TINY) continue;
    const label = load<i32>(labels + (i << 2));
    if (ratio < best - TINY || (byLabel ? label < bestLabel : by > bestPivot)) {
      best = min(best, ratio);
      bestPivot = by;
      bestLabel = label;
      chosen = <i32>i;
    }
  }
  return chosen;
}

function pivot(row: usize, column: usize): void {
  const pivotRow = entry(row, 0);
  const inverse = 1 / load<f64>(pivotRow + (column << 3));
  for (let j: usize = 0; j <= width; j++) {
    const at = pivotRow + (j << 3);
    store<f64>(at, load<f64>(at) * inverse);
  }
  for (let i: usize = 0; i <= height; i++) {
    if (i == row) continue;
    const other = entry(i, 0);
    const factor = load<f64>(other + (column << 3));
    if (factor == 0) continue;
    for (let j: usize = 0; j <= width; j++) {
      const at = other + (j << 3);
      store<f64>(at, load<f64>(at) - factor * load<f64>(pivotRow + (j << 3)));
    }
    store<f64>(other + (column << 3), -factor * inverse);
  }
  store<f64>(pivotRow + (column << 3), inverse);
  const basic = labels + (row << 2);
  const nonbasic = labels + ((height + column) << 2);
  const label = load<i32>(basic);
  store<i32>(basic, load<i32>(nonbasic));
  store<i32>(nonbasic, label);
}

/** Normalizes q and the dual variables to probabilities. */
function readStrategies(x: usize, y: usize): void {
  for (let i: usize = 0; i < height; i++) {
    const label = <usize>load<i32>(labels + (i << 2));
    if (label >= height) store<f64>(y + ((label - height) << 3), max(0, load<f64>(entry(i, width))));
  }
  for (let j: usize = 0; j < width; j++) {
    const label = <usize>load<i32>(labels + ((height + j) << 2));
    if (label < height) store<f64>(x + (label << 3), max(0, load<f64>(entry(height, j))));
  }
  normalize(x, height);
  normalize(y, width);
}

function normalize(strategy: usize, count: usize): void {
  let sum: f64 = 0;
  for (let i: usize = 0; i < count; i++) sum += load<f64>(strategy + (i << 3));
  for (let i: usize = 0; i < count; i++) {
    const at = strategy + (i << 3);
    store<f64>(at, load<f64>(at) / sum);
  }
}

/** The midpoint of the values that the strategies guarantee. Reuses the tableau for the payoffs of x by column. */
function certify(matrix: usize, x: usize, y: usize, least: f64): f64 {
  memory.fill(tableau, 0, width << 3);
  let upper = least;
  let at = matrix;
  for (let i: usize = 0; i < height; i++) {
    const weight = load<f64>(x + (i << 3));
    let payoff: f64 = 0;
    for (let j: usize = 0; j < width; j++) {
      const each = load<f64>(at);
      at += 8;
      payoff += load<f64>(y + (j << 3)) * each;
      const sum = tableau + (j << 3);
      store<f64>(sum, load<f64>(sum) + weight * each);
    }
    upper = max(upper, payoff);
  }
  let lower = load<f64>(tableau);
  for (let j: usize = 1; j < width; j++) lower = min(lower, load<f64>(tableau + (j << 3)));
  matrixGap = upper - lower;
  return 0.5 * (lower + upper);
}
