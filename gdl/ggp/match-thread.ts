/** A match's thread as the server sees it: started, asked, watched, and ended when it takes too much time or memory. */
import { Worker } from "node:worker_threads";
import type { FromMatchThread, MatchThreadStart, ToMatchThread } from "./match-worker.ts";

export interface ThreadLimits {
  /** For reading the rulesheet and getting ready. */
  readonly openMilliseconds: number;
  readonly megabytes: number;
  /** The thread's program, where it is not the usual one. */
  readonly program?: URL | undefined;
}

const WATCH_MS = 200;
const MEGABYTE = 2 ** 20;
const THREAD = new URL("./match-worker-start.js", import.meta.url);

export class MatchThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #hear: (message: FromMatchThread) => void;
  readonly #watch: NodeJS.Timeout;
  readonly #opening: NodeJS.Timeout;
  #isReady = false;
  #isOver = false;

  /** All that it says is heard one by one; `failed` is the last word of a thread, which has then ended. */
  constructor(start: MatchThreadStart, limits: ThreadLimits, hear: (message: FromMatchThread) => void) {
    this.#limits = limits;
    this.#hear = hear;
    this.#worker = new Worker(limits.program ?? THREAD, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    this.#worker.on("message", (message: FromMatchThread) => this.#said(message));
    this.#worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? this.#tooMuchMemory() : this.#fail(error.message),
    );
    this.#worker.on("exit", () => this.#fail("its thread has ended"));
    const seconds = Math.round(limits.openMilliseconds / 1000);
    this.#opening = setTimeout(
      () => this.#fail(`getting ready took more than ${seconds} s`),
      limits.openMilliseconds,
    ).unref();
    this.#watch = setInterval(() => void this.#look(), WATCH_MS).unref();
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isOver;
  }

  /** Asked while it gets ready, it answers after that. */
  send(message: ToMatchThread): void {
    if (!this.#isOver) this.#worker.postMessage(message);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#opening);
    clearInterval(this.#watch);
    void this.#worker.terminate();
  }

  #said(message: FromMatchThread): void {
    if (this.#isOver) return;
    if (message.kind === "ready") {
      this.#isReady = true;
      clearTimeout(this.#opening);
    }
    if (message.kind === "failed") this.close();
    this.#hear(message);
  }

  /** The rulesheet may be right, only too much for this thread. */
  #fail(message: string): void {
    this.#said({ kind: "failed", message, isTooLarge: true });
  }

  /** Numbers in arrays do not count against the limit that V8 itself keeps. */
  async #look(): Promise<void> {
    try {
      const { external_memory: bytes } = await this.#worker.getHeapStatistics();
      if (bytes > this.#limits.megabytes * MEGABYTE) this.#tooMuchMemory();
    } catch {
      // It has ended meanwhile.
    }
  }

  #tooMuchMemory(): void {
    this.#fail(`it took more than ${this.#limits.megabytes} MB of memory`);
  }
}
