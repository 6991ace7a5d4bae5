/** Reference implementation of turn generation, for tests and benchmarks: plays every sequence of legal steps and deduplicates the results. */
import { hashOf } from "./board.as";
import { END_TURN, MAX_MOVES } from "./constants";
import { sideOf, STATE_BYTES, turnSoFar } from "./state.as";
import { listSteps, playStep } from "./steps.as";
import { appendTurn, beginTurns, isNew, turnCount, TURN_SET_BYTES } from "./turn-set.as";

const LEVEL_BYTES: usize = STATE_BYTES + 4 * MAX_MOVES;
export const REFERENCE_TURNS_BYTES: usize = TURN_SET_BYTES + 5 * LEVEL_BYTES;

let startHash: u64 = 0;

/** Counts the distinct turns of a state at the start of a turn. */
export function countTurnsByReference(state: usize, workspace: usize): i32 {
  startHash = hashOf(state);
  beginTurns(workspace);
  isNew(startHash);
  follow(state, workspace + TURN_SET_BYTES);
  return turnCount();
}

function follow(state: usize, level: usize): void {
  const list = level + STATE_BYTES;
  const count = listSteps(state, list);
  for (let i = 0; i < count; i++) {
    const move = load<i32>(list + (<usize>i << 2));
    memory.copy(level, state, STATE_BYTES);
    playStep(level, move);
    if (move != END_TURN && sideOf(level) == sideOf(state)) follow(level, level + LEVEL_BYTES);
    else if (isNew(hashOf(level))) appendTurn(hashOf(level), turnSoFar(state), 0, startHash);
  }
}
