/** The worker that runs the engine in the page. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { withProgress } from "../../service/documents/search-progress.ts";
import { rpcHandler, type RpcMethod, type RpcRequest } from "../../service/rpc.ts";
import { inPageService } from "./in-page-service.ts";
import type { EngineEvent, EngineOperations, EngineRequest } from "./messages.ts";

const OPERATIONS = Object.keys(inPageService) as (keyof EngineOperations)[];

const method =
  (operation: keyof EngineOperations): RpcMethod =>
  ({ game, request }: EngineRequest, signal, emit: (event: EngineEvent) => void) =>
    withProgress<unknown>(
      (thinking) => emit({ thinking }),
      (onInfo) =>
        inPageService[operation](game, request, {
          signal,
          // Only these two: the other members include functions, which cannot be sent.
          onProgress: ({ phase, done }) => emit({ progress: { phase, done } }),
          onAnalysis: (analysis) => emit({ analysis }),
          onUpdate: (update) => emit({ update }),
          onInfo,
        }),
    );

const handle = rpcHandler(
  Object.fromEntries(OPERATIONS.map((operation) => [operation, method(operation)])),
  (response) => postMessage(response),
  (error) =>
    error instanceof GameloreError
      ? { code: error.code, message: error.message }
      : { code: "kernel-failed", message: error instanceof Error ? error.message : String(error) },
);
addEventListener("message", ({ data }: MessageEvent<RpcRequest>) => handle(data));
