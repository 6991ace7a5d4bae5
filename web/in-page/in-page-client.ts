/** The engine in a worker of the page, asked as the server is asked. */
import { type CallOptions, type InPageBench, type PlayOperations, Refused, type Variant } from "../client/api-client.ts";
import { whyNotHere } from "./support.ts";
import type { FromWorker, Offered, Operations, PreparedDocument, SentProgress, ToWorker } from "./messages.ts";

const PLAY: readonly (keyof PlayOperations)[] = [
  "game",
  "position",
  "values",
  "line",
  "strip",
  "choose",
  "chance",
  "compose",
  "import",
  "export",
  "playerText",
];

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SentProgress) => void) | undefined;
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
  readonly onThinking: CallOptions["onThinking"];
  readonly onProgress: ((progress: SentProgress) => void) | undefined;
}

/** Null where the engine cannot run; `whyNotHere` says why. The worker starts with the first question. */
export async function inPageClient(): Promise<InPageClient | null> {
  return whyNotHere() === null ? clientOf(startWorker) : null;
}

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "gamelore" });
}

function clientOf(start: () => Worker): InPageClient {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let running: Worker | null = null;

  /** One that has died fails what it was asked; the next question starts another. */
  function worker(): Worker {
    if (running) return running;
    const started = start();
    started.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => hear(data));
    started.addEventListener("error", (event) => stop(event.message || "it could not be started"));
    running = started;
    return started;
  }

  function hear(said: FromWorker): void {
    const call = waiting.get(said.id);
    if (!call) return;
    if ("thinking" in said) return call.onThinking?.(said.thinking);
    if ("progress" in said) return call.onProgress?.(said.progress);
    waiting.delete(said.id);
    if ("answer" in said) call.resolve(said.answer as never);
    else call.reject(new Refused(said.error.code, said.error.message));
  }

  function stop(why: string): void {
    running?.terminate();
    running = null;
    const died = new Refused("kernel-failed", `the engine in this page has ended: ${why}`);
    for (const { reject } of waiting.values()) reject(died);
    waiting.clear();
  }

  function call<O extends keyof Operations>(
    operation: O,
    game: string,
    request: Operations[O]["request"],
    options: CallOptions & PrepareOptions = {},
  ): Promise<Operations[O]["answer"]> {
    const id = ++calls;
    const { signal, onThinking, onProgress } = options;
    return new Promise<Operations[O]["answer"]>((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const cancel = (): void => {
        waiting.delete(id);
        running?.postMessage({ id, cancel: true } satisfies ToWorker);
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
      worker().postMessage({ id, operation, game, request } satisfies ToWorker);
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
    // An engine that fails offers nothing.
    offers: (operation, game, request) =>
      explain(operation, game, request).then(
        ({ offered }) => offered,
        () => false,
      ),
    prepare: (game, variant, options) => call("prepare", game, variant, options),
    close: () => stop("it was closed"),
  };
}

function aborted(): DOMException {
  return new DOMException("aborted", "AbortError");
}
