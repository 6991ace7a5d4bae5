/** The available games by id. Ids from clients are looked up here and never become paths. */
import { GameloreError } from "../engine/contracts/errors.ts";
import { didYouMean } from "../engine/contracts/did-you-mean.ts";
import { loadGames, rulesheetNames } from "../games/games.ts";
import type { GameSummary } from "../service/api.ts";
import type { GameSource } from "./game-source.ts";
import { LIMITS } from "./http/limits.ts";
import { storedRulesheets } from "./library/rulesheets.ts";
import { WorkerClient } from "./threads/worker-client.ts";

const CATALOGUE = new URL("./threads/catalogue-worker.ts", import.meta.url);
const MEGABYTES = 1_000;

export class GameList {
  readonly #sources = new Map<string, GameSource>();
  readonly #summaries = new Map<string, Promise<GameSummary>>();
  readonly #catalogue: WorkerClient = new WorkerClient({ program: CATALOGUE, megabytes: MEGABYTES });

  static async load(): Promise<GameList> {
    const list = new GameList();
    for (const { id } of await loadGames()) list.#sources.set(id, { id });
    for (const id of rulesheetNames()) list.#sources.set(id, { id });
    for (const source of storedRulesheets()) list.#sources.set(source.id, source);
    return list;
  }

  source(id: string): GameSource {
    const source = this.#sources.get(id);
    if (source) return source;
    const known = [...this.#sources.keys()];
    throw new GameloreError(
      "unknown-game",
      `unknown game "${id}"; expected ${known.join(", ")}${didYouMean(id, known)}`,
    );
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  add(source: GameSource): void {
    this.#sources.set(source.id, source);
  }

  /** Native games first, then general ones. A game that cannot be opened is left out. */
  async summaries(): Promise<GameSummary[]> {
    const all = await Promise.allSettled([...this.#sources.values()].map((source) => this.summary(source)));
    return all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  }

  summary(source: GameSource): Promise<GameSummary> {
    const found = this.#summaries.get(source.id);
    if (found) return found;
    const answer = this.#catalogue.call("summary", source, { milliseconds: LIMITS.callSeconds * 1000 });
    const summary = answer.then((value) => value as GameSummary);
    this.#summaries.set(source.id, summary);
    summary.catch(() => this.#summaries.delete(source.id));
    return summary;
  }

  async close(): Promise<void> {
    await this.#catalogue.close();
  }
}
