/** Bit-sliced counters by lane: vector i contains bit i of all counts. */

/** Increments the counters of these lanes; overflow is dropped. */
@inline
export function incrementCounters(bits: usize, end: usize, lanes: v128): void {
  for (let bit = bits; bit < end; bit += 16) {
    if (!v128.any_true(lanes)) return;
    const now = v128.load(bit);
    v128.store(bit, v128.xor(now, lanes));
    lanes = v128.and(now, lanes);
  }
}
