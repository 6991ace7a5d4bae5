/** An arbitrary legal turn, found without a search: for a player that misses its deadline, and for turns that are already in progress. */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { ForbiddenPositions } from "../../engine/contracts/player.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { END_TURN, NAMED_SETUP } from "../../games/arimaa/constants.ts";
import { SIDE } from "../../games/arimaa/layout.ts";

/**
 * The shortest sequence of moves to the end of the turn or setup. A turn forbidden by repetition is returned only if `tries` others were
 * forbidden too.
 */
export function fallbackTurn(
  board: Board,
  position: Position,
  forbidden: ForbiddenPositions = () => false,
  tries: number = 1_000,
): Move[] {
  let left = tries;
  let forbiddenTurn: Move[] | null = null;
  const go = (now: Position, made: readonly Move[]): Move[] | null => {
    const quickest = (move: Move): number => (move === END_TURN ? 0 : move >= NAMED_SETUP ? 1 : 2);
    for (const move of board.moves(now).toSorted((a, b) => quickest(a) - quickest(b))) {
      const next = board.play(now, move);
      const moves = [...made, move];
      if (next[SIDE] === position[SIDE] && board.states.result(next) === null) {
        const found = go(next, moves);
        if (found) return found;
      } else {
        forbiddenTurn ??= moves;
        if (!forbidden(next)) return moves;
        left--;
      }
      if (left <= 0) return forbiddenTurn;
    }
    return null;
  };
  const found = go(position, []) ?? forbiddenTurn;
  if (!found) throw new Error("no legal turn: the game has ended");
  return found;
}
