/** Chess for the engine's templates. Threefold repetition depends on the game history and belongs to the match (rules.ts). */
import { DRAW, FIRST_WINS, ONGOING, Rules, SECOND_WINS } from "../../engine/contracts/rules.as";
import { DARK_SQUARES, moreThanOne } from "./bitboard.as";
import { inCheck } from "./checks.as";
import { BISHOP, FIFTY_MOVES, KING, KNIGHT, MAX_MOVES } from "./constants";
import { hasLegalMove, legalMoves } from "./moves.as";
import { playMove } from "./play.as";
import { halfmoveClock, hashOf, occupiedSquares, ofKind, STATE_BYTES, turnOf } from "./state.as";

/** Bare kings, one knight, or bishops that are all on one square colour: checkmate is impossible. */
export function isInsufficient(state: usize): bool {
  const rest = occupiedSquares(state) & ~ofKind(state, KING);
  if (!moreThanOne(rest)) return (rest & ~(ofKind(state, KNIGHT) | ofKind(state, BISHOP))) == 0;
  return !(rest & ~ofKind(state, BISHOP)) && (!(rest & DARK_SQUARES) || !(rest & ~DARK_SQUARES));
}

@final
export class Chess extends Rules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }

  moves(state: usize, out: usize): i32 {
    return halfmoveClock(state) >= FIFTY_MOVES || isInsufficient(state) ? 0 : legalMoves(state, out);
  }

  @inline play(state: usize, move: i32): void { playMove(state, move); }

  /** Checkmate takes precedence over the fifty-move rule. */
  result(state: usize): i32 {
    if (!hasLegalMove(state)) return inCheck(state) ? (turnOf(state) == 0 ? SECOND_WINS : FIRST_WINS) : DRAW;
    return halfmoveClock(state) >= FIFTY_MOVES || isInsufficient(state) ? DRAW : ONGOING;
  }

  @inline hash(state: usize): u64 { return hashOf(state); }
}
