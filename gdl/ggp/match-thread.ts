/** A match thread from the view of the server: started, monitored, and terminated if it exceeds its time or memory limit. */
import { Worker } from "node:worker_threads";
import type { FromMatchThread, MatchThreadStart, ToMatchThread } from "./match-worker.ts";

interface ThreadLimits {
  /** Time limit for opening the rulesheet. */
  readonly openMilliseconds: number;
  readonly megabytes: number;
  /** The program of the thread; default: match-worker-start.js. */
  readonly program?: URL | undefined;
}

const MONITOR_MS = 200;
const MEGABYTE = 2 ** 20;
const THREAD = new URL("./match-worker-start.js", import.meta.url);

export class MatchThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #onMessage: (message: FromMatchThread) => void;
  readonly #monitor: NodeJS.Timeout;
  readonly #opening: NodeJS.Timeout;
  #isReady = false;
  #isOver = false;

  /** `onMessage` receives its messages in order; `failed` is the last one, after which the thread has ended. */
  constructor(start: MatchThreadStart, limits: ThreadLimits, onMessage: (message: FromMatchThread) => void) {
    this.#limits = limits;
    this.#onMessage = onMessage;
    this.#worker = new Worker(limits.program ?? THREAD, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    this.#worker.on("message", (message: FromMatchThread) => this.#receive(message));
    this.#worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? this.#failMemory() : this.#fail(error.message),
    );
    this.#worker.on("exit", () => this.#fail("the match thread ended"));
    const seconds = Math.round(limits.openMilliseconds / 1000);
    this.#opening = setTimeout(
      () => this.#fail(`opening the rulesheet took more than ${seconds} s`),
      limits.openMilliseconds,
    ).unref();
    this.#monitor = setInterval(() => void this.#checkMemory(), MONITOR_MS).unref();
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isOver;
  }

  /** Messages sent before the thread is ready are answered later. */
  send(message: ToMatchThread): void {
    if (!this.#isOver) this.#worker.postMessage(message);
  }

  /** Milliseconds of processor time used so far; null if the thread does not tell. */
  async cpuMilliseconds(): Promise<number | null> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1000;
    } catch {
      return null;
    }
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#opening);
    clearInterval(this.#monitor);
    void this.#worker.terminate();
  }

  #receive(message: FromMatchThread): void {
    if (this.#isOver) return;
    if (message.kind === "ready") {
      this.#isReady = true;
      clearTimeout(this.#opening);
    }
    if (message.kind === "failed") this.close();
    this.#onMessage(message);
  }

  /** The rulesheet may be valid but too large for this thread. */
  #fail(message: string): void {
    this.#receive({ kind: "failed", message, isTooLarge: true });
  }

  /** Typed arrays do not count against V8's own limit. */
  async #checkMemory(): Promise<void> {
    try {
      const { external_memory: bytes } = await this.#worker.getHeapStatistics();
      if (bytes > this.#limits.megabytes * MEGABYTE) this.#failMemory();
    } catch {
      // The thread has ended.
    }
  }

  #failMemory(): void {
    this.#fail(`the match thread used more than ${this.#limits.megabytes} MB of memory`);
  }
}
