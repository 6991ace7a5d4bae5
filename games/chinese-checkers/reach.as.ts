/** Move generation of one piece: `findTargets` sets the bitboard `targetsLow`, `targetsHigh`. */
import { lowerRowsHigh, lowerRowsLow, nearHigh, nearLow, OFF_BOARD, over, sameRowHigh, sameRowLow } from "./board.as";

export const ALL_DIRECTIONS: i32 = 0;
const NON_BACKWARD: i32 = 1;
export const FORWARD: i32 = 2;
/** Towards the goal area if possible, else at the same distance, else backward (paper 000's endgame databases). */
export const ONWARD: i32 = 3;

export let targetsLow: u64 = 0;
export let targetsHigh: u64 = 0;

let freshLow: u64 = 0;
let freshHigh: u64 = 0;

@inline
function addLanding(from: i32, hurdle: i32): void {
  const to = over(from, hurdle);
  if (to == OFF_BOARD) return;
  if (to < 64) freshLow |= (<u64>1) << to;
  else freshHigh |= (<u64>1) << (to - 64);
}

/**
 * Rolls and chains of jumps of a player's piece on `from`; directions are by rows between start and end. While a piece jumps, its own
 * cell is neither hurdle nor landing.
 */
@inline
export function findTargets(from: i32, player: i32, filter: i32, takenLow: u64, takenHigh: u64): void {
  const hurdlesLow = from < 64 ? takenLow & ~((<u64>1) << from) : takenLow;
  const hurdlesHigh = from < 64 ? takenHigh : takenHigh & ~((<u64>1) << (from - 64));
  let landedLow: u64 = 0;
  let landedHigh: u64 = 0;
  freshLow = 0;
  freshHigh = 0;
  let at = from;
  while (true) {
    for (let near = nearLow(at) & hurdlesLow; near; near &= near - 1) addLanding(at, <i32>ctz(near));
    for (let near = nearHigh(at) & hurdlesHigh; near; near &= near - 1) addLanding(at, 64 + <i32>ctz(near));
    freshLow &= ~(takenLow | landedLow);
    freshHigh &= ~(takenHigh | landedHigh);
    if (freshLow) {
      at = <i32>ctz(freshLow);
      landedLow |= (<u64>1) << at;
    } else if (freshHigh) {
      at = 64 + <i32>ctz(freshHigh);
      landedHigh |= (<u64>1) << (at - 64);
    } else break;
  }
  targetsLow = landedLow | (nearLow(from) & ~takenLow);
  targetsHigh = landedHigh | (nearHigh(from) & ~takenHigh);
  if (filter != ALL_DIRECTIONS) keepDirections(from, player, filter);
}

/** Non-backward for one player is the complement of forward for the other. */
@inline
function keepDirections(from: i32, player: i32, filter: i32): void {
  let low = lowerRowsLow(from);
  let high = lowerRowsHigh(from);
  if ((filter == FORWARD) != (player == 0)) {
    low |= sameRowLow(from);
    high |= sameRowHigh(from);
  }
  targetsLow &= player == 0 ? low : ~low;
  targetsHigh &= player == 0 ? high : ~high;
}
