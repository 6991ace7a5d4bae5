/** The worker's side of a WorkerClient. */
import { parentPort, workerData } from "node:worker_threads";
import { MemoryBudget, setMemoryBudget, type BudgetShare } from "../../engine/kernel/memory-budget.ts";
import { rpcHandler, type RpcMethod } from "../../service/rpc.ts";
import { encodeError } from "./worker-errors.ts";

const budget = (workerData as { budget?: BudgetShare } | null)?.budget;
if (budget) setMemoryBudget(new MemoryBudget(budget));

/** What the worker was started with (WorkerOptions.data). */
export const startData: unknown = (workerData as { data?: unknown } | null)?.data;

export function serveWorker(methods: Readonly<Record<string, RpcMethod>>): void {
  const port = parentPort;
  port?.on(
    "message",
    rpcHandler(methods, (response) => port.postMessage(response), encodeError),
  );
}
