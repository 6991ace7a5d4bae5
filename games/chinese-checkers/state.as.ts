/** A state: a 128-bit bitboard per side, then the side to move; 40 bytes. */
import { cells } from "./board.as";

export const STATE_BYTES: i32 = 40;
const TURN: usize = 32;

@inline
export function low(state: usize, player: i32): u64 {
  return load<u64>(state + (<usize>player << 4));
}

@inline
export function high(state: usize, player: i32): u64 {
  return load<u64>(state + (<usize>player << 4), 8);
}

@inline
export function turnOf(state: usize): i32 {
  return load<u8>(state, TURN);
}

@inline
export function passTurn(state: usize): void {
  store<u8>(state, load<u8>(state, TURN) ^ 1, TURN);
}

@inline
export function flip(state: usize, player: i32, cell: i32): void {
  const word = state + (<usize>player << 4) + ((<usize>cell >> 6) << 3);
  store<u64>(word, load<u64>(word) ^ ((<u64>1) << (cell & 63)));
}

/** Writes a player's cells to `out`, one byte each, ascending; returns their number. */
function listCells(state: usize, player: i32, out: usize): i32 {
  let count = 0;
  let word = low(state, player);
  while (word) {
    store<u8>(out + count++, <u8>ctz(word));
    word &= word - 1;
  }
  word = high(state, player);
  while (word) {
    store<u8>(out + count++, <u8>(64 + ctz(word)));
    word &= word - 1;
  }
  return count;
}

/** The same from the owner's point of view, also ascending: cell 0 is the tip of the owner's goal. */
export function listCellsTowardsGoal(state: usize, player: i32, out: usize): i32 {
  if (player == 0) return listCells(state, 0, out);
  let count = 0;
  let word = high(state, 1);
  while (word) {
    const bit = 63 - <i32>clz(word);
    store<u8>(out + count++, <u8>(cells - 1 - 64 - bit));
    word ^= (<u64>1) << bit;
  }
  word = low(state, 1);
  while (word) {
    const bit = 63 - <i32>clz(word);
    store<u8>(out + count++, <u8>(cells - 1 - bit));
    word ^= (<u64>1) << bit;
  }
  return count;
}

@inline
function mix(x: u64): u64 {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccd;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53;
  return x ^ (x >> 33);
}

export function hashOf(state: usize): u64 {
  const first = low(state, 0) * 0x9e3779b97f4a7c15 + rotl(high(state, 0), 29) * 0xbf58476d1ce4e5b9;
  const second = low(state, 1) * 0x94d049bb133111eb + rotl(high(state, 1), 41) * 0xd6e8feb86659fd93;
  return mix(mix(first + turnOf(state)) + second);
}
