/** A frame for each ply of the line being searched: the tracked state, its moves, and what the move picker and the heuristics remember. */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { MAX_PLY } from "./layout";

// Offsets in a frame.
/** i32, static evaluation; NO_EVALUATION in check. */
export const EVALUATION: usize = 0;
/** i32, the move being searched, and its number in continuation history (-1 for a null move). */
export const MOVE: usize = 4;
export const PIECE_TARGET: usize = 8;
/** i32, plies for which this position may be a repetition. */
export const REVERSIBLE: usize = 12;
/** i32, whether the side to move is in check. */
export const CHECK: usize = 16;
/** i32, a move that is left out (singular extension). */
export const EXCLUDED: usize = 20;
/** i32 [2] */
export const KILLERS: usize = 24;
// The move picker.
export const STAGE: usize = 32;
export const NEXT: usize = 36;
export const COUNT: usize = 40;
export const BAD: usize = 44;
export const TABLE_MOVE: usize = 48;
/** Quiet moves that were searched before one that refutes: as many as are remembered. */
export const TRIED_COUNT: usize = 52;
const TRIED: usize = 64;
export const MAX_TRIED: i32 = 32;
const STATE: usize = TRIED + 4 * 32;

@inline export function stateOf(frame: usize): usize { return frame + STATE; }
@inline export function triedOf(frame: usize): usize { return frame + TRIED; }
@inline export function movesOf<R extends SelectiveRules>(frame: usize): usize {
  return frame + STATE + <usize>rulesOf<R>().trackedBytes();
}
@inline export function keysOf<R extends SelectiveRules>(frame: usize): usize {
  return movesOf<R>(frame) + 4 * <usize>rulesOf<R>().maxMoves();
}
@inline export function frameBytes<R extends SelectiveRules>(): usize {
  const rules = rulesOf<R>();
  return STATE + <usize>rules.trackedBytes() + 8 * <usize>rules.maxMoves();
}
/** The frame of the next ply. */
@inline export function below<R extends SelectiveRules>(frame: usize): usize { return frame + frameBytes<R>(); }
@inline export function above<R extends SelectiveRules>(frame: usize, plies: usize): usize { return frame - plies * frameBytes<R>(); }

/** Two more frames above the root, so that a look two plies back is always allowed. */
export const FRAMES_ABOVE: usize = 2;
export function framesBytes<R extends SelectiveRules>(): usize {
  return (<usize>MAX_PLY + 2 + FRAMES_ABOVE) * frameBytes<R>();
}
