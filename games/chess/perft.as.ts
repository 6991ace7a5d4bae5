/** Perft: counts sequences of legal moves. As in published counts, neither clock nor material ends a game. */
import { MAX_MOVES } from "./constants";
import { legalMoves } from "./moves.as";
import { playMove } from "./play.as";
import { copyState, STATE_BYTES } from "./state.as";

export const PERFT_BYTES_PER_PLY: usize = STATE_BYTES + 4 * MAX_MOVES;

/** Bulk counting: the moves of the last ply are counted, not made. */
export function countMoves(state: usize, depth: i32, scratch: usize): u64 {
  if (depth == 0) return 1;
  const list = scratch + STATE_BYTES;
  const count = legalMoves(state, list);
  if (depth == 1) return count;
  let total: u64 = 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    copyState(scratch, state);
    playMove(scratch, load<i32>(list + i));
    total += countMoves(scratch, depth - 1, scratch + PERFT_BYTES_PER_PLY);
  }
  return total;
}

/** Without bulk counting: the moves of the last ply are made too, as at the leaves of a search. */
export function countLeaves(state: usize, depth: i32, scratch: usize): u64 {
  if (depth == 0) return 1;
  const list = scratch + STATE_BYTES;
  const end = list + (<usize>legalMoves(state, list) << 2);
  let total: u64 = 0;
  for (let at = list; at < end; at += 4) {
    copyState(scratch, state);
    playMove(scratch, load<i32>(at));
    total += depth == 1 ? 1 : countLeaves(scratch, depth - 1, scratch + PERFT_BYTES_PER_PLY);
  }
  return total;
}
