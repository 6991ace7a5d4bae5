/** The engine in a worker of the page, asked as the server is asked. */
import type { SolveProgress } from "../../engine/contracts/table.ts";
import { type CallOptions, type InPageBench, type PlayOperations, Refused, type Variant } from "../client/workbench.ts";
import { whyNotHere } from "./here.ts";
import type { FromWorker, Offered, Operations, PreparedDocument, ToWorker } from "./messages.ts";

const PLAY: readonly (keyof PlayOperations)[] = [
  "game",
  "position",
  "values",
  "strip",
  "choose",
  "chance",
  "compose",
  "playerText",
];

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SolveProgress) => void) | undefined;
}

export interface InPageClient extends InPageBench {
  /** As `offers`, with the reason for a person. */
  explain<O extends keyof PlayOperations>(
    operation: O,
    game: string,
    request: PlayOperations[O]["request"],
  ): Promise<Offered>;
  /** Fetches and solves what a variant needs, so that it can be played with the server gone. */
  prepare(game: string, variant: Variant, options?: PrepareOptions): Promise<PreparedDocument>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onThinking: ((milliseconds: number) => void) | undefined;
  readonly onProgress: ((progress: SolveProgress) => void) | undefined;
}

/** Null where the engine cannot run; `whyNotHere` says why. The worker starts now, its games when they are asked for. */
export async function inPageClient(): Promise<InPageClient | null> {
  if (whyNotHere() !== null) return null;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "gamelore" });
  return clientOf(worker);
}

export function clientOf(worker: Worker): InPageClient {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let died: Refused | null = null;

  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    const call = waiting.get(data.id);
    if (!call) return;
    if ("thinking" in data) return call.onThinking?.(data.thinking);
    if ("progress" in data) return call.onProgress?.(data.progress);
    waiting.delete(data.id);
    if ("answer" in data) call.resolve(data.answer as never);
    else call.reject(new Refused(data.error.code, data.error.message));
  });
  worker.addEventListener("error", (event) => {
    died = new Refused("kernel-failed", `the engine in this page has died: ${event.message || "it did not start"}`);
    for (const { reject } of waiting.values()) reject(died);
    waiting.clear();
  });

  function call<O extends keyof Operations>(
    operation: O,
    game: string,
    request: Operations[O]["request"],
    options: CallOptions & PrepareOptions = {},
  ): Promise<Operations[O]["answer"]> {
    const id = ++calls;
    const { signal, onThinking, onProgress } = options;
    return new Promise<Operations[O]["answer"]>((resolve, reject) => {
      if (died) return reject(died);
      if (signal?.aborted) return reject(aborted());
      const cancel = (): void => {
        waiting.delete(id);
        worker.postMessage({ id, cancel: true } satisfies ToWorker);
        reject(aborted());
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const done = (): void => signal?.removeEventListener("abort", cancel);
      waiting.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
        reject: (error) => (done(), reject(error)),
        onThinking,
        onProgress,
      });
      worker.postMessage({ id, operation, game, request } satisfies ToWorker);
    });
  }

  const explain: InPageClient["explain"] = (operation, game, request) => call("offers", game, { operation, request });
  const play = Object.fromEntries(
    PLAY.map((operation) => [
      operation,
      (game: string, request: never, options?: CallOptions) => call(operation, game, request, options),
    ]),
  ) as unknown as InPageBench;
  return {
    ...play,
    explain,
    offers: async (operation, game, request) => (await explain(operation, game, request)).offered,
    prepare: (game, variant, options) => call("prepare", game, variant, options),
    close: () => worker.terminate(),
  };
}

function aborted(): DOMException {
  return new DOMException("aborted", "AbortError");
}
