/** xorshift64*: a random number generator with one u64 of state in memory; reproducible by seed. */

@inline
function nextRandom(state: usize): u64 {
  let x = load<u64>(state);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  store<u64>(state, x);
  return x * 0x2545f4914f6cdd1d;
}

/** A number in [0, bound). */
@inline
export function randomBelow(state: usize, bound: u32): u32 {
  return <u32>(((nextRandom(state) >> 32) * <u64>bound) >> 32);
}
