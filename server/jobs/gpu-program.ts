/** The program of the GPU's process: one solve. It ends with the server, however that dies. */
import { rpcHandler, type RpcRequest, type RpcResponse } from "../../service/rpc.ts";
import { encodeError } from "../threads/worker-errors.ts";
import { lowerThreadPriority } from "../threads/thread-priority.ts";
import type { GpuWork, Heartbeat } from "./gpu-process.ts";
import { HEARTBEAT_MS } from "./gpu-watchdog.ts";
import { solveOnGpuHere } from "./solve.ts";

process.on("disconnect", () => process.exit());
// The terminal sends Ctrl-C to all of its processes; the server cancels the job.
process.on("SIGINT", () => {});
lowerThreadPriority();
const send = (message: RpcResponse | Heartbeat): void => void process.send?.(message);
setInterval(() => send({ alive: true }), HEARTBEAT_MS);
const handle = rpcHandler(
  { solve: ({ source, request }: GpuWork, signal, report) => solveOnGpuHere(source, request, { signal, report }) },
  send,
  encodeError,
);
process.on("message", (request: RpcRequest) => handle(request));
