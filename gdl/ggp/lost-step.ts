/** A step that was never told, guessed from the moves of the one after it: the message was lost on the way, the match goes on. */
import type { Board } from "./board.ts";

const MAX_GUESSES = 5_000;
const MAX_MS = 200;

/**
 * Makes the first step that lets the later moves be made, and those; gives that step. Null, and nothing is changed, where there is none.
 * Our own move in it was probably the one that we had answered.
 */
export function recoverLostStep(
  board: Board,
  later: readonly string[],
  own: { readonly role: number; readonly move: string | null },
): readonly string[] | null {
  const back = board.savepoint();
  const until = performance.now() + MAX_MS;
  let guesses = 0;
  for (const step of stepsOf(board, own)) {
    if (guesses++ === MAX_GUESSES || performance.now() > until) return null;
    if (board.advance(step) && board.advance(later)) return step;
    back();
  }
  return null;
}

function* stepsOf(
  board: Board,
  own: { readonly role: number; readonly move: string | null },
  before: readonly string[] = [],
): Generator<readonly string[]> {
  const role = before.length;
  if (role === board.roles.length) {
    yield before;
    return;
  }
  const isAnswer = (move: string): number => Number(role === own.role && move === own.move);
  const moves = board.legal(role).toSorted((a, b) => isAnswer(b) - isAnswer(a));
  for (const move of moves) yield* stepsOf(board, own, [...before, move]);
}
