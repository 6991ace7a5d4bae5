/** The simultaneous game, for the templates of engine/search/simultaneous. */
import { FIRST_WINS, ONGOING, SECOND_WINS } from "../../engine/contracts/rules.as";
import { SimultaneousRules } from "../../engine/contracts/simultaneous-rules.as";
import { evaluateFor } from "./evaluation.as";
import { DIRECTIONS, POLICE, THIEF } from "./layout";
import { isExit } from "./maze.as";
import { isSurrounded, playTogether, policeMoves, thiefMoves } from "./moves.as";
import { hashOf, maxPoliceMoves, policePlayoutMove, progressOf, thiefPlayoutMove } from "./rules.as";
import { STATE_BYTES, thiefOf } from "./state.as";

@final
export class SimultaneousPursuit extends SimultaneousRules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  maxMoves(player: i32): i32 { return player == THIEF ? DIRECTIONS + 1 : maxPoliceMoves(); }

  movesOf(state: usize, player: i32, out: usize): i32 {
    if (this.result(state) != ONGOING) return 0;
    return player == THIEF ? thiefMoves(state, out) : policeMoves(state, out);
  }

  playBoth(state: usize, first: i32, second: i32): void {
    playTogether(state, first, second);
  }

  result(state: usize): i32 {
    if (isExit(thiefOf(state))) return SECOND_WINS;
    return isSurrounded(state) ? FIRST_WINS : ONGOING;
  }

  hash(state: usize): u64 { return hashOf(state); }
  evaluate(state: usize): i32 { return evaluateFor(state, POLICE); }
  orderScore(state: usize, player: i32, move: i32): i32 { return progressOf(state, player, move); }

  playoutMove(state: usize, player: i32, scratch: usize, random: usize): i32 {
    return player == THIEF ? thiefPlayoutMove(state, random) : policePlayoutMove(state, scratch, random);
  }
}
