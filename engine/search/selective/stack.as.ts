/** The search stack: a frame per ply with the incremental state, its moves, and data of the move picker and the heuristics. */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { MAX_PLY } from "./constants";

// Offsets in a frame.
/** i32, static evaluation; NO_EVALUATION in check. */
export const EVALUATION: usize = 0;
/** i32, the current move, and its index in continuation history (-1 for a null move). */
export const MOVE: usize = 4;
export const PIECE_TO: usize = 8;
/** i32, number of preceding plies that this position may repeat. */
export const REVERSIBLE: usize = 12;
/** i32, whether the side to move is in check. */
export const IN_CHECK: usize = 16;
/** i32, the excluded move of a singular extension search. */
export const EXCLUDED: usize = 20;
/** i32 [2] */
export const KILLERS: usize = 24;
// The move picker.
export const STAGE: usize = 32;
export const NEXT: usize = 36;
export const COUNT: usize = 40;
export const BAD_COUNT: usize = 44;
export const TT_MOVE: usize = 48;
/** Quiet moves searched so far, which get a malus on a beta cutoff by another one. */
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
@inline export function nextFrame<R extends SelectiveRules>(frame: usize): usize { return frame + frameBytes<R>(); }
@inline export function previousFrame<R extends SelectiveRules>(frame: usize, plies: usize): usize { return frame - plies * frameBytes<R>(); }

/** Sentinel frames above the root, so that frames two plies back always exist. */
export const FRAMES_ABOVE: usize = 2;
export function framesBytes<R extends SelectiveRules>(): usize {
  return (<usize>MAX_PLY + 2 + FRAMES_ABOVE) * frameBytes<R>();
}
