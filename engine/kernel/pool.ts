/** A thread pool over one kernel's memory. A job is a list of calls; an abort signal or a time limit sets the kernel's stop word. */
import { startThread } from "#platform/threads";
import { GameloreError } from "../contracts/errors.ts";
import { deferCall, type KernelCall } from "./call.ts";
import type { Address, KernelMemory } from "./memory.ts";
import { memoryBudget, THREAD_BYTES } from "./memory-budget.ts";
import type { Thread, ThreadReply } from "../platform/thread.ts";

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  readonly milliseconds?: number | undefined;
}

interface Job {
  readonly calls: readonly KernelCall[];
  readonly options: JobOptions;
  readonly resolve: (value: number) => void;
  readonly reject: (error: Error) => void;
}

interface PoolThread {
  readonly worker: Thread;
  /** Address of this thread's stop word. */
  readonly stop: Address;
  job: Job | null;
  release: () => void;
}

export class KernelPool {
  readonly size: number;
  /** CPU time of all finished jobs, in milliseconds. */
  cpuMilliseconds = 0;
  readonly #memory: KernelMemory;
  readonly #threads: PoolThread[] = [];
  readonly #waiting: Job[] = [];
  #failure: GameloreError | null = null;
  #isClosed = false;

  constructor(
    module: WebAssembly.Module,
    memory: KernelMemory,
    kernel: string,
    size: number,
    prepare: (thread: number) => readonly KernelCall[],
  ) {
    memoryBudget()?.take(size * THREAD_BYTES);
    this.size = size;
    this.#memory = memory;
    for (let index = 0; index < size; index++) {
      const stop = memory.allocate(4);
      const worker = startThread(
        { module, memory: memory.memory, kernel, prepare: [deferCall("setStop", stop), ...prepare(index)] },
        {
          reply: (reply) => this.#finish(thread, reply),
          failure: (error) => this.#fail(kernel, error),
        },
      );
      const thread: PoolThread = { worker, stop, job: null, release: () => {} };
      this.#threads.push(thread);
    }
  }

  /** Makes the calls in order on one thread; resolves with the result of the last one. */
  run(calls: readonly KernelCall[], options: JobOptions = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push({ calls, options, resolve, reject });
      this.#dispatch();
    });
  }

  /** The same calls on every thread at once. */
  runOnAll(calls: readonly KernelCall[], options: JobOptions = {}): Promise<number[]> {
    return Promise.all(this.#threads.map(() => this.run(calls, options)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const closed = new GameloreError("interrupted", "the pool was closed");
    this.#failure ??= closed;
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    for (const thread of this.#threads) {
      thread.release();
      // A reply that arrives during termination must not unref the thread again: the process could exit here.
      thread.release = () => {};
    }
    await Promise.all(this.#threads.map((thread) => thread.worker.terminate()));
    for (const thread of this.#threads) {
      thread.job?.reject(closed);
      this.#memory.free(thread.stop);
    }
    this.#threads.length = 0;
    memoryBudget()?.give(this.size * THREAD_BYTES);
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (thread.job) continue;
      const job = this.#waiting.shift();
      if (!job) return;
      this.#start(thread, job);
    }
  }

  #start(thread: PoolThread, job: Job): void {
    const { signal, milliseconds } = job.options;
    const flag = this.#memory.words(thread.stop, 1);
    const requestStop = (): void => void Atomics.store(flag, 0, 1);
    Atomics.store(flag, 0, signal?.aborted ? 1 : 0);
    signal?.addEventListener("abort", requestStop, { once: true });
    const timer = milliseconds === undefined ? null : setTimeout(requestStop, milliseconds);
    thread.release = () => {
      signal?.removeEventListener("abort", requestStop);
      if (timer) clearTimeout(timer);
      thread.worker.unref();
    };
    thread.job = job;
    thread.worker.ref();
    thread.worker.post(job.calls);
  }

  #finish(thread: PoolThread, reply: ThreadReply): void {
    const job = thread.job;
    thread.release();
    thread.job = null;
    this.cpuMilliseconds += reply.cpuMilliseconds;
    if (reply.error === null) job?.resolve(reply.value);
    else job?.reject(new GameloreError("kernel-failed", reply.error));
    this.#dispatch();
  }

  /** If a thread dies the pool fails: all running and waiting jobs are rejected. */
  #fail(kernel: string, cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#failure = new GameloreError("kernel-failed", `a thread of kernel ${kernel} died: ${reason}`, { cause });
    for (const thread of this.#threads) {
      thread.release();
      thread.job?.reject(this.#failure);
      thread.job = null;
    }
    for (const job of this.#waiting.splice(0)) job.reject(this.#failure);
  }
}
