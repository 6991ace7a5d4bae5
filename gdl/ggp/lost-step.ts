/** Recovers a step whose message was lost, from the following step. */
import type { PlayerNumber } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import type { StepMessage } from "./message.ts";
import type { OwnMove } from "./possible-steps.ts";

const MAX_GUESSES = 5_000;
const MAX_MS = 200;

/**
 * Plays the first step from which the later one follows, then that; returns the step, or null without a change. Steps with our
 * last answer as our own move are tried first.
 */
export function recoverLostStep(
  board: Board,
  later: StepMessage,
  own: OwnMove & { readonly role: PlayerNumber },
): StepMessage | null {
  const restore = board.savepoint();
  const until = performance.now() + MAX_MS;
  let guesses = 0;
  for (const step of board.possibleSteps(own)) {
    if (guesses++ === MAX_GUESSES || performance.now() > until) return null;
    if (board.advance(step) && board.advance(later)) return step;
    restore();
  }
  return null;
}
