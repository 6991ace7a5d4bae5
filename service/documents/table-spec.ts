/** The table, or the set of them, that options describe: what building it takes, and whether it is there. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import type { TableSource } from "../../engine/tables/table-source.ts";
import type { TableOfferDocument } from "../api.ts";

export function offerDocument(game: Game, values: OptionValues, store: TableSource): TableOfferDocument {
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  if (!set) {
    const offer = unwrap(game.table(values));
    const { identity, summary, memoryBytes, command } = offer;
    return {
      name: identity.name,
      summary,
      entries: identity.entries,
      memoryBytes,
      status: statusOf(store, offer),
      command,
    };
  }
  const ready = set.tables.filter(({ identity }) => store.has(identity)).length;
  return {
    name: set.name,
    summary: set.summary,
    entries: set.tables.reduce((sum, { identity }) => sum + identity.entries, 0),
    memoryBytes: set.memoryBytes,
    status: ready === set.tables.length ? "ready" : ready > 0 ? "unfinished" : "missing",
    command: set.command,
  };
}

function statusOf(store: TableSource, { identity }: TableSpec): TableOfferDocument["status"] {
  if (store.has(identity)) return "ready";
  return store.isUnfinished(identity) ? "unfinished" : "missing";
}
