/** Whole tables of one-byte entries: turning nearness into distance, counting values. */

/** Entries hold nearness while solving: 255 at the goal. In a finished table they hold distance: 0 there, 255 for never. */
export function turnIntoDistances(table: usize, start: u32, end: u32): void {
  let at = table + start;
  const stop = table + end;
  const all = i8x16.splat(-1);
  while (at + 16 <= stop) {
    v128.store(at, v128.xor(v128.load(at), all));
    at += 16;
  }
  while (at < stop) {
    store<u8>(at, ~load<u8>(at));
    at++;
  }
}

/** Counts the values of the entries from `start` to `end` into u32 [4][256]: four counters, so that equal neighbours do not wait. */
export function countValues(table: usize, start: u32, end: u32, counts: usize): void {
  memory.fill(counts, 0, 4096);
  for (let index = start; index < end; index++) {
    const at = counts + ((<usize>index & 3) << 10) + (<usize>load<u8>(table + index) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}
