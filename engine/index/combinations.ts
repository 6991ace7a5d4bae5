/** Combinations of cells and their colexicographic rank: the sum of binomial(cell, place), places counted from 1. */

/** Exact below 2^53. */
export function binomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return Math.round(value);
}

/** `cells` in ascending order. */
export function rankCombination(cells: readonly number[]): number {
  return cells.reduce((rank, cell, i) => rank + binomial(cell, i + 1), 0);
}

export function unrankCombination(rank: number, pieces: number, cells: number): number[] {
  const found = new Array<number>(pieces);
  let cell = cells;
  for (let place = pieces; place > 0; place--) {
    do cell--;
    while (binomial(cell, place) > rank);
    rank -= binomial(cell, place);
    found[place - 1] = cell;
  }
  return found;
}

/** All combinations of `count` of the given cells, each in ascending order. */
export function* combinations(cells: readonly number[], count: number): Generator<number[]> {
  const sorted = cells.toSorted((a, b) => a - b);
  if (count > sorted.length) return;
  const chosen = Array.from({ length: count }, (_, i) => i);
  while (true) {
    yield chosen.map((i) => sorted[i] as number);
    let place = count - 1;
    while (place >= 0 && chosen[place] === sorted.length - count + place) place--;
    if (place < 0) return;
    chosen[place] = (chosen[place] as number) + 1;
    for (let i = place + 1; i < count; i++) chosen[i] = (chosen[i - 1] as number) + 1;
  }
}
