/** A pool thread: the part shared by both platforms. */
import { callExport, type KernelCall } from "../kernel/call.ts";

export interface ThreadStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly kernel: string;
  readonly prepare: readonly KernelCall[];
}

export interface ThreadReply {
  readonly value: number;
  /** CPU time of the calls in milliseconds; wall-clock time if the platform has no CPU time. */
  readonly cpuMilliseconds: number;
  readonly error: string | null;
}

export interface ThreadListener {
  reply(reply: ThreadReply): void;
  /** The thread has died. */
  failure(error: Error): void;
}

export interface Thread {
  post(calls: readonly KernelCall[]): void;
  /** As in Node: a ref'd thread keeps the process alive. */
  ref(): void;
  unref(): void;
  terminate(): Promise<void>;
}

/** Instantiates the kernel over the shared memory; returns the function that makes the calls of a message. */
export function kernelThread(
  start: ThreadStart,
  cpuMilliseconds: () => number,
): (calls: readonly KernelCall[]) => ThreadReply {
  const instance = new WebAssembly.Instance(start.module, { env: { memory: start.memory } });
  // The memory may have grown while this thread received it. Without this, V8 can check `memory.copy` and `memory.fill` against the size before.
  start.memory.grow(0);
  const run = (calls: readonly KernelCall[]): ThreadReply => {
    const before = cpuMilliseconds();
    let value = 0;
    let error: string | null = null;
    try {
      for (const call of calls) value = callExport(instance, start.kernel, call);
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    return { value, cpuMilliseconds: cpuMilliseconds() - before, error };
  };
  const prepared = run(start.prepare);
  if (prepared.error) throw new Error(prepared.error);
  return run;
}
