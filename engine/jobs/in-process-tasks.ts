/** Tasks that run in this process: what the queue of many machines is measured against. */
import { availableParallelism, hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { isHopeless, taskError } from "./task-errors.ts";
import { ATTEMPTS, type Task, type TaskHandler, type TaskQueue, type WorkerStatus } from "./task-queue.ts";

export interface InProcessOptions {
  readonly slots?: number;
  /** Whether tasks may start programs. */
  readonly startsPrograms?: boolean;
  readonly build?: string;
}

export class InProcessTasks implements TaskQueue {
  readonly slots: number;
  readonly #handler: TaskHandler;
  readonly #options: InProcessOptions;
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  readonly #closed = new AbortController();
  #busy = 0;
  #tasks = 0;

  constructor(handler: TaskHandler, options: InProcessOptions = {}) {
    this.slots = options.slots ?? availableParallelism();
    this.#handler = handler;
    this.#options = options;
  }

  run(task: Task, signal?: AbortSignal): Promise<unknown> {
    const same = this.#running.get(task.id);
    if (same) return same;
    const running = this.#attempts(task, signal).finally(() => this.#running.delete(task.id));
    this.#running.set(task.id, running);
    return running;
  }

  /** Nothing outlives the process. */
  async unfinished(): Promise<readonly Task[]> {
    return [];
  }

  async workers(): Promise<readonly WorkerStatus[]> {
    const { build = "", startsPrograms = false } = this.#options;
    const { pid } = process;
    const counts = { busy: this.#busy, tasks: this.#tasks, games: 0, entries: 0, seconds: process.uptime() };
    const speed = { gamesPerSecond: 0, entriesPerSecond: 0 };
    const limits = { startsPrograms, slots: this.slots };
    return [{ id: "this process", host: hostname(), pid, build, ...limits, ...counts, ...speed }];
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#running.values());
  }

  async #turn(stop: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => {
      if (!this.#waiting.includes(resolve)) return;
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(new GameloreError("interrupted", "interrupted"));
    };
    this.#waiting.push(resolve);
    stop.addEventListener("abort", abort);
    await promise.finally(() => stop.removeEventListener("abort", abort));
  }

  async #attempts(task: Task, signal: AbortSignal | undefined): Promise<unknown> {
    const stop = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal;
    if (task.startsPrograms && !this.#options.startsPrograms)
      throw taskError(task, new GameloreError("job-refused", "this process may not start programs"));
    throwIfAborted(stop);
    if (this.#busy >= this.slots) await this.#turn(stop);
    this.#busy++;
    try {
      for (let attempt = 1; ; attempt++) {
        // Yields to the event loop, so that signals are received.
        await sleep(0);
        throwIfAborted(stop);
        try {
          const result = await this.#handler(task.payload, stop);
          this.#tasks++;
          return result;
        } catch (error) {
          throwIfAborted(stop);
          if (attempt === ATTEMPTS || isHopeless(error)) throw taskError(task, error);
        }
      }
    } finally {
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }
}
