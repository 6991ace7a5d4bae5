/**
 * What a game adds to its rules for the selective alpha-beta (engine/search/selective). The search keeps its own copy of a state with what the
 * evaluation updates move by move: a tracked state, of which the first `stateBytes` are the state itself.
 * The number 0 is no move.
 */
import { SearchRules, UNKNOWN } from "./rules.as";

/** How likely it is that every move is worse than passing. */
export const ZUGZWANG_UNLIKELY: i32 = 0;
/** A null move that fails high is verified by a search without null moves. */
export const ZUGZWANG_POSSIBLE: i32 = 1;
/** No null move. */
export const ZUGZWANG_LIKELY: i32 = 2;

export abstract class SelectiveRules extends SearchRules {
  /** Bytes that a thread's evaluation keeps from node to node (a pawn table, say), zero before the first search. */
  threadBytes(): i32 { return 0; }
  /** A search begins on this thread, with that memory; and has ended. */
  startThread(region: usize): void {}
  endThread(): void {}

  /** Bytes of a tracked state, a multiple of 16. */
  abstract incrementalBytes(): i32;
  /** Fills in what follows a state. */
  abstract initIncremental(state: usize): void;
  /** Copies a tracked state and plays a move there. */
  abstract playIncremental(to: usize, from: usize, move: i32): void;
  /** Copies a tracked state and passes the turn there: the null move. */
  abstract playNullMove(to: usize, from: usize): void;
  /** The evaluation of a tracked state for the side to move, within ±MAX_EVALUATION. */
  abstract evaluateIncremental(state: usize): i32;

  /** Whether the side to move is in check: it must not pass or stand pat, and all of its moves are evasions. */
  abstract inCheck(state: usize): bool;
  /** The noisy moves (captures, promotions) of a side that is not in check, as i32 to `out`; returns how many. */
  abstract noisyMoves(state: usize, out: usize): i32;
  /** All other moves of a side that is not in check. */
  abstract quietMoves(state: usize, out: usize): i32;
  abstract isNoisy(move: i32): bool;
  /** Whether the piece that moves will give check; discovered checks need not be seen. */
  abstract givesCheck(state: usize, move: i32): bool;
  /** Whether a move from the transposition table fits the position: hashes may collide. */
  abstract isPseudoLegal(state: usize, move: i32): bool;

  /** The value of a pawn, or whatever the margins of pruning are hundredths of. */
  abstract pawnValue(): i32;
  /** Order of noisy moves before anything is searched: most valuable victim, least valuable attacker. Below 2^16. */
  abstract mvvLva(state: usize, move: i32): i32;
  /** The most that a noisy move can win at once. */
  abstract maxGain(state: usize, move: i32): i32;
  /** Static exchange evaluation: whether the exchanges that a move begins win at least `threshold`. */
  abstract seeAtLeast(state: usize, move: i32, threshold: i32): bool;
  /** ZUGZWANG_UNLIKELY, ZUGZWANG_POSSIBLE or ZUGZWANG_LIKELY for the side to move. */
  abstract zugzwang(state: usize): i32;

  /** A number for a move in history tables, below `historySize`: moves that mean alike things share it. */
  abstract historyIndex(state: usize, move: i32): i32;
  abstract historySize(): i32;
  /** A number for the piece moved and its target, below `pieceTargets`, for continuation history. */
  abstract pieceTo(state: usize, move: i32): i32;
  abstract pieceToSize(): i32;

  /** Plies for which the position can have occurred before: those since the last irreversible move. */
  abstract reversiblePlies(state: usize): i32;
  /** A draw by the rules other than by repetition and by having no move. */
  abstract isDrawn(state: usize): bool;
  /** What a table knows for certain: WIN_VALUE less the plies to a win, the opposite for a loss, 0 for a draw; UNKNOWN by default. */
  exactValue(state: usize): i32 { return UNKNOWN; }
}
