/** The table that would give exact values of a position and is not built yet. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import type { TableSource } from "../../engine/tables/table-source.ts";
import type { BuildableTable } from "../analysis-documents.ts";

/** Entries solved per second on two cores where a table does not say how long its build takes. */
const ENTRIES_PER_SECOND = 15_000_000;
/** The cores of `TableSpec.buildSeconds`. */
const ASSUMED_CORES = 2;
/** Larger builds are not offered beside a board. */
const MAX_ENTRIES = 4e9;

/** The first table for the variant that is missing in the store; null if there is none, or it is too large. */
export function buildableTable(rules: OpenGame, store: TableSource): BuildableTable | null {
  const { game, options } = rules;
  for (const values of game.tablesFor?.(options) ?? []) {
    const found = describe(rules, values, store);
    if (found) return found;
  }
  return null;
}

function describe({ game }: OpenGame, values: OptionValues, store: TableSource): BuildableTable | null {
  const set = game.tableSet?.(values);
  if (set && !set.ok) return null;
  const single = set?.value ? null : game.table(values);
  if (single && !single.ok) return null;
  const all: readonly TableSpec[] = set?.value ? set.value.tables : single ? [single.value] : [];
  // Distances of one side alone are not values of the game.
  if (all.some(({ identity }) => identity.value === "distance")) return null;
  const missing = all.filter(({ identity }) => !store.has(identity));
  const entries = missing.reduce((sum, { identity }) => sum + identity.entries, 0);
  if (missing.length === 0 || entries > MAX_ENTRIES) return null;
  const seconds = missing.reduce(
    (sum, { buildSeconds, identity }) => sum + (buildSeconds ?? identity.entries / ENTRIES_PER_SECOND),
    0,
  );
  const first = missing[0] as TableSpec;
  return {
    name: set?.value?.name ?? first.identity.name,
    summary: set?.value?.summary ?? first.summary,
    tables: missing.length,
    fileBytes: missing.reduce((sum, { fileBytes, identity }) => sum + (fileBytes ?? identity.entries), 0),
    memoryBytes: set?.value?.memoryBytes ?? first.memoryBytes,
    seconds: Math.max(1, Math.ceil((seconds * ASSUMED_CORES) / threadCount())),
    options: Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== null),
    ) as BuildableTable["options"],
    command: set?.value?.command ?? first.command,
  };
}
