/** Some legal turn, found without thinking: for an answer that is due, and for turns that others have begun. */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { ForbiddenPositions } from "../../engine/contracts/player.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { END_TURN, NAMED_SETUP, SIDE } from "../../games/arimaa/layout.ts";

/**
 * The moves from a position to the end of the turn or the setup, the shortest way there; one that the past of the game forbids only where
 * no other was found among so many.
 */
export function turnAtHand(
  board: Board,
  position: Position,
  forbidden: ForbiddenPositions = () => false,
  tries: number = 1_000,
): Move[] {
  let left = tries;
  let stopgap: Move[] | null = null;
  const go = (now: Position, made: readonly Move[]): Move[] | null => {
    const quickest = (move: Move): number => (move === END_TURN ? 0 : move >= NAMED_SETUP ? 1 : 2);
    for (const move of board.moves(now).toSorted((a, b) => quickest(a) - quickest(b))) {
      const next = board.play(now, move);
      const moves = [...made, move];
      if (next[SIDE] === position[SIDE] && board.states.result(next) === null) {
        const found = go(next, moves);
        if (found) return found;
      } else {
        stopgap ??= moves;
        if (!forbidden(next)) return moves;
        left--;
      }
      if (left <= 0) return stopgap;
    }
    return null;
  };
  const found = go(position, []) ?? stopgap;
  if (!found) throw new Error("there is no turn: the game has ended");
  return found;
}
