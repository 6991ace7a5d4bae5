/** What it costs to build tables that are missing, for errors that name the command. */
import type { TableSetSpec, TableSpec } from "../contracts/table.ts";
import { formatBytes, formatNumber, formatSeconds, plural } from "../contracts/quantities.ts";
import { GameloreError } from "../contracts/errors.ts";
import type { TableSource } from "./table-source.ts";

/** For example `3 tables, about 2.10 MB and 1.5 s`. */
export function buildCost(specs: readonly TableSpec[]): string {
  const bytes = specs.reduce((sum, { fileBytes, identity }) => sum + (fileBytes ?? identity.entries), 0);
  const isKnown = specs.every(({ buildSeconds }) => buildSeconds !== undefined);
  const seconds = specs.reduce((sum, { buildSeconds = 0 }) => sum + buildSeconds, 0);
  const time = isKnown ? ` and ${formatSeconds(Math.max(1, seconds))}` : "";
  return `${plural(specs.length, "table")}, about ${formatBytes(bytes)}${time}`;
}

export function missingOf(store: TableSource, specs: readonly TableSpec[]): TableSpec[] {
  return specs.filter(({ identity }) => !store.has(identity));
}

/** Rejects a set that is not complete. */
export function requireComplete(store: TableSource, { tables, command }: TableSetSpec): void {
  const missing = missingOf(store, tables);
  if (missing.length === 0) return;
  throw new GameloreError(
    "table-missing",
    `${formatNumber(missing.length)} of ${plural(tables.length, "table")} ${missing.length === 1 ? "is" : "are"} missing; build ${missing.length === 1 ? "it" : "them"} with: ${command} (${buildCost(missing)})`,
  );
}
