/** The page's client of the engine worker; it has the same API as the server. */
import type { OptionParams } from "../../service/api.ts";
import type { GameOperations } from "../../service/game-methods.ts";
import { GAME_METHODS } from "../../service/game-methods.ts";
import { RpcClient, type RpcResponse } from "../../service/rpc.ts";
import { ApiError, type BuildUpdate, type CallOptions, type InPageApi } from "../client/api-client.ts";
import type { EngineEvent, EngineOperations, PreparedDocument, SentProgress, Support } from "./messages.ts";
import { unsupportedReason } from "./support.ts";

interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SentProgress) => void) | undefined;
  readonly onUpdate?: ((update: BuildUpdate) => void) | undefined;
}

export interface InPageClient extends InPageApi {
  /** As `supports`, with the reason for the user. */
  explain<O extends keyof GameOperations>(
    operation: O,
    game: string,
    request: GameOperations[O]["request"],
  ): Promise<Support>;
  prepare(game: string, variant: OptionParams, options?: PrepareOptions): Promise<PreparedDocument>;
  close(): void;
}

/** Null if the engine cannot run in this page; `unsupportedReason` states why. The worker starts with the first call. */
export async function inPageClient(): Promise<InPageClient | null> {
  return unsupportedReason() === null ? clientOf(startWorker) : null;
}

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "gamelore" });
}

function clientOf(start: () => Worker): InPageClient {
  const rpc = new RpcClient((error) => {
    const { code, message } = error as { code: string; message: string };
    return new ApiError(code, message);
  });
  let running: Worker | null = null;

  /** After a crash, the next call starts a new worker. */
  function worker(): Worker {
    if (running) return running;
    const started = start();
    started.addEventListener("message", ({ data }: MessageEvent<RpcResponse>) => rpc.receive(data));
    started.addEventListener("error", (event) => stop(event.message || "it could not be started"));
    running = started;
    return started;
  }

  function stop(why: string): void {
    running?.terminate();
    running = null;
    rpc.failAll(new ApiError("kernel-failed", `the engine in this page stopped: ${why}`));
  }

  /** Unlike in the RPC itself, an aborted call fails immediately. */
  function call<O extends keyof EngineOperations>(
    operation: O,
    game: string,
    request: EngineOperations[O]["request"],
    { signal, onThinking, onAnalysis, onProgress, onUpdate }: CallOptions & PrepareOptions = {},
  ): Promise<EngineOperations[O]["answer"]> {
    const onEvent = (event: unknown): void => {
      const { thinking, analysis, progress, update } = event as Partial<
        Record<"thinking" | "analysis" | "progress" | "update", never>
      > &
        EngineEvent;
      if (signal?.aborted) return;
      if (thinking) onThinking?.(thinking);
      if (analysis) onAnalysis?.(analysis, "page");
      if (progress) onProgress?.(progress);
      if (update) onUpdate?.(update);
    };
    return new Promise((resolve, reject) => {
      const aborted = (): void => reject(new DOMException("aborted", "AbortError"));
      if (signal?.aborted) return aborted();
      signal?.addEventListener("abort", aborted, { once: true });
      rpc
        .call((message) => worker().postMessage(message), operation, { game, request }, { signal, onEvent })
        .finally(() => signal?.removeEventListener("abort", aborted))
        .then((answer) => resolve(answer as EngineOperations[O]["answer"]), reject);
    });
  }

  const explain: InPageClient["explain"] = (operation, game, request) => call("supports", game, { operation, request });
  const operations = Object.fromEntries(
    GAME_METHODS.map((operation) => [
      operation,
      (game: string, request: never, options?: CallOptions) => call(operation, game, request, options),
    ]),
  ) as unknown as InPageApi;
  return {
    ...operations,
    explain,
    // An engine that fails supports nothing.
    supports: (operation, game, request) =>
      explain(operation, game, request).then(
        ({ supported }) => supported,
        () => false,
      ),
    substitute: (game, request) => call("substitute", game, request).catch(() => null),
    prepare: (game, variant, options) => call("prepare", game, variant, options),
    solve: (game, request, options) => call("solve", game, request, options),
    close: () => stop("it was closed"),
  };
}
