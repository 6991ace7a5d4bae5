/** `gamelore records check`: the file, the digest of every game, and its moves by the rules. */
import type { RecordedGame } from "../engine/arena/records.ts";
import type { GameStore } from "../engine/arena/store.ts";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { findGame } from "../games/games.ts";
import { recordProblem } from "../service/documents/record-problem.ts";

export interface RecordsCheck {
  readonly games: number;
  readonly replayed: number;
  /** One line each; of the whole file first. */
  readonly problems: readonly string[];
  /** Games of a variant that does not exist any more: only their digests are checked. */
  readonly notReplayed: number;
}

export async function checkRecords(store: GameStore, signal: AbortSignal): Promise<RecordsCheck> {
  const problems: string[] = [];
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GameloreError)) throw error;
      problems.push(error.message);
      return null;
    }
  };
  attempt(() => store.check());
  const ids = attempt(() => store.ids()) ?? [];
  const variants = new OpenVariant();
  let replayed = 0;
  let notReplayed = 0;
  try {
    for (const id of ids) {
      throwIfAborted(signal);
      const record = attempt(() => store.find(id));
      if (!record) continue;
      const rules = await variants.of(record);
      const problem = rules && recordProblem(rules, record.game);
      if (!rules) notReplayed++;
      else replayed++;
      if (problem) problems.push(`game ${id}: ${problem}`);
    }
  } finally {
    await variants.close();
  }
  return { games: ids.length, replayed, notReplayed, problems };
}

/** Games of a match follow each other: one open variant at a time is enough. */
class OpenVariant {
  #key = "";
  #rules: OpenGame | null = null;

  async of({ match }: RecordedGame): Promise<OpenGame | null> {
    const key = JSON.stringify([match.game, match.options]);
    if (key === this.#key) return this.#rules;
    await this.close();
    this.#key = key;
    const game = await findGame(match.game);
    const rules = game.ok ? await game.value.open(match.options) : null;
    this.#rules = rules?.ok && rules.value.variant === match.variant ? rules.value : null;
    if (rules?.ok && !this.#rules) await rules.value.close();
    return this.#rules;
  }

  async close(): Promise<void> {
    await this.#rules?.close();
    this.#rules = null;
    this.#key = "";
  }
}
