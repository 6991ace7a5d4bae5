/** Threads of a page: nested workers. Sharing memory with them requires cross-origin isolation. */
import { GameloreError } from "../../contracts/errors.ts";
import type { Thread, ThreadListener, ThreadReply, ThreadStart } from "../thread.ts";

export function availableThreads(): number {
  return navigator.hardwareConcurrency || 1;
}

export function startThread(start: ThreadStart, listener: ThreadListener): Thread {
  if (!globalThis.crossOriginIsolated) {
    throw new GameloreError("kernel-failed", "threads are not available: the page is not cross-origin isolated");
  }
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<ThreadReply>) => listener.reply(data));
  worker.addEventListener("error", (event) =>
    listener.failure(new Error(event.message || "the worker could not be started")),
  );
  worker.postMessage(start);
  return {
    post: (calls) => worker.postMessage(calls),
    ref: () => {},
    unref: () => {},
    terminate: async () => worker.terminate(),
  };
}
