/**
 * Remote procedure calls to a worker, over any message channel: a numbered request, events, then a value or an error. A signal aborts the
 * method in the worker. Server threads, jobs, and the engine in the page use it.
 */

export type RpcRequest =
  | { readonly id: number; readonly method: string; readonly argument: unknown }
  | { readonly id: number; readonly abort: true };

export type RpcResponse =
  | { readonly id: number; readonly event: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown };

/** `emit` sends an event to the caller. */
export type RpcMethod = (argument: never, signal: AbortSignal, emit: (event: unknown) => void) => Promise<unknown>;

/** The worker's end: handles incoming requests. Errors lose their class between threads, so they are encoded. */
export function rpcHandler(
  methods: Readonly<Record<string, RpcMethod>>,
  send: (response: RpcResponse) => void,
  encodeError: (error: unknown) => unknown,
): (request: RpcRequest) => void {
  const running = new Map<number, AbortController>();
  const run = async (id: number, method: string, argument: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const value = await methods[method]?.(argument as never, controller.signal, (event) => send({ id, event }));
      send({ id, value });
    } catch (error) {
      send({ id, error: encodeError(error) });
    } finally {
      running.delete(id);
    }
  };
  return (request) => {
    if ("abort" in request) running.get(request.id)?.abort();
    else void run(request.id, request.method, request.argument);
  };
}

export interface RpcOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: unknown) => void) | undefined;
}

interface PendingCall extends RpcOptions {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The caller's end. */
export class RpcClient {
  readonly #decodeError: (error: unknown) => unknown;
  readonly #pending = new Map<number, PendingCall>();
  #calls = 0;

  constructor(decodeError: (error: unknown) => unknown) {
    this.#decodeError = decodeError;
  }

  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** An aborted call still waits for the worker's response. */
  async call(
    send: (request: RpcRequest) => void,
    method: string,
    argument: unknown,
    { signal, onEvent }: RpcOptions = {},
  ): Promise<unknown> {
    const id = ++this.#calls;
    const abort = (): void => send({ id, abort: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onEvent });
        signal?.addEventListener("abort", abort, { once: true });
        send({ id, method, argument });
      });
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener("abort", abort);
    }
  }

  receive(response: RpcResponse): void {
    const call = this.#pending.get(response.id);
    if ("event" in response) call?.onEvent?.(response.event);
    else if ("value" in response) call?.resolve(response.value);
    else call?.reject(this.#decodeError(response.error));
  }

  /** The worker is gone. */
  failAll(error: unknown): void {
    for (const { reject } of this.#pending.values()) reject(error);
  }
}
