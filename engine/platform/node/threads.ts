/** Threads as Node workers. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Thread, ThreadListener, ThreadReply, ThreadStart } from "../thread.ts";

export function availableThreads(): number {
  return availableParallelism();
}

/** The thread does not keep the process alive unless it is ref'd. */
export function startThread(start: ThreadStart, listener: ThreadListener): Thread {
  const worker = new Worker(new URL("./worker-start.js", import.meta.url), { workerData: start });
  worker.on("message", (reply: ThreadReply) => listener.reply(reply));
  worker.on("error", (error: Error) => listener.failure(error));
  // After adding the listeners, which ref the worker.
  worker.unref();
  return {
    post: (calls) => worker.postMessage(calls),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: async () => void (await worker.terminate()),
  };
}
