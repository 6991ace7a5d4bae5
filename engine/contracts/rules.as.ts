/**
 * What a game's kernel says about its rules, for the engine's templates. A template takes a concrete, final subclass as
 * its type argument, so that every call below is compiled to a direct (mostly inlined) one; no instance ever exists,
 * the receiver is the null pointer (`rulesOf<R>()`), and what the rules need to know lies in memory behind globals.
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
  /** Writes the legal moves as i32 to `out`, returns how many. None only where the game has ended. */
  abstract moves(state: usize, out: usize): i32;
  /** Plays a legal move in place; who needs the old state copies it first. */
  abstract play(state: usize, move: i32): void;
  /** ONGOING, FIRST_WINS, SECOND_WINS or DRAW. */
  abstract result(state: usize): i32;
  /** Equal for equal states, well mixed in all bits. */
  abstract hash(state: usize): u64;
}

/** What search needs beyond the rules. Values are for the side to move; the values of two opponents sum to 0. */
export abstract class SearchRules extends Rules {
  /** How promising a move looks before anything is searched: bigger is tried earlier. From -512 to 511. */
  abstract orderScore(state: usize, move: i32): i32;
  /** The moves that search considers: a subset of `moves`, never empty where `moves` is not. */
  abstract searchMoves(state: usize, out: usize): i32;
  /** Evaluation for the side to move, within ±MAX_EVALUATION. */
  abstract evaluate(state: usize): i32;
  /**
   * For each move of the list, the value after it for the side that makes it, without playing it: an evaluation, or
   * WIN_VALUE, -WIN_VALUE, 0 where the move ends the game (less the plies to the end, if it is certain later). `values` takes
   * one i32 a move.
   */
  abstract evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void;
  /**
   * The move a random playout makes next; it is played before this is asked again. `random` points to a generator's state
   * (see random.as.ts), `scratch` to 4 · maxMoves bytes that are the playout's own until it ends.
   */
  abstract playoutMove(state: usize, scratch: usize, random: usize): i32;
  /** A playout begins here, or goes on after a move of chance: what `playoutMove` wants in its scratch is put there. By default nothing. */
  startPlayout(state: usize, scratch: usize): void {}
  /** Whether the sides no longer meet, so that the sign of the evaluation tells who will win. By default never. */
  separated(state: usize): bool { return false; }
}

/**
 * Rules with moves of chance, for the searches that know it (`uct`, `expectimax`). The sides need not move in turn. In a state
 * in which chance moves, `moves` writes its outcomes, `play` plays one, and `turn` names the side whose view the values of
 * this state have; either will do. Chance moves neither where the game has ended, nor where a search begins, nor twice in a
 * row: what falls together is one outcome.
 */
export abstract class ChanceRules extends SearchRules {
  /** Whether chance moves in this state. */
  abstract chanceMoves(state: usize): bool;
  /**
   * Writes the outcomes of such a state in the order of `moves` as i32 to `out`, and to `weights` how likely each is: an i32
   * above 0, in proportion. The weights of a state sum up to at most MAX_WEIGHT. Returns how many there are.
   */
  abstract outcomes(state: usize, out: usize, weights: usize): i32;
  /**
   * What a table knows for certain about a state, for its side to move: WIN_VALUE less the plies to a win, the opposite for a
   * loss, 0 for a draw; UNKNOWN by default. A search goes no further where it is known. It is asked in every state
   * searched or passed in a playout, so the answer UNKNOWN should cost little.
   */
  exactValue(state: usize): i32 { return UNKNOWN; }
  /**
   * What a win counts for in the mean over outcomes of which some are won and some undecided, as an evaluation; at most
   * MAX_EVALUATION. Evaluations beyond it count for as much there. By default the most there is.
   */
  winUtility(): i32 { return MAX_EVALUATION; }
}

/** `exactValue` of a state that no table knows. */
export const UNKNOWN: i32 = i32.MIN_VALUE;
/** The most that the weights of a state's outcomes may sum up to. */
export const MAX_WEIGHT: i32 = 1 << 24;

export const MAX_EVALUATION: i32 = 20_000;
/** A won game; search subtracts the plies to it, so that a nearer win is the better one. */
export const WIN_VALUE: i32 = 30_000;

@inline
export function rulesOf<R>(): R {
  return changetype<R>(0);
}
