/** The child processes of a worker: a job that ends its process does not end the worker, whose event loop stays free for the queue. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { GameloreError } from "../engine/contracts/errors.ts";
import { errorOfText } from "../engine/jobs/task-errors.ts";
import type { Execution } from "./execute.ts";
import type { ExecutionReply } from "./executor.ts";

const PROGRAM = fileURLToPath(new URL("./executor-start.js", import.meta.url));

export class Executors {
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();

  /** The caller limits how many run at a time. */
  async run(execution: Execution, signal: AbortSignal): Promise<unknown> {
    const child = this.#idle.pop() ?? this.#start();
    const reply = await replyOf(child, execution, signal);
    this.#idle.push(child);
    if ("result" in reply) return reply.result;
    throw errorOfText(reply.error);
  }

  close(): void {
    for (const child of this.#all) child.kill("SIGKILL");
  }

  #start(): ChildProcess {
    const child = fork(PROGRAM, { serialization: "advanced" });
    this.#all.add(child);
    child.once("exit", () => {
      this.#all.delete(child);
      const at = this.#idle.indexOf(child);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return child;
  }
}

function replyOf(child: ChildProcess, execution: Execution, signal: AbortSignal): Promise<ExecutionReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ExecutionReply>();
  const stop = (): void => void child.kill("SIGKILL");
  const onMessage = (reply: ExecutionReply): void => resolve(reply);
  const onExit = (status: number | null, by: string | null): void =>
    reject(
      signal.aborted
        ? new GameloreError("interrupted", "interrupted")
        : new Error(`the process that ran it ended with ${by ?? `status ${status}`}`),
    );
  child.on("message", onMessage);
  child.on("exit", onExit);
  child.on("error", reject);
  signal.addEventListener("abort", stop);
  child.send(execution);
  return promise.finally(() => {
    child.off("message", onMessage);
    child.off("exit", onExit);
    child.off("error", reject);
    signal.removeEventListener("abort", stop);
  });
}
