/** Routes each call to the server or to the engine in the page, and reports which one answered. */
import { signal, type Signal } from "@preact/signals";
import type { ChooseRequest, OptionParams } from "../../service/api.ts";
import type { GameOperations } from "../../service/game-methods.ts";
import { type HttpClient, httpClient } from "./http-client.ts";
import { ServerStatus } from "./server-status.ts";
import {
  ApiError,
  type BuildCallOptions,
  type CallOptions,
  type InPageApi,
  ServerUnreachable,
  type SolveRequest,
  type WorkbenchApi,
} from "./api-client.ts";

export type Where = "server" | "page";

export interface Answered<T> {
  readonly answer: T;
  readonly where: Where;
  /** The requested player, if the page had to use another one. */
  readonly replaces?: string;
}

const NEEDED_TO_PLAY: readonly (keyof GameOperations)[] = ["position", "choose", "chance"];
/** Between attempts while the server is busy. */
const BUSY_MILLISECONDS = 500;
/** For a substitute without a limit of its own. */
const SUBSTITUTE_LIMITS = { milliseconds: 1000 } as const;

export class Clients {
  readonly server: HttpClient;
  readonly status: ServerStatus;
  /** Calls of a game in play that wait for the server: it cannot continue without them. */
  readonly waiting: Signal<number> = signal(0);
  /** Where calls go first, if both can answer. */
  readonly preferred: Signal<Where> = signal("server");
  #inPage: InPageApi | null = null;
  readonly #loadInPage: () => Promise<InPageApi | null>;

  constructor(server: HttpClient, loadInPage: () => Promise<InPageApi | null> = async () => null) {
    this.server = server;
    this.status = new ServerStatus(() => server.alive());
    this.#loadInPage = loadInPage;
  }

  /**
   * An operation on a game in play. While the server is down, the page computes what it supports; other calls wait. A call to a
   * server with too many searches is repeated.
   */
  async call<O extends keyof GameOperations>(
    operation: O,
    game: string,
    request: GameOperations[O]["request"],
    options?: CallOptions,
  ): Promise<Answered<GameOperations[O]["answer"]>> {
    for (;;) {
      if (this.preferred.value === "page" || !this.status.up.value) {
        const answered = await this.#inThePage(operation, game, request, options).catch((error: unknown) => {
          // A part of the engine may be missing in the browser's cache.
          const isBroken = error instanceof ApiError && error.code === "kernel-failed";
          if (!isBroken || this.status.up.value) throw error;
          return null;
        });
        if (answered !== null) return answered;
      }
      try {
        await this.#untilUp(operation, options?.signal);
        return { answer: await this.server[operation](game, request as never, options), where: "server" };
      } catch (error) {
        if (error instanceof ServerUnreachable) this.status.markDown();
        else if (error instanceof ApiError && error.code === "busy") await pause(BUSY_MILLISECONDS, options?.signal);
        else throw error;
      }
    }
  }

  /** A call that only the server can answer; waits while it is down. */
  async fetch<T>(what: (server: WorkbenchApi) => Promise<T>): Promise<T> {
    for (;;) {
      await this.status.untilUp();
      try {
        return await what(this.server);
      } catch (error) {
        if (!(error instanceof ServerUnreachable)) throw error;
        this.status.markDown();
      }
    }
  }

  async #untilUp(operation: keyof GameOperations, signal: AbortSignal | undefined): Promise<void> {
    if (this.status.up.value) return;
    const isCounted = NEEDED_TO_PLAY.includes(operation);
    if (isCounted) this.waiting.value++;
    try {
      await this.status.untilUp(signal);
    } finally {
      if (isCounted) this.waiting.value--;
    }
  }

  async #inThePage<O extends keyof GameOperations>(
    operation: O,
    game: string,
    request: GameOperations[O]["request"],
    options?: CallOptions,
  ): Promise<Answered<GameOperations[O]["answer"]> | null> {
    const inPage = await this.#inPageApi();
    if (!inPage) return null;
    if (await inPage.supports(operation, game, request))
      return { answer: await inPage[operation](game, request as never, options), where: "page" };
    // Only while the server is down: a substitute is weaker.
    if (operation !== "choose" || this.status.up.value) return null;
    const { player, limits, ...rest } = request as ChooseRequest;
    const substitute = await inPage.substitute(game, { variant: rest.variant, player });
    if (substitute === null) return null;
    const own = Object.keys(limits).length > 0 ? limits : SUBSTITUTE_LIMITS;
    const answer = await inPage.choose(game, { ...rest, player: substitute, limits: own }, options);
    return { answer: answer as GameOperations[O]["answer"], where: "page", replaces: player };
  }

  /** Prepares a variant for offline play while the server is up. */
  async prepareInPage(game: string, variant: OptionParams, signal?: AbortSignal): Promise<void> {
    const inPage = await this.#inPageApi();
    // Uploaded games, for example, are not in the page.
    if (await inPage?.supports("game", game, variant))
      await inPage?.prepare(game, variant, { signal }).catch(() => undefined);
  }

  /** Builds a table in the page. */
  async solveInPage(game: string, request: SolveRequest, options: BuildCallOptions): Promise<void> {
    const inPage = await this.#inPageApi();
    if (!inPage)
      throw new ApiError(
        "not-available",
        "the engine does not run in this page: it needs WebAssembly, workers and cross-origin isolation",
      );
    await inPage.solve(game, request, options);
  }

  async #inPageApi(): Promise<InPageApi | null> {
    this.#inPage ??= await this.#loadInPage().catch(() => null);
    return this.#inPage;
  }
}

export const clients: Clients = new Clients(httpClient(), async () =>
  (await import("../in-page/in-page-client.ts")).inPageClient(),
);

/** Fails if the signal is aborted meanwhile. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal?.throwIfAborted();
}
