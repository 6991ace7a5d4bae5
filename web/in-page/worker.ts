/** The engine in a worker of the page: it answers what the server would. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { SolveProgress } from "../../engine/contracts/table.ts";
import { whileThinking } from "../../service/documents/search-progress.ts";
import { bench } from "./in-page-service.ts";
import type { FromWorker, Operations, ToWorker } from "./messages.ts";

const running = new Map<number, AbortController>();

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("cancel" in data) running.get(data.id)?.abort();
  else void answer(data.id, data.operation, data.game, data.request);
});

function say(message: FromWorker): void {
  postMessage(message);
}

async function answer(id: number, operation: keyof Operations, game: string, request: unknown): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const { signal } = controller;
    // What is counted so far is a function, and cannot be sent.
    const onProgress = ({ phase, done }: SolveProgress): void => say({ id, progress: { phase, done } });
    const answer = await whileThinking<unknown>(
      (thinking) => say({ id, thinking }),
      (tell) => bench[operation](game, request as never, { signal, onProgress, tell }),
    );
    say({ id, answer });
  } catch (error) {
    say({ id, error: errorOf(error) });
  } finally {
    running.delete(id);
  }
}

function errorOf(error: unknown): { code: string; message: string } {
  if (error instanceof GameloreError) return { code: error.code, message: error.message };
  // A slip of ours, or a file that could not be fetched: the page shows it as it is.
  return { code: "kernel-failed", message: error instanceof Error ? error.message : String(error) };
}
