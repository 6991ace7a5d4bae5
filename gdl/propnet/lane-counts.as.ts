/** Counts by lane, kept bit by bit: one vector for all ones, one for all twos, and so on. */

/** One more in these lanes; what does not fit is lost. */
@inline
export function addCount(bits: usize, end: usize, lanes: v128): void {
  for (let bit = bits; bit < end; bit += 16) {
    if (!v128.any_true(lanes)) return;
    const now = v128.load(bit);
    v128.store(bit, v128.xor(now, lanes));
    lanes = v128.and(now, lanes);
  }
}
