/** The games that can be asked for, by their ids: what a client names is looked up here and never made into a path. */
import { GameloreError } from "../engine/contracts/errors.ts";
import { meant } from "../engine/contracts/nearest.ts";
import { loadGames, rulesheetNames } from "../games/games.ts";
import type { GameSummary } from "../service/api.ts";
import type { GameSource } from "./game-source.ts";
import { LIMITS } from "./http/limits.ts";
import { keptRulesheets } from "./library/rulesheets.ts";
import { Caller } from "./threads/worker-client.ts";

const CATALOGUE = new URL("./threads/catalogue-worker-start.js", import.meta.url);
const MEGABYTES = 1_000;

export class GameList {
  readonly #sources = new Map<string, GameSource>();
  readonly #summaries = new Map<string, Promise<GameSummary>>();
  readonly #catalogue: Caller = new Caller({ program: CATALOGUE, start: null, megabytes: MEGABYTES });

  static async load(): Promise<GameList> {
    const list = new GameList();
    for (const { id } of await loadGames()) list.#sources.set(id, { id });
    for (const id of rulesheetNames()) list.#sources.set(id, { id });
    for (const source of keptRulesheets()) list.#sources.set(source.id, source);
    return list;
  }

  source(id: string): GameSource {
    const source = this.#sources.get(id);
    if (source) return source;
    const known = [...this.#sources.keys()];
    throw new GameloreError(
      "unknown-game",
      `there is no game "${id}"; there is: ${known.join(", ")}${meant(id, known)}`,
    );
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  add(source: GameSource): void {
    this.#sources.set(source.id, source);
  }

  /** Rooms first, then general games; each is opened once for it. One that cannot be is left out. */
  async summaries(): Promise<GameSummary[]> {
    const all = await Promise.allSettled([...this.#sources.values()].map((source) => this.summary(source)));
    return all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  }

  summary(source: GameSource): Promise<GameSummary> {
    const found = this.#summaries.get(source.id);
    if (found) return found;
    const asked = this.#catalogue.call("summary", source, { milliseconds: LIMITS.callSeconds * 1000 });
    const summary = asked.then((value) => value as GameSummary);
    this.#summaries.set(source.id, summary);
    summary.catch(() => this.#summaries.delete(source.id));
    return summary;
  }

  async close(): Promise<void> {
    await this.#catalogue.close();
  }
}
