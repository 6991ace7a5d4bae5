/** What `gamelore probe` and the server answer of a position: by the tables that options describe, or by solving it. */
import { unwrap } from "../contracts/errors.ts";
import type { Game } from "../contracts/game.ts";
import type { OptionValues } from "../contracts/options.ts";
import type { ExternalTables, Probe, Prober, TableSpec, TableSetSpec } from "../contracts/table.ts";
import { openForProbing, openStored } from "./open-table.ts";
import type { ShelfTable, TableShelf } from "./shelf.ts";

/** The document of a probe: which table or solver answers, and what. */
export interface ProbeDocument extends Probe {
  readonly table: string;
}

/** Something that can be asked about positions of one kind, again and again. */
export interface OpenProbe {
  readonly name: string;
  /** Of a prober: it works values out when asked. */
  readonly solves: boolean;
  probe(text: string, signal?: AbortSignal): Promise<ProbeDocument>;
  close(): Promise<void>;
}

/** By the variant's options where the game solves positions when asked, by the tables' options where it stores them. */
export async function openProbe(store: TableShelf, game: Game, values: OptionValues): Promise<OpenProbe> {
  if (game.prober) return byProber(unwrap(await game.prober(values)), true);
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  const { name, table, close } = set ? openSet(store, set) : await openOne(store, unwrap(game.table(values)));
  return {
    name,
    solves: false,
    probe: async (text) => ({ table: name, ...unwrap(table.probe(unwrap(table.parsePosition(text)))) }),
    close: async () => close(),
  };
}

/** By tables of another program, which some of `values` name. */
export async function openExternal(tables: ExternalTables, values: OptionValues): Promise<OpenProbe> {
  return byProber(unwrap(await tables.open(values)), false);
}

function byProber(prober: Prober, solves: boolean): OpenProbe {
  return {
    name: prober.name,
    solves,
    probe: async (text, signal) => {
      const position = unwrap(prober.parsePosition(text));
      return { table: prober.name, ...unwrap(await prober.probe(position, signal)) };
    },
    close: () => prober.close(),
  };
}

export interface OpenedTables {
  readonly name: string;
  readonly table: ReturnType<TableSetSpec["open"]>;
  close(): void;
}

export async function openOne(store: TableShelf, offer: TableSpec): Promise<OpenedTables> {
  return { name: offer.identity.name, ...(await openForProbing(store, offer)) };
}

/** Of the set's files, those that the position asks for. */
export function openSet(store: TableShelf, set: TableSetSpec): OpenedTables {
  const files: ShelfTable[] = [];
  const entries = (offer: TableSpec): ShelfTable => {
    const file = openStored(store, offer);
    files.push(file);
    return file;
  };
  return { name: set.name, table: set.open(entries), close: () => files.forEach((file) => file.close()) };
}
