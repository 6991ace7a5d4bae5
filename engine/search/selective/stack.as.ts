/** A frame for each ply of the line being searched: the tracked state, its moves, and what the move picker and the heuristics remember. */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { MAX_PLY } from "./layout";

// Offsets in a frame.
/** i32, static evaluation; NO_EVALUATION in check. */
export const EVALUATION: usize = 0;
/** i32, the move being searched, and its number in continuation history (-1 for a null move). */
export const MOVE: usize = 4;
export const PIECE_TO: usize = 8;
/** i32, plies for which this position may be a repetition. */
export const REVERSIBLE: usize = 12;
/** i32, whether the side to move is in check. */
export const IN_CHECK: usize = 16;
/** i32, a move that is left out (singular extension). */
export const EXCLUDED: usize = 20;
/** i32 [2] */
export const KILLERS: usize = 24;
// The move picker.
export const STAGE: usize = 32;
export const NEXT: usize = 36;
export const COUNT: usize = 40;
export const BAD_COUNT: usize = 44;
export const TT_MOVE: usize = 48;
/** Quiet moves that were searched before one that refutes: as many as are history. */
export const QUIETS_COUNT: usize = 52;
const QUIETS: usize = 64;
export const MAX_QUIETS: i32 = 32;
const STATE: usize = QUIETS + 4 * 32;

@inline export function stateOf(frame: usize): usize { return frame + STATE; }
@inline export function quietsSearched(frame: usize): usize { return frame + QUIETS; }
@inline export function movesOf<R extends SelectiveRules>(frame: usize): usize {
  return frame + STATE + <usize>rulesOf<R>().incrementalBytes();
}
@inline export function scoresOf<R extends SelectiveRules>(frame: usize): usize {
  return movesOf<R>(frame) + 4 * <usize>rulesOf<R>().maxMoves();
}
@inline export function frameBytes<R extends SelectiveRules>(): usize {
  const rules = rulesOf<R>();
  return STATE + <usize>rules.incrementalBytes() + 8 * <usize>rules.maxMoves();
}
/** The frame of the next ply. */
@inline export function nextFrame<R extends SelectiveRules>(frame: usize): usize { return frame + frameBytes<R>(); }
@inline export function previousFrame<R extends SelectiveRules>(frame: usize, plies: usize): usize { return frame - plies * frameBytes<R>(); }

/** Two more frames previousFrame the root, so that a look two plies back is always allowed. */
export const FRAMES_ABOVE: usize = 2;
export function framesBytes<R extends SelectiveRules>(): usize {
  return (<usize>MAX_PLY + 2 + FRAMES_ABOVE) * frameBytes<R>();
}
