/** Builds and reads exact tables. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import { defaultsOf, type OptionValues } from "../engine/contracts/options.ts";
import type { Position } from "../engine/contracts/position.ts";
import type { Table } from "../engine/contracts/table.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import type { BuildReporter } from "../engine/tables/build-reporter.ts";
import { buildSet } from "../engine/tables/build-set.ts";
import { buildTable } from "../engine/tables/build-table.ts";
import { openProbe, type ProbeDocument } from "../engine/tables/probing.ts";
import { openForProbing } from "../engine/tables/open-table.ts";
import { TableStore } from "../engine/tables/store.ts";
import { readGiven, type GivenOptions } from "./open-game.ts";

export interface SolveSettings {
  /** Number of threads; by default all. */
  readonly threads?: number;
  /** Builds tables that exist, too. */
  readonly force?: boolean;
  /** Saves a checkpoint and rejects with the code "interrupted"; the next call continues. */
  readonly signal?: AbortSignal;
  /** `done` from 0 to 1. */
  readonly onProgress?: (done: number, table: string) => void;
}

export interface SolvedTables {
  /** Of the table, or of the set. */
  readonly name: string;
  readonly tables: number;
  /** How many were built now; the others existed. */
  readonly built: number;
  readonly entries: number;
  /** Number of entries by stored value. */
  readonly histogram: readonly number[];
}

/**
 * Builds the tables of a variant that are missing, in `$GAMELORE_HOME/tables`. Options are those of `gamelore solve GAME`; without them, the
 * tables that it builds by default, for this variant.
 */
export async function solve(
  game: OpenGame,
  options: GivenOptions = {},
  settings: SolveSettings = {},
): Promise<SolvedTables> {
  const { threads = threadCount(), force = false, signal = new AbortController().signal, onProgress } = settings;
  const values = tableValues(game, options);
  const store = new TableStore(tablesFolder());
  const set = game.game.tableSet ? unwrap(game.game.tableSet(values)) : null;
  const reporter = reporterOf(onProgress);
  if (set) {
    const { name, tables, built, entries, histogram } = await buildSet(store, set, {
      threads,
      force,
      resume: set.command,
      signal,
      reporter,
    });
    return { name, tables, built, entries, histogram };
  }
  const spec = unwrap(game.game.table(values));
  const exists = !force && store.has(spec.identity);
  if (!exists) await buildTable(store, spec, { threads, resume: spec.command, signal, reporter });
  const file = store.open(spec.identity);
  const { name, entries } = spec.identity;
  const histogram = file.histogram();
  file.close();
  return { name, tables: 1, built: exists ? 0 : 1, entries, histogram };
}

/**
 * The exact value of a position and of each of its moves, best first: from a table that `solve` has built, or by the solver of a general
 * game. A missing table is an error with the code "table-missing".
 */
export async function probe(
  game: OpenGame,
  position: Position | string,
  options: GivenOptions = {},
  signal?: AbortSignal,
): Promise<ProbeDocument> {
  const values = game.game.prober ? game.options : tableValues(game, options);
  const opened = await openProbe(new TableStore(tablesFolder()), game.game, values);
  try {
    return await opened.probe(typeof position === "string" ? position : game.formatPosition(position), signal);
  } finally {
    await opened.close();
  }
}

/** An open table. `table.get(rank)` is an entry; `rank(position)` and `unrank(rank)` convert; `probe(position)` explains. */
export interface OpenTable {
  readonly name: string;
  readonly table: Table;
  close(): void;
}

/**
 * Opens a table that `solve` has built, to read entries by their rank. Blocks are read and checked when they are needed. Where the options
 * select a set of tables, use `probe`.
 */
export async function openTable(game: OpenGame, options: GivenOptions = {}): Promise<OpenTable> {
  const values = tableValues(game, options);
  const set = game.game.tableSet ? unwrap(game.game.tableSet(values)) : null;
  if (set)
    throw new GameloreError("bad-usage", `${set.name} is a set of ${set.tables.length} tables, which is read by probe`);
  const spec = unwrap(game.game.table(values));
  return { name: spec.identity.name, ...(await openForProbing(new TableStore(tablesFolder()), spec)) };
}

/** What `gamelore solve` builds by default, with the variant's own values of options that tables share with variants. */
function tableValues(game: OpenGame, given: GivenOptions): OptionValues {
  requireTables(game.game);
  const { tableOptions, options, tablesFor } = game.game;
  const ofVariant = tablesFor?.(game.options).at(-1) ?? {};
  const shared = tableOptions.filter(({ name }) => options.some((option) => option.name === name) && name in ofVariant);
  return {
    ...defaultsOf(tableOptions),
    ...Object.fromEntries(shared.map(({ name }) => [name, ofVariant[name] ?? null])),
    ...readGiven(tableOptions, given),
  };
}

function requireTables({ id, tableOptions, prober }: Game): void {
  if (prober)
    throw new GameloreError("bad-usage", `${id} has no tables: its positions are solved when they are probed`);
  if (tableOptions.length === 0) throw new GameloreError("bad-usage", `${id} has no tables`);
}

function reporterOf(onProgress: SolveSettings["onProgress"]): BuildReporter {
  return {
    progress: (title, [from, to] = [0, 1]) => ({
      update: (done) => onProgress?.(from + done * (to - from), title),
      end: () => {},
    }),
    say: () => {},
  };
}
