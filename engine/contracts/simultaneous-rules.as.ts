/**
 * The rules of a two-player zero-sum game with simultaneous moves, for the templates of engine/search/simultaneous. As with
 * `Rules`, a template takes a final subclass and the receiver is the null pointer.
 */
import { MAX_EVALUATION } from "./rules.as";

export abstract class SimultaneousRules {
  /** Size of a state in bytes, a multiple of 8. */
  abstract stateBytes(): i32;
  /** An upper bound on the number of moves of a player, 0 or 1, in any position; at most 65,535. */
  abstract maxMoves(player: i32): i32;
  /**
   * Writes the legal moves of a player as i32 to `out`, in a fixed order, and returns their number. At least one unless the game has
   * ended: a player without a decision has one move, for example a pass.
   */
  abstract movesOf(state: usize, player: i32, out: usize): i32;
  /** Plays a legal move of player 0 and one of player 1, in place. */
  abstract playBoth(state: usize, first: i32, second: i32): void;
  /** ONGOING, FIRST_WINS, SECOND_WINS or DRAW. */
  abstract result(state: usize): i32;
  /** Equal for equal states, well mixed in all bits. */
  abstract hash(state: usize): u64;
  /** Evaluation of a non-terminal state for player 0, within ±winUtility. */
  abstract evaluate(state: usize): i32;

  /** Utility of a win as an evaluation, at most MAX_EVALUATION. Mixed strategies trade wins against evaluations by it. */
  winUtility(): i32 { return MAX_EVALUATION; }
  /** Static move ordering: moves with greater scores are searched first. From -512 to 511. */
  orderScore(state: usize, player: i32, move: i32): i32 { return 0; }
  /**
   * The move of a player in a random playout, or ANY_MOVE. `scratch` has 4 · maxMoves bytes, `random` points to a
   * generator's state (engine/random/xorshift.as.ts).
   */
  playoutMove(state: usize, player: i32, scratch: usize, random: usize): i32 { return ANY_MOVE; }
}

/** A uniformly random legal move. */
export const ANY_MOVE: i32 = i32.MIN_VALUE;
