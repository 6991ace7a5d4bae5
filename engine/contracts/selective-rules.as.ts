/**
 * What a game implements for the selective alpha-beta search (engine/search/selective). The search works on incremental states: a state
 * (the first `stateBytes`) followed by evaluation data that each move updates incrementally. Move 0 means no move.
 */
import { SearchRules, UNKNOWN } from "./rules.as";

/** Likelihood of zugzwang: every move is worse than passing. */
export const ZUGZWANG_UNLIKELY: i32 = 0;
/** A null move that fails high is verified by a search without null moves. */
export const ZUGZWANG_POSSIBLE: i32 = 1;
/** No null move. */
export const ZUGZWANG_LIKELY: i32 = 2;

export abstract class SelectiveRules extends SearchRules {
  /** Bytes of a thread's evaluation caches, for example a pawn hash table; zeroed before the first search. */
  threadBytes(): i32 { return 0; }
  /** Called when a search starts on this thread, with that memory, and when it ends. */
  startThread(region: usize): void {}
  endThread(): void {}

  /** Size of an incremental state in bytes, a multiple of 16. */
  abstract incrementalBytes(): i32;
  /** Computes the incremental data behind a state. */
  abstract initIncremental(state: usize): void;
  /** Copies an incremental state and plays a move on the copy. */
  abstract playIncremental(to: usize, from: usize, move: i32): void;
  /** Copies an incremental state and makes a null move on the copy. */
  abstract playNullMove(to: usize, from: usize): void;
  /** The evaluation of an incremental state for the side to move, within ±MAX_EVALUATION. */
  abstract evaluateIncremental(state: usize): i32;

  /** Whether the side to move is in check: no null move, no stand pat, and all moves are evasions. */
  abstract inCheck(state: usize): bool;
  /** Writes the noisy moves (captures, promotions) of a side not in check as i32 to `out`; returns their number. */
  abstract noisyMoves(state: usize, out: usize): i32;
  /** All other moves of a side not in check. */
  abstract quietMoves(state: usize, out: usize): i32;
  abstract isNoisy(move: i32): bool;
  /** Whether the moving piece gives check; may ignore discovered checks. */
  abstract givesCheck(state: usize, move: i32): bool;
  /** Whether a move from the transposition table is pseudo-legal here: hashes may collide. */
  abstract isPseudoLegal(state: usize, move: i32): bool;

  /** The value of a pawn: pruning margins are in centipawns. */
  abstract pawnValue(): i32;
  /** Order score of a noisy move: most valuable victim, least valuable attacker. Below 2^16. */
  abstract mvvLva(state: usize, move: i32): i32;
  /** Upper bound of the material that a noisy move wins immediately, for delta pruning. */
  abstract maxGain(state: usize, move: i32): i32;
  /** Static exchange evaluation (SEE): whether the exchange that the move starts wins at least `threshold`. */
  abstract seeAtLeast(state: usize, move: i32, threshold: i32): bool;
  /** ZUGZWANG_UNLIKELY, ZUGZWANG_POSSIBLE or ZUGZWANG_LIKELY for the side to move. */
  abstract zugzwang(state: usize): i32;

  /** Index of a move in the history table, below `historySize`; similar moves share an index. */
  abstract historyIndex(state: usize, move: i32): i32;
  abstract historySize(): i32;
  /** Index of moved piece and target square, below `pieceToSize`, for continuation history. */
  abstract pieceTo(state: usize, move: i32): i32;
  abstract pieceToSize(): i32;

  /** Plies since the last irreversible move. */
  abstract reversiblePlies(state: usize): i32;
  /** A draw by rule other than repetition or stalemate. */
  abstract isDrawn(state: usize): bool;
  /** Table probe: WIN_VALUE minus plies to a win, the opposite for a loss, 0 for a draw; or UNKNOWN. */
  exactValue(state: usize): i32 { return UNKNOWN; }
}
