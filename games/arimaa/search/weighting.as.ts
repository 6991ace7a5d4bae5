/** Weighted terms: their weights, and their counts (gold's minus silver's), which are written only when a count is asked for (T = u64). */
let weights: usize = 0;
let counts: usize = 0;

export function useWeights(address: usize): void {
  weights = address;
}

/** Clears the counts of `terms` terms at `out`, where they will be written. */
export function beginCounts(terms: i32, out: usize): void {
  memory.fill(out, 0, <usize>terms << 2);
  counts = out;
}

@inline
export function weight(index: i32): i32 {
  return load<i32>(weights + (<usize>index << 2));
}

/** The weight of a term times its count. */
@inline
export function term<T>(index: i32, times: i32): i32 {
  if (sizeof<T>() == 8) {
    const at = counts + (<usize>index << 2);
    store<i32>(at, load<i32>(at) + times);
  }
  return weight(index) * times;
}

/** The weight of a term of one side; counts are gold's minus silver's. */
@inline
export function counted<T>(index: i32, sign: i32, times: i32 = 1): i32 {
  if (sizeof<T>() == 8) {
    const at = counts + (<usize>index << 2);
    store<i32>(at, load<i32>(at) + sign * times);
  }
  return weight(index);
}
