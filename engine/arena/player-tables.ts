/** Checks that the tables of players exist, or builds them before the first game. */
import { tablesOf } from "./players.ts";
import { GameloreError } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { tablesFolder } from "../platform/node/folders.ts";
import { TableStore } from "../tables/store.ts";
import { defaultsOf } from "../contracts/options.ts";
import type { TableSetSpec } from "../contracts/table.ts";
import { buildCost, missingOf } from "../tables/missing-tables.ts";
import { buildSet } from "../tables/build-set.ts";
import { buildTable } from "../tables/build-table.ts";
import type { BuildReporter } from "../tables/build-reporter.ts";

export interface EnsureOptions {
  /** Whether to build missing tables; otherwise they are an error. */
  readonly build: boolean;
  readonly threads: number;
  readonly signal: AbortSignal;
  /** The command that resumes an interrupted build. */
  readonly resume: string;
  readonly reporter: BuildReporter;
}

export async function ensureTables(rules: OpenGame, texts: readonly string[], options: EnsureOptions): Promise<void> {
  const { build, threads, signal, resume, reporter } = options;
  const store = new TableStore(tablesFolder());
  const required = texts.flatMap((text) => tablesOf(rules, text));
  const missing = new Map(missingOf(store, required).map((spec) => [spec.identity.name, spec]));
  const [first] = missing.values();
  if (!first) return;
  const set = setWith(rules, [...missing.keys()]);
  if (!build) {
    const [more, them] = missing.size === 1 ? ["", "it"] : [` and ${missing.size - 1} more`, "them"];
    const cost = set ? `${buildCost(missingOf(store, set.tables))}; ` : "";
    // Without a set, each table has its own command.
    const commands = set ? [set.command] : [...missing.values()].map(({ command }) => command);
    throw new GameloreError(
      "table-missing",
      `table ${first.identity.name}${more} not found; build ${them} with: ${commands.join(" && ")} (${cost}or add --build)`,
    );
  }
  if (set) return void (await buildSet(store, set, { threads, force: false, resume, signal, reporter }));
  for (const spec of missing.values()) await buildTable(store, spec, { threads, resume, signal, reporter });
}

/** The set of these tables, or the game's table set with all of them, if any. */
function setWith(rules: OpenGame, names: readonly string[]): TableSetSpec | null {
  const { game } = rules;
  const named = game.tablesNamed?.(names);
  if (named?.ok) return named.value;
  if (!game.tableSet || names.length === 1) return null;
  const own = game.tableOptions.filter(({ name }) => rules.options[name] !== undefined);
  const given = Object.fromEntries(own.map(({ name }) => [name, rules.options[name] ?? null]));
  const set = game.tableSet({ ...defaultsOf(game.tableOptions), ...given });
  if (!set.ok || !set.value) return null;
  const known = new Set(set.value.tables.map(({ identity }) => identity.name));
  return names.every((name) => known.has(name)) ? set.value : null;
}
