/** The available games by id. Ids from clients are looked up here and never become paths. */
import { sourceFile } from "../engine/platform/node/source-file.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { didYouMean } from "../engine/contracts/did-you-mean.ts";
import { loadGames, rulesheetNames } from "../games/games.ts";
import type { GameSummary } from "../service/api.ts";
import type { GameSource } from "./game-source.ts";
import { LIMITS } from "./http/limits.ts";
import { storedRulesheets } from "./library/rulesheets.ts";
import { storedSummary, storeSummary } from "./library/sheet-summaries.ts";
import { WorkerClient } from "./threads/worker-client.ts";

const CATALOGUE = sourceFile("./threads/catalogue-worker", import.meta.url);
const MEGABYTES = 1_000;
/** The list does not wait longer for uploaded rulesheets; it has them the next time. */
const PATIENCE_MS = 2_000;
const GRACE_MS = 500;

interface GameListOptions {
  /** Time limit for opening one uploaded rulesheet. */
  readonly sheetSeconds?: number;
}

export class GameList {
  readonly #sources = new Map<string, GameSource>();
  readonly #summaries = new Map<string, Promise<GameSummary>>();
  readonly #catalogue: WorkerClient = new WorkerClient({ program: CATALOGUE, megabytes: MEGABYTES });
  /** Uploaded rulesheets are opened one after the other in a worker of their own: each may be slow. */
  readonly #sheets: WorkerClient = new WorkerClient({ program: CATALOGUE, megabytes: MEGABYTES, graceMs: GRACE_MS });
  readonly #sheetSeconds: number;
  #lastSheet: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor({ sheetSeconds = LIMITS.sheetSeconds }: GameListOptions) {
    this.#sheetSeconds = sheetSeconds;
  }

  static async load(options: GameListOptions = {}): Promise<GameList> {
    const list = new GameList(options);
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

  /** Native games first, then general ones. A game that cannot be opened, or not yet, is left out. */
  async summaries(): Promise<GameSummary[]> {
    const all = await Promise.allSettled(
      [...this.#sources.values()].map((source) =>
        source.rulesheet === undefined ? this.summary(source) : soon(this.summary(source)),
      ),
    );
    return all.flatMap((each) => (each.status === "fulfilled" && each.value ? [each.value] : []));
  }

  summary(source: GameSource): Promise<GameSummary> {
    const found = this.#summaries.get(source.id);
    if (found) return found;
    // Our own games need no limit: they are opened one after the other, which takes long on a busy machine.
    const answer =
      source.rulesheet === undefined ? this.#catalogue.call("summary", source, {}) : this.#sheetSummary(source);
    const summary = answer.then((value) => value as GameSummary);
    this.#summaries.set(source.id, summary);
    summary.catch(() => {
      // A rulesheet that is too slow or wrong stays so.
      if (source.rulesheet === undefined) this.#summaries.delete(source.id);
    });
    return summary;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#catalogue.close(), this.#sheets.close()]);
  }

  async #sheetSummary(source: GameSource): Promise<unknown> {
    const stored = storedSummary(source.id);
    if (stored) return stored;
    const summary = this.#lastSheet.then(async () => {
      if (this.#isClosed) throw new GameloreError("interrupted", "the server is shutting down");
      const made = await this.#sheets.call("summary", source, { milliseconds: this.#sheetSeconds * 1000 });
      await storeSummary(made as GameSummary);
      return made;
    });
    this.#lastSheet = summary.catch(() => {});
    return summary;
  }
}

/** Null if it takes longer than the patience of a list. */
async function soon<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE_MS)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
