/** Recovers a step whose message was lost, from the moves of the following step. */
import type { Board } from "./board.ts";
import type { PlayerNumber } from "../../engine/contracts/position.ts";

const MAX_GUESSES = 5_000;
const MAX_MS = 200;

/**
 * Plays the first step that makes the later moves legal, then those; returns that step, or null without a change. Steps with our
 * last answer as our own move are tried first.
 */
export function recoverLostStep(
  board: Board,
  later: readonly string[],
  own: { readonly role: PlayerNumber; readonly move: string | null },
): readonly string[] | null {
  const restore = board.savepoint();
  const until = performance.now() + MAX_MS;
  let guesses = 0;
  for (const step of stepsOf(board, own)) {
    if (guesses++ === MAX_GUESSES || performance.now() > until) return null;
    if (board.advance(step) && board.advance(later)) return step;
    restore();
  }
  return null;
}

function* stepsOf(
  board: Board,
  own: { readonly role: PlayerNumber; readonly move: string | null },
  before: readonly string[] = [],
): Generator<readonly string[]> {
  const role = before.length as PlayerNumber;
  if (role === board.roles.length) {
    yield before;
    return;
  }
  const isLastAnswer = (move: string): number => Number(role === own.role && move === own.move);
  const moves = board.legal(role).toSorted((a, b) => isLastAnswer(b) - isLastAnswer(a));
  for (const move of moves) yield* stepsOf(board, own, [...before, move]);
}
