/**
 * The rules of a game as a kernel implements them for the engine's templates. A template takes a concrete, final subclass as
 * its type argument, so every call below compiles to a direct (mostly inlined) call. No instance exists: the receiver is
 * the null pointer (`rulesOf<R>()`), and the rules' data is in memory behind globals.
 */
export const ONGOING: i32 = 0;
export const FIRST_WINS: i32 = 1;
export const SECOND_WINS: i32 = 2;
export const DRAW: i32 = 3;

export abstract class Rules {
  /** Size of a state in bytes, a multiple of 8. */
  abstract stateBytes(): i32;
  /** An upper bound on the number of moves in any position. */
  abstract maxMoves(): i32;
  /** The player to move, 0 or 1. */
  abstract turn(state: usize): i32;
  /** Writes the legal moves as i32 to `out` and returns their number: 0 only if the game has ended. */
  abstract moves(state: usize, out: usize): i32;
  /** Plays a legal move in place. */
  abstract play(state: usize, move: i32): void;
  /** ONGOING, FIRST_WINS, SECOND_WINS or DRAW. */
  abstract result(state: usize): i32;
  /** Equal for equal states, well mixed in all bits. */
  abstract hash(state: usize): u64;
}

/** What a search needs beyond the rules. Values are for the side to move, zero-sum. */
export abstract class SearchRules extends Rules {
  /** Static move ordering: moves with greater scores are searched first. From -512 to 511. */
  abstract orderScore(state: usize, move: i32): i32;
  /** The moves that the search considers: a subset of `moves`, non-empty if `moves` is. */
  abstract searchMoves(state: usize, out: usize): i32;
  /** Evaluation for the side to move, within ±MAX_EVALUATION. */
  abstract evaluate(state: usize): i32;
  /**
   * Writes the value after each move of the list as i32 to `values`, for the side to move, without playing it: an evaluation, or
   * WIN_VALUE, -WIN_VALUE or 0 if the move ends the game (less the plies to a later proven end).
   */
  abstract evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void;
  /**
   * An upper bound on the values of `evaluateMoves`, cheaper than those: alpha-beta skips frontier nodes that cannot reach alpha. i32.MAX_VALUE if
   * nothing is known.
   */
  evaluationBound(state: usize): i32 { return i32.MAX_VALUE; }
  /**
   * The next move of a random playout; the caller plays it before the next call. `random` points to a generator's state
   * (engine/random/xorshift.as.ts), `scratch` to 4 · maxMoves bytes that belong to the playout.
   */
  abstract playoutMove(state: usize, scratch: usize, random: usize): i32;
  /** Called at the start of a playout and after chance moves, to prepare the scratch memory for `playoutMove`. */
  startPlayout(state: usize, scratch: usize): void {}
  /** Whether the sides have no more contact (a pure race), so that the sign of the evaluation decides the game. */
  separated(state: usize): bool { return false; }
}

/**
 * Rules with chance nodes, for `uct` and `expectimax`. The sides need not alternate. In a chance node, `moves` writes the
 * outcomes, `play` plays one, and `turn` gives the side for which values of this state are (either will do). The root and
 * terminal states are not chance nodes, and two chance nodes never follow each other: simultaneous events are one outcome.
 */
export abstract class ChanceRules extends SearchRules {
  /** Whether the state is a chance node. */
  abstract chanceMoves(state: usize): bool;
  /**
   * Writes the outcomes of a chance node in the order of `moves` as i32 to `out`, and their relative probabilities, each a
   * positive i32, to `weights`. The weights sum to at most MAX_WEIGHT. Returns the number of outcomes.
   */
  abstract outcomes(state: usize, out: usize, weights: usize): i32;
  /**
   * Table probe: the exact value for the side to move (WIN_VALUE minus plies to a win, the opposite for a loss, 0 for a draw), or
   * UNKNOWN. Searches and playouts stop at states with an exact value. They probe every state, so UNKNOWN must be cheap.
   */
  exactValue(state: usize): i32 { return UNKNOWN; }
  /**
   * Utility of a win as an evaluation, at most MAX_EVALUATION, in the mean over outcomes that are not all decided.
   * Greater evaluations are clamped to it.
   */
  winUtility(): i32 { return MAX_EVALUATION; }
}

/** `exactValue` of a state that is in no table. */
export const UNKNOWN: i32 = i32.MIN_VALUE;
/** Upper bound of the sum of a state's outcome weights. */
export const MAX_WEIGHT: i32 = 1 << 24;

export const MAX_EVALUATION: i32 = 20_000;
/** A won game; a search subtracts the plies to the win, so that it prefers shorter wins. */
export const WIN_VALUE: i32 = 30_000;

@inline
export function rulesOf<R>(): R {
  return changetype<R>(0);
}
