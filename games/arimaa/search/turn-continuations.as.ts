/** Continuations of a turn in progress: whole turns including the steps already made, one for each placement. */
import { hashOf } from "../board.as";
import { END_TURN, MAX_MOVES } from "../constants";
import { sideOf, startHashOf, STATE_BYTES, stepCount, turnSoFar } from "../state.as";
import { listSteps, playStep } from "../steps.as";
import { appendTurn, beginTurns, isNew, turnCount } from "../turn-set.as";

const LEVEL: usize = STATE_BYTES + 4 * MAX_MOVES;
export const CONTINUATIONS_BYTES: usize = 5 * LEVEL;

/** Lists them as `listTurns` does. `region` is a turn workspace, `levels` has CONTINUATIONS_BYTES. */
export function listContinuations(state: usize, region: usize, levels: usize): i32 {
  beginTurns(region);
  extend(state, levels);
  return turnCount();
}

function extend(state: usize, level: usize): void {
  const list = level + STATE_BYTES;
  const count = listSteps(state, list);
  const made = stepCount(state);
  const turn = turnSoFar(state);
  for (let i = 0; i < count; i++) {
    const move = load<i32>(list + (<usize>i << 2));
    memory.copy(level, state, STATE_BYTES);
    playStep(level, move);
    if (move != END_TURN && sideOf(level) == sideOf(state)) {
      extend(level, level + LEVEL);
      continue;
    }
    const whole = move == END_TURN ? turn : turn | (<u32>move << (<u32>made << 3));
    if (isNew(hashOf(level))) appendTurn(hashOf(level), whole, move == END_TURN ? made : made + 1, startHashOf(state));
  }
}
