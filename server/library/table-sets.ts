/** The tables that a game can have, set by set: which of them are there, and what these hold. */
import { statSync } from "node:fs";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf, type OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec, TableSetSpec } from "../../engine/contracts/table.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { loadGames } from "../../games/games.ts";
import type { SetTable, TableSetDocument } from "../../service/api.ts";
import { ServerFault } from "../http/http-error.ts";
import { outcomeCounts } from "./outcome-counts.ts";

interface OfferedSet {
  readonly set: TableSetSpec;
  readonly options: OptionValues;
}

/** Values of an option that are tried. */
const WIDEST_RANGE = 20;

/** Working out what a game offers takes longer than looking what of it is there. */
const offered = new Map<string, readonly OfferedSet[]>();

export async function tableSets(id: string): Promise<{ sets: TableSetDocument[] }> {
  const game = (await loadGames()).find((each) => each.id === id);
  if (!game) throw new ServerFault("not-found", `there is no game "${id}" with tables; see /api/games`);
  const sets = offered.get(id) ?? setsOf(game);
  offered.set(id, sets);
  const store = new TableStore(tablesFolder());
  const listed = new Set<string>();
  return {
    sets: sets.map(({ set, options }) => {
      const own = set.tables.filter(({ identity }) => !listed.has(identity.name));
      for (const { identity } of own) listed.add(identity.name);
      return {
        name: set.name,
        summary: set.summary,
        options: given(game, options),
        memoryBytes: set.memoryBytes,
        command: set.command,
        tables: own.map((offer) => setTable(store, offer)),
      };
    }),
  };
}

/** The sets for the usual variant and all smaller ones, the smallest first. */
function setsOf(game: Game): OfferedSet[] {
  const found = new Map<string, OfferedSet>();
  for (const options of (game.tablesFor?.(defaultsOf(game.options)) ?? []).flatMap((each) => smaller(game, each))) {
    const set = game.tableSet?.(options);
    if (set?.ok && set.value && !found.has(set.value.name)) found.set(set.value.name, { set: set.value, options });
  }
  return [...found.values()].toSorted((a, b) => a.set.tables.length - b.set.tables.length);
}

/** Options of a set, and those with less of what can be counted: fewer pieces, say. */
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
function given(game: Game, options: OptionValues): Record<string, string | number> {
  const usual = defaultsOf(game.tableOptions);
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === null || value === usual[name] ? [] : [[name, value]],
    ),
  );
}

/** Of files that have not changed since they were read. */
const seen = new Map<string, Pick<SetTable, "status" | "sizeBytes" | "counts">>();

function setTable(store: TableStore, { identity, pieces }: TableSpec): SetTable {
  const { name, covers, entries } = identity;
  const about = { name, covers, entries, pieces: pieces ?? null };
  const file = statSync(store.path(identity), { throwIfNoEntry: false });
  if (!file) {
    const status = store.isUnfinished(identity) ? "unfinished" : "missing";
    return { ...about, status, sizeBytes: null, counts: null };
  }
  const key = `${identity.game}/${name} ${file.mtimeMs} ${file.size}`;
  const known = seen.get(key) ?? { ...readTable(store, identity), sizeBytes: file.size };
  seen.set(key, known);
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
