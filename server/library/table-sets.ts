/** All tables that a game can have, by set: which are built, and their counts. */
import { statSync } from "node:fs";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf, type OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec, TableSetSpec } from "../../engine/contracts/table.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { loadGames } from "../../games/games.ts";
import type { SetTable, TableSetDocument } from "../../service/table-documents.ts";
import { HttpError } from "../http/http-error.ts";
import { outcomeCounts } from "./outcome-counts.ts";

interface SetSpec {
  readonly set: TableSetSpec;
  readonly options: OptionValues;
}

/** Option ranges wider than this are not enumerated. */
const WIDEST_RANGE = 20;

/** Cached: enumerating a game's sets is slower than checking which are built. */
const specs = new Map<string, readonly SetSpec[]>();

export async function tableSets(id: string): Promise<{ sets: TableSetDocument[] }> {
  const game = (await loadGames()).find((each) => each.id === id);
  if (!game) throw new HttpError("not-found", `game "${id}" not found`);
  const sets = specs.get(id) ?? setsOf(game);
  specs.set(id, sets);
  const store = new TableStore(tablesFolder());
  const listed = new Set<string>();
  return {
    sets: sets.map(({ set, options }) => {
      const own = set.tables.filter(({ identity }) => !listed.has(identity.name));
      for (const { identity } of own) listed.add(identity.name);
      return {
        name: set.name,
        summary: set.summary,
        options: changedOptions(game, options),
        memoryBytes: set.memoryBytes,
        command: set.command,
        tables: own.map((spec) => setTable(store, spec)),
      };
    }),
  };
}

/** The sets of the default variant and all smaller ones, smallest first. */
function setsOf(game: Game): SetSpec[] {
  const found = new Map<string, SetSpec>();
  for (const options of (game.tablesFor?.(defaultsOf(game.options)) ?? []).flatMap((each) => smaller(game, each))) {
    const set = game.tableSet?.(options);
    if (set?.ok && set.value && !found.has(set.value.name)) found.set(set.value.name, { set: set.value, options });
  }
  return [...found.values()].toSorted((a, b) => a.set.tables.length - b.set.tables.length);
}

/** The options of a set, and those with a smaller integer: fewer pieces, for example. */
function smaller(game: Game, options: OptionValues): OptionValues[] {
  return [
    options,
    ...game.tableOptions.flatMap((spec) => {
      const value = options[spec.name] ?? null;
      if (spec.kind !== "integer" || typeof value !== "number" || value - spec.min > WIDEST_RANGE) return [];
      return Array.from({ length: value - spec.min }, (_, i) => ({ ...options, [spec.name]: value - 1 - i }));
    }),
  ];
}

/** The options that are not at their defaults. */
function changedOptions(game: Game, options: OptionValues): Record<string, string | number> {
  const defaults = defaultsOf(game.tableOptions);
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === null || value === defaults[name] ? [] : [[name, value]],
    ),
  );
}

/** Cached by file, modification time and size. */
const read = new Map<string, Pick<SetTable, "status" | "sizeBytes" | "counts">>();

function setTable(store: TableStore, { identity, pieces }: TableSpec): SetTable {
  const { name, covers, entries } = identity;
  const about = { name, covers, entries, pieces: pieces ?? null };
  const file = statSync(store.path(identity), { throwIfNoEntry: false });
  if (!file) {
    const status = store.isUnfinished(identity) ? "unfinished" : "missing";
    return { ...about, status, sizeBytes: null, counts: null };
  }
  const key = `${identity.game}/${name} ${file.mtimeMs} ${file.size}`;
  const known = read.get(key) ?? { ...readTable(store, identity), sizeBytes: file.size };
  read.set(key, known);
  return { ...about, ...known };
}

function readTable(store: TableStore, identity: TableSpec["identity"]): Pick<SetTable, "status" | "counts"> {
  try {
    const file = store.open(identity);
    file.close();
    return { status: "ready", counts: outcomeCounts(file.header.histogram, identity.value) };
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    return { status: "damaged", counts: null };
  }
}
