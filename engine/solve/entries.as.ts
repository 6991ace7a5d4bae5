/** Operations on tables of one-byte entries: nearness to distance, histogram. */

/** While solving, entries are nearness: 255 at the goal. In a finished table they are distance: 0 at the goal, 255 for unreachable. */
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

/** Counts the values of the entries from `start` to `end` into u32 [4][256]: four counters avoid store-to-load stalls on equal neighbours. */
export function countValues(table: usize, start: u32, end: u32, counts: usize): void {
  memory.fill(counts, 0, 4096);
  for (let index = start; index < end; index++) {
    const at = counts + ((<usize>index & 3) << 10) + (<usize>load<u8>(table + index) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}
