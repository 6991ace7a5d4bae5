/** Binomials for colexicographic ranks of sets of squares: the sum of C(square, place), places from 1. */

/** n choose k for k from 0 to 6. */
@inline
export function choose(n: i32, k: i32): usize {
  const m = <u64>n;
  if (k == 1) return <usize>m;
  if (k == 2) return <usize>((m * (m - 1)) >> 1);
  if (k == 3) return <usize>((m * (m - 1) * (m - 2)) / 6);
  if (k == 4) return <usize>((m * (m - 1) * (m - 2) * (m - 3)) / 24);
  return chooseMany(m, k);
}

function chooseMany(n: u64, k: i32): usize {
  if (n < <u64>k) return 0;
  let value: u64 = 1;
  for (let i: u64 = 1; i <= <u64>k; i++) value = (value * (n - <u64>k + i)) / i;
  return <usize>value;
}
