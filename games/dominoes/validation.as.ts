/** Validation of parsed positions by the rules. */
import { DEALING, DRAWING, ENDED } from "./constants";
import { endIfBlocked, openingPlayer, stockIsOpen } from "./rules.as";
import { countOf, handOf, hasDrawn, leftOf, phaseOf, rightOf, setPhase, STATE_BYTES, unseenOf } from "./state.as";
import { fitting, NO_END } from "./tiles.as";
import { DRAW_ONE, drawing, handSize } from "./variant.as";

/** Error numbers; board.ts has the messages in this order. */
const NONE: i32 = 0;
const NOT_DEALING: i32 = 1;
const NOT_DEALT: i32 = 2;
const OTHER_BEGINS: i32 = 3;
const EMPTY_HAND: i32 = 4;
const IS_BLOCKED: i32 = 5;
const NOT_ENDED: i32 = 6;
const NOT_DRAWING: i32 = 7;
const NO_DRAWN_TILE: i32 = 8;

/** Whether nobody can lay or draw. */
function isBlocked(state: usize, scratch: usize): bool {
  memory.copy(scratch, state, STATE_BYTES);
  setPhase(scratch, 0);
  endIfBlocked(scratch);
  return phaseOf(scratch) >= ENDED;
}

/** `scratch`: room for one state. */
export function positionError(state: usize, scratch: usize): i32 {
  const phase = phaseOf(state);
  const first = countOf(state, 0);
  const second = countOf(state, 1);
  const begun = leftOf(state) != NO_END;
  if (phase == DEALING) {
    return !begun && second < handSize && (first == second || first == second + 1) ? NONE : NOT_DEALING;
  }
  if (!begun) {
    if (phase > 1 || first != handSize || second != handSize) return NOT_DEALT;
    return unseenOf(state) == 0 && openingPlayer(state) != phase ? OTHER_BEGINS : NONE;
  }
  if (phase >= ENDED) {
    // The player who went out is not next.
    const out = countOf(state, 1 - (phase & 1)) == 0;
    return (phase & 1 ? second : first) > 0 && (out || isBlocked(state, scratch)) ? NONE : NOT_ENDED;
  }
  if (first == 0 || second == 0) return EMPTY_HAND;
  if (isBlocked(state, scratch)) return IS_BLOCKED;
  if (phase >= DRAWING) {
    const hand = handOf(state, phase - DRAWING);
    return stockIsOpen(state) && !fitting(hand, leftOf(state), rightOf(state)) && !hasDrawn(state) ? NONE : NOT_DRAWING;
  }
  return hasDrawn(state) && drawing != DRAW_ONE ? NO_DRAWN_TILE : NONE;
}
