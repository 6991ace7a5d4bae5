/**
 * A worker thread with RPC: calls have a time limit and a signal. A worker that does not stop within the grace period is terminated, which
 * fails all its calls; the next call starts a new one.
 */
import { Worker } from "node:worker_threads";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { BudgetShare, MemoryBudget } from "../../engine/kernel/memory-budget.ts";
import { RpcClient, type RpcOptions, type RpcRequest } from "../../service/rpc.ts";
import { HttpError } from "../http/http-error.ts";
import { decodeError } from "./worker-errors.ts";

export interface CallOptions extends RpcOptions {
  /** The call is aborted after this time; never, if absent. */
  readonly milliseconds?: number;
}

export interface WorkerOptions {
  /** The TypeScript file that the worker runs. */
  readonly program: URL;
  readonly data?: unknown;
  /** The limit of the V8 heap. */
  readonly megabytes: number;
  /** The budget for the memory of kernels. */
  readonly budget?: MemoryBudget | undefined;
  /** Time an aborted call has to stop. */
  readonly graceMs?: number;
}

const START = new URL("./worker-start.js", import.meta.url);
const GRACE_MS = 5_000;

export class WorkerClient {
  readonly #options: WorkerOptions;
  readonly #rpc = new RpcClient(decodeError);
  #worker: Worker | null = null;
  #share: BudgetShare | null = null;
  lastUse: number = performance.now();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#rpc.isBusy;
  }

  async call(method: string, argument: unknown, { signal, milliseconds, onEvent }: CallOptions): Promise<unknown> {
    if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
    this.lastUse = performance.now();
    const worker = (this.#worker ??= this.#start());
    const controller = new AbortController();
    let timeout: HttpError | undefined;
    let grace: NodeJS.Timeout | undefined;
    const abort = (): void => {
      controller.abort();
      grace ??= setTimeout(
        () => this.#terminate(timeout ?? new GameloreError("interrupted", "interrupted")),
        this.#options.graceMs ?? GRACE_MS,
      );
    };
    const expire = (): void => {
      timeout = new HttpError("too-slow", `stopped: the time limit is ${Math.round((milliseconds ?? 0) / 1000)} s`);
      abort();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(expire, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
    worker.ref();
    try {
      const send = (request: RpcRequest): void => worker.postMessage(request);
      return await this.#rpc.call(send, method, argument, { signal: controller.signal, onEvent });
    } catch (error) {
      throw timeout ?? error;
    } finally {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener("abort", abort);
      // An idle worker does not keep the process alive.
      if (!this.isBusy) worker.unref();
    }
  }

  async close(): Promise<void> {
    await this.#terminate(new GameloreError("interrupted", "the server is shutting down"));
  }

  #start(): Worker {
    const { program, data, megabytes, budget } = this.#options;
    this.#share = budget?.share() ?? null;
    const worker = new Worker(START, {
      workerData: { program: program.href, data, ...(this.#share && { budget: this.#share }) },
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    const died = (why: string): void => {
      if (this.#worker === worker) void this.#terminate(new HttpError("failed", why));
    };
    worker.on("message", (response) => this.#rpc.receive(response));
    worker.on("error", (error: Error) => died(`a worker thread failed: ${error.message}`));
    worker.on("exit", () => died("a worker thread exited"));
    worker.unref();
    return worker;
  }

  async #terminate(error: Error): Promise<void> {
    const worker = this.#worker;
    const share = this.#share;
    this.#worker = null;
    this.#share = null;
    this.#rpc.failAll(error);
    // Without a reference a process with nothing else to do would exit here, with what it still has to report.
    worker?.ref();
    await worker?.terminate();
    if (share) this.#options.budget?.reclaim(share);
  }
}
