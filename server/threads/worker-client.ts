/**
 * The asking end of a thread: calls with a time limit and a signal. A thread that does not answer even after it was asked to stop is ended, and
 * with it all that it was asked; the next call starts a new one.
 */
import { Worker } from "node:worker_threads";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { receivedError, type AbortMessage, type AnswerMessage, type CallMessage } from "./messages.ts";
import { ServerFault } from "../http/http-error.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** After this the call is asked to stop. */
  readonly milliseconds: number;
  /** Hears what is said before the answer. */
  readonly onSaid?: ((said: unknown) => void) | undefined;
}

export interface ThreadOptions {
  readonly program: URL;
  readonly start: unknown;
  readonly megabytes: number;
}

/** How long a call that was asked to stop may take to do so. */
const GRACE_MS = 5_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onSaid: ((said: unknown) => void) | undefined;
  letGo(): void;
}

export class Caller {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #next = 0;
  /** When it was last asked something. */
  lastUse: number = performance.now();

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  call(method: string, argument: unknown, { signal, milliseconds, onSaid }: CallOptions): Promise<unknown> {
    this.lastUse = performance.now();
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new GameloreError("interrupted", "interrupted"));
      let late: NodeJS.Timeout | undefined;
      let reason: Error = new GameloreError("interrupted", "interrupted");
      const stop = (): void => {
        worker.postMessage({ id, abort: true } satisfies AbortMessage);
        late ??= setTimeout(() => this.#end(reason), GRACE_MS);
      };
      const timer = setTimeout(() => {
        reason = new ServerFault(
          "too-slow",
          `this took more than ${Math.round(milliseconds / 1000)} s and was stopped`,
        );
        stop();
      }, milliseconds);
      signal?.addEventListener("abort", stop, { once: true });
      const letGo = (): void => {
        clearTimeout(timer);
        clearTimeout(late);
        signal?.removeEventListener("abort", stop);
        this.#waiting.delete(id);
        // An idle thread does not keep the process alive.
        if (this.#waiting.size === 0) worker.unref();
      };
      const fail = (error: Error): void => reject(late === undefined ? error : reason);
      this.#waiting.set(id, { resolve, reject: fail, onSaid, letGo });
      worker.ref();
      worker.postMessage({ id, method, argument } satisfies CallMessage);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end(new GameloreError("interrupted", "the server ends"));
    await worker?.terminate();
  }

  #start(): Worker {
    const { program, start, megabytes } = this.#options;
    const worker = new Worker(program, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    worker.on("message", (message: AnswerMessage) => this.#answered(message));
    worker.on("error", (error: Error) => {
      if (this.#worker === worker)
        this.#end(new ServerFault("failed", `a thread of the server died: ${error.message}`));
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#end(new ServerFault("failed", "a thread of the server ended"));
    });
    worker.unref();
    return worker;
  }

  #answered(message: AnswerMessage): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ("said" in message) return waiting.onSaid?.(message.said);
    waiting.letGo();
    if ("value" in message) return waiting.resolve(message.value);
    waiting.reject(receivedError(message.error));
  }

  #end(error: Error): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    for (const waiting of this.#waiting.values()) {
      waiting.letGo();
      waiting.reject(error);
    }
  }
}
