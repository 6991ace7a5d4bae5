/** Arimaa for the engine's templates: a move is a step, the end of a turn, or the placement of a piece. */
import { FIRST_WINS, ONGOING, Rules, SECOND_WINS } from "../../engine/contracts/rules.as";
import { hashOf, NO_WINNER, winnerAfter } from "./board.as";
import { MAX_MOVES, PLACE } from "./constants";
import { listPlacements, place } from "./setups.as";
import { isPlaying, sideOf, STATE_BYTES, stepCount, turnFields } from "./state.as";
import { listSteps, playStep } from "./steps.as";

@final
export class Arimaa extends Rules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return sideOf(state); }

  moves(state: usize, out: usize): i32 {
    if (!isPlaying(state)) return listPlacements(state, out);
    return this.result(state) == ONGOING ? listSteps(state, out) : 0;
  }

  play(state: usize, move: i32): void {
    if (move >= PLACE) place(state, move);
    else playStep(state, move);
  }

  /** A game ends only at the end of a turn. */
  result(state: usize): i32 {
    if (!isPlaying(state) || stepCount(state) > 0) return ONGOING;
    const winner = winnerAfter(state, 1 - sideOf(state));
    return winner == NO_WINNER ? ONGOING : winner == 0 ? FIRST_WINS : SECOND_WINS;
  }

  hash(state: usize): u64 {
    const rest = turnFields(state) * 0x9e3779b97f4a7c15;
    return (hashOf(state) ^ rest ^ (rest >> 32)) * 0xd6e8feb86659fd93;
  }
}
