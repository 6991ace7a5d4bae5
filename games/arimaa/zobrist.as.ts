/** Zobrist hashing: random numbers by piece and square. They are the same in every kernel. */
export const ZOBRIST_BYTES: i32 = 12 * 64 * 8;

let numbers: usize = 0;

/** Every thread calls this first. */
export function useZobrist(region: usize): void {
  numbers = region;
}

/** splitmix64, from a fixed seed. */
export function buildZobrist(region: usize): void {
  let state: u64 = 0x41d1aa;
  for (let at: usize = 0; at < <usize>ZOBRIST_BYTES; at += 8) {
    state += 0x9e3779b97f4a7c15;
    let mixed = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    store<u64>(region + at, mixed ^ (mixed >> 31));
  }
}

/** The numbers of one kind of piece, 8 bytes a square. */
@inline export function numbersOf(colour: i32, kind: i32): usize {
  return numbers + (<usize>(6 * colour + kind) << 9);
}
@inline export function numberOf(colour: i32, kind: i32, square: i32): u64 {
  return load<u64>(numbersOf(colour, kind) + (<usize>square << 3));
}
