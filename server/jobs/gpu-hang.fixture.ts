/** A process of the GPU whose driver hangs after a checkpoint: its event loop stops. */
import { rpcHandler, type RpcRequest } from "../../service/rpc.ts";
import { encodeError } from "../threads/worker-errors.ts";
import type { GpuWork } from "./gpu-process.ts";
import { solveOnGpuHere } from "./solve.ts";

const HEARTBEAT_MS = 500;

process.on("disconnect", () => process.exit());
setInterval(() => process.send?.({ alive: true }), HEARTBEAT_MS);
const cancelled = new AbortController();
const handle = rpcHandler(
  {
    solve: async ({ source, request }: GpuWork, _, report) => {
      const control = {
        signal: cancelled.signal,
        report: (update: { progress?: { done: number } }) => {
          report(update);
          if ((update.progress?.done ?? 0) > 0) cancelled.abort();
        },
      };
      await solveOnGpuHere(source, request, control).catch(() => {});
      for (;;);
    },
  },
  (message) => void process.send?.(message),
  encodeError,
);
process.on("message", (request: RpcRequest) => handle(request));
