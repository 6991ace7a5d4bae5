/** What is said while a player thinks: how long it has taken, and what it thinks so far. */
import type { ThinkingDocument, ThoughtDocument } from "../api.ts";

export type TellDocument = (thought: ThoughtDocument) => void;

/** Who tells nothing is still said to be thinking, so often. */
const SAID_EVERY_MS = 500;

export async function whileThinking<T>(
  say: (thinking: ThinkingDocument) => void,
  work: (tell: TellDocument) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  let thought: ThoughtDocument | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayNow = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sayNow, SAID_EVERY_MS);
    say({ milliseconds: Math.round(performance.now() - started), thought });
  };
  sayNow();
  try {
    return await work((told) => {
      thought = told;
      sayNow();
    });
  } finally {
    clearTimeout(timer);
  }
}
