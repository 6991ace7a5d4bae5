/** Threads of Node. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Thread, ThreadListener, ThreadReply, ThreadStart } from "../thread.ts";

export function availableThreads(): number {
  return availableParallelism();
}

/** It does not keep the process alive until it is held. */
export function startThread(start: ThreadStart, listener: ThreadListener): Thread {
  const worker = new Worker(new URL("./worker-start.js", import.meta.url), { workerData: start });
  worker.on("message", (reply: ThreadReply) => listener.reply(reply));
  worker.on("error", (error: Error) => listener.failure(error));
  // After the listeners: adding one would keep the process alive again.
  worker.unref();
  return {
    post: (calls) => worker.postMessage(calls),
    hold: () => worker.ref(),
    letGo: () => worker.unref(),
    terminate: async () => void (await worker.terminate()),
  };
}
