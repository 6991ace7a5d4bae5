/** A thread of a pool, as both platforms have it. */
import { callExport, type KernelCall } from "../kernel/call.ts";

export interface ThreadStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly kernel: string;
  readonly prepare: readonly KernelCall[];
}

export interface ThreadReply {
  readonly value: number;
  /** Processor time that the calls took, in milliseconds; time as it passed where a platform cannot tell. */
  readonly cpuMilliseconds: number;
  readonly error: string | null;
}

export interface ThreadListener {
  reply(reply: ThreadReply): void;
  /** It has died. */
  failure(error: Error): void;
}

export interface Thread {
  post(calls: readonly KernelCall[]): void;
  /** Whether what it does keeps the process alive. */
  hold(): void;
  letGo(): void;
  terminate(): Promise<void>;
}

/** What a thread does: it instantiates the kernel over the shared memory; the function makes the calls it is sent. */
export function kernelThread(
  start: ThreadStart,
  cpuMilliseconds: () => number,
): (calls: readonly KernelCall[]) => ThreadReply {
  const instance = new WebAssembly.Instance(start.module, { env: { memory: start.memory } });
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
