/** The table or table set that options describe: what building it takes, and whether it is built. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import type { TableSource } from "../../engine/tables/table-source.ts";
import type { TableSpecDocument } from "../table-documents.ts";

export function tableSpecDocument(game: Game, values: OptionValues, store: TableSource): TableSpecDocument {
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  if (!set) {
    const spec = unwrap(game.table(values));
    const { identity, summary, memoryBytes, command } = spec;
    return {
      name: identity.name,
      summary,
      entries: identity.entries,
      memoryBytes,
      status: statusOf(store, spec),
      gpu: spec.gpu === true,
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
    gpu: set.gpu === true,
    command: set.command,
  };
}

function statusOf(store: TableSource, { identity }: TableSpec): TableSpecDocument["status"] {
  if (store.has(identity)) return "ready";
  return store.isUnfinished(identity) ? "unfinished" : "missing";
}
