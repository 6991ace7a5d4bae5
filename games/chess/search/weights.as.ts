/** The weights of the evaluation in memory, and the trace of the terms of a position. */
import { WeightBlock } from "../../../build/layouts/games/chess/search/weights.as";
import { TERMS } from "./terms";

let block: WeightBlock = WeightBlock.at(0);
/** Term counts of a trace: i32 [TERMS], for White. */
let trace: usize = 0;

export function useWeights(address: usize): void {
  block = WeightBlock.at(address);
}
@inline export function edbAddress(): usize { return block.edb; }
@inline export function edbFactor(): i32 { return block.edbFactor; }
@inline export function evaluationKind(): i32 { return block.kind; }

/** Material plus piece-square value of a piece, packed; negative for Black. */
@inline
export function pieceSquareValue(colour: i32, kind: i32, square: i32): i32 {
  return block.pieceSquares[((6 * colour + kind) << 6) + square];
}

export function startTrace(counts: usize): void {
  trace = counts;
  memory.fill(counts, 0, 4 * TERMS);
}

/** A term that counts `times`, packed. T is u64 if terms are traced, u8 if not. */
@inline
export function term<T>(index: i32, times: i32): i32 {
  if (sizeof<T>() == 8) traceTerm(index, times);
  return block.weights[index] * times;
}

export function traceTerm(index: i32, times: i32): void {
  const at = trace + (<usize>index << 2);
  store<i32>(at, load<i32>(at) + times);
}
