/** The tables that players read: found, or built before the first game. */
import { tablesOf } from "../engine/arena/players.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Rules } from "../engine/contracts/game.ts";
import { tablesFolder } from "../engine/tables/folder.ts";
import { TableStore } from "../engine/tables/store.ts";
import { buildTable } from "./build-table.ts";
import { sameCommand } from "./command.ts";

export interface EnsureOptions {
  /** Whether to build what is missing; otherwise that is an error. */
  readonly build: boolean;
  readonly threads: number;
  readonly signal: AbortSignal;
}

export async function ensureTables(rules: Rules, texts: readonly string[], options: EnsureOptions): Promise<void> {
  const { build, threads, signal } = options;
  const store = new TableStore(tablesFolder());
  for (const offer of texts.flatMap((text) => tablesOf(rules, text))) {
    if (store.has(offer.identity)) continue;
    if (!build)
      throw new GameloreError(
        "table-missing",
        `the table ${offer.identity.name} is not there; build it with: ${offer.command} (or add --build)`,
      );
    await buildTable(store, offer, { threads, resume: sameCommand(), signal });
  }
}
