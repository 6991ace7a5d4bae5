/** The weights of the evaluation in memory, and the trace of the terms of a position. */
import { BLOCK_EDB, BLOCK_EDB_FACTOR, BLOCK_KIND, BLOCK_PIECE_SQUARE, BLOCK_WEIGHTS, TERMS } from "./terms";

let block: usize = 0;
/** Term counts of a trace: i32 [TERMS], for White. */
let trace: usize = 0;

export function useWeights(address: usize): void {
  block = address;
}
@inline export function edbAddress(): usize { return <usize>load<u32>(block, BLOCK_EDB); }
@inline export function edbFactor(): i32 { return load<i32>(block, BLOCK_EDB_FACTOR); }
@inline export function evaluationKind(): i32 { return load<i32>(block, BLOCK_KIND); }

/** Material plus piece-square value of a piece, packed; negative for Black. */
@inline
export function pieceSquareValue(colour: i32, kind: i32, square: i32): i32 {
  return load<i32>(block + (<usize>(((6 * colour + kind) << 6) + square) << 2), BLOCK_PIECE_SQUARE);
}

export function startTrace(counts: usize): void {
  trace = counts;
  memory.fill(counts, 0, 4 * TERMS);
}

/** A term that counts `times`, packed. T is u64 if terms are traced, u8 if not. */
@inline
export function term<T>(index: i32, times: i32): i32 {
  if (sizeof<T>() == 8) traceTerm(index, times);
  return load<i32>(block + (<usize>index << 2), BLOCK_WEIGHTS) * times;
}

export function traceTerm(index: i32, times: i32): void {
  const at = trace + (<usize>index << 2);
  store<i32>(at, load<i32>(at) + times);
}
