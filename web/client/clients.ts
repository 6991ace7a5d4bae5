/** Chooses for each call who computes: the server, or the page's own worker; and says which it was. */
import { signal, type Signal } from "@preact/signals";
import { type HttpClient, httpClient } from "./http-client.ts";
import { Reach } from "./server-status.ts";
import {
  type CallOptions,
  type InPageBench,
  type PlayOperations,
  Unreachable,
  type Variant,
  type Workbench,
} from "./api-client.ts";

export type Where = "server" | "page";

export interface Ran<T> {
  readonly answer: T;
  readonly where: Where;
}

export class Clients {
  readonly server: HttpClient;
  readonly reach: Reach;
  /** Who is asked first, where both can. */
  readonly first: Signal<Where> = signal("server");
  #inPage: InPageBench | null = null;
  readonly #loadInPage: () => Promise<InPageBench | null>;

  constructor(server: HttpClient, loadInPage: () => Promise<InPageBench | null> = async () => null) {
    this.server = server;
    this.reach = new Reach(() => server.alive());
    this.#loadInPage = loadInPage;
  }

  /** Asks about a game in play. While the server is gone the page computes what it can; the rest waits until the server is back. */
  async ask<O extends keyof PlayOperations>(
    operation: O,
    game: string,
    request: PlayOperations[O]["request"],
    options?: CallOptions,
  ): Promise<Ran<PlayOperations[O]["answer"]>> {
    for (;;) {
      if (this.first.value === "page" || !this.reach.up.value) {
        const answer = await this.#inThePage(operation, game, request, options);
        if (answer !== null) return { answer, where: "page" };
      }
      try {
        await this.reach.untilUp(options?.signal);
        return { answer: await this.server[operation](game, request as never, options), where: "server" };
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.reach.lost();
      }
    }
  }

  /** Asks for what only the server has. */
  async fetch<T>(what: (server: Workbench) => Promise<T>): Promise<T> {
    for (;;) {
      await this.reach.untilUp();
      try {
        return await what(this.server);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.reach.lost();
      }
    }
  }

  async #inThePage<O extends keyof PlayOperations>(
    operation: O,
    game: string,
    request: PlayOperations[O]["request"],
    options?: CallOptions,
  ): Promise<PlayOperations[O]["answer"] | null> {
    const inPage = await this.#bench();
    if (!(await inPage?.offers(operation, game, request))) return null;
    return (await inPage?.[operation](game, request as never, options)) ?? null;
  }

  /** Has the page see to what a variant needs there, while the server still answers. */
  async readyInPage(game: string, variant: Variant, signal?: AbortSignal): Promise<void> {
    const inPage = await this.#bench();
    // What the page cannot do, the server does; a game that somebody brought is not in the page.
    if (await inPage?.offers("game", game, variant))
      await inPage?.prepare(game, variant, { signal }).catch(() => undefined);
  }

  async #bench(): Promise<InPageBench | null> {
    this.#inPage ??= await this.#loadInPage().catch(() => null);
    return this.#inPage;
  }
}

export const clients: Clients = new Clients(httpClient(), async () =>
  (await import("../in-page/in-page-client.ts")).inPageClient(),
);
