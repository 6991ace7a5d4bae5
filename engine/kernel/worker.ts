/** A thread of a pool: it instantiates the kernel over the shared memory and makes the calls it is sent. */
import { parentPort, workerData } from "node:worker_threads";
import { callExport, type KernelCall } from "./call.ts";

export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly kernel: string;
  readonly prepare: readonly KernelCall[];
}

export interface WorkerReply {
  readonly value: number;
  /** Processor time that the calls took, in milliseconds. */
  readonly cpuMilliseconds: number;
  readonly error: string | null;
}

if (parentPort) {
  const port = parentPort;
  const start = workerData as WorkerStart;
  const instance = new WebAssembly.Instance(start.module, { env: { memory: start.memory } });
  const run = (calls: readonly KernelCall[]): WorkerReply => {
    const before = process.threadCpuUsage();
    let value = 0;
    let error: string | null = null;
    try {
      for (const call of calls) value = callExport(instance, start.kernel, call);
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    const used = process.threadCpuUsage(before);
    return { value, cpuMilliseconds: (used.user + used.system) / 1000, error };
  };
  const prepared = run(start.prepare);
  if (prepared.error) throw new Error(prepared.error);
  port.on("message", (calls: readonly KernelCall[]) => port.postMessage(run(calls)));
}
