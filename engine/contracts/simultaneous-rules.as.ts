/**
 * What a kernel says about a two-player zero-sum game in which both players move at once, for the templates of
 * engine/search/simultaneous. As with `Rules`, a template takes a final subclass and the receiver is the null pointer.
 */
import { MAX_EVALUATION } from "./rules.as";

export abstract class SimultaneousRules {
  /** Size of a state in bytes, a multiple of 8. */
  abstract stateBytes(): i32;
  /** An upper bound on the number of moves of a player, 0 or 1, in any position; at most 65,535. */
  abstract maxMoves(player: i32): i32;
  /**
   * Writes the legal moves of a player as i32 to `out`, in a fixed order, and returns how many. At least one unless the game has
   * ended: a player with nothing to decide has one move, for example a pass.
   */
  abstract movesOf(state: usize, player: i32, out: usize): i32;
  /** Plays a legal move of each player, of 0 and of 1, in place. */
  abstract playBoth(state: usize, first: i32, second: i32): void;
  /** ONGOING, FIRST_WINS, SECOND_WINS or DRAW. */
  abstract result(state: usize): i32;
  /** Equal for equal states, well mixed in all bits. */
  abstract hash(state: usize): u64;
  /** Evaluation for player 0 of a game that has not ended, within ±winWorth. */
  abstract evaluate(state: usize): i32;

  /** What a win counts for as an evaluation; at most MAX_EVALUATION. Mixed strategies weigh wins against evaluations by this. */
  winUtility(): i32 { return MAX_EVALUATION; }
  /** Move ordering: moves with greater scores are searched first. From -512 to 511; by default all are equal. */
  orderScore(state: usize, player: i32, move: i32): i32 { return 0; }
  /**
   * The move of a player in a random playout; by default ANY_MOVE. `scratch` has room for maxMoves of the player, `random` points to a
   * generator's state (random.as.ts).
   */
  playoutMove(state: usize, player: i32, scratch: usize, random: usize): i32 { return ANY_MOVE; }
}

/** Instead of a playout move: any legal one, all equally likely. */
export const ANY_MOVE: i32 = i32.MIN_VALUE;
