/** A pool thread in Node. */
import { parentPort, workerData } from "node:worker_threads";
import type { KernelCall } from "../../kernel/call.ts";
import { kernelThread, type ThreadStart } from "../thread.ts";

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (parentPort) {
  const port = parentPort;
  const run = kernelThread(workerData as ThreadStart, cpuMilliseconds);
  port.on("message", (calls: readonly KernelCall[]) => port.postMessage(run(calls)));
}
