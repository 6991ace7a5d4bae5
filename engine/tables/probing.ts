/** Probes positions for `gamelore probe` and the server: by the tables that the options select, or by solving. */
import { unwrap } from "../contracts/errors.ts";
import type { Game } from "../contracts/game.ts";
import type { OptionValues } from "../contracts/options.ts";
import type { ExternalTables, Probe, Prober, ProbeProgress, TableSpec, TableSetSpec } from "../contracts/table.ts";
import { openForProbing, openStored } from "./open-table.ts";
import type { LoadableTable, TableSource } from "./table-source.ts";

/** The result of a probe and the table or solver it is from. */
export interface ProbeDocument extends Probe {
  readonly table: string;
}

/** An open table or solver. */
export interface OpenProbe {
  readonly name: string;
  /** Values are computed on demand, not read from a table. */
  readonly solves: boolean;
  /** Of a running probe, if it is known. */
  readonly progress?: ProbeProgress | null | undefined;
  probe(text: string, signal?: AbortSignal): Promise<ProbeDocument>;
  close(): Promise<void>;
}

/** `values` are the variant's options if the game solves positions on demand, otherwise the tables' options. */
export async function openProbe(store: TableSource, game: Game, values: OptionValues): Promise<OpenProbe> {
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

/** Tables of another program, located by `values`. */
export async function openExternal(tables: ExternalTables, values: OptionValues): Promise<OpenProbe> {
  return byProber(unwrap(await tables.open(values)), false);
}

function byProber(prober: Prober, solves: boolean): OpenProbe {
  return {
    name: prober.name,
    solves,
    get progress() {
      return prober.progress;
    },
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

export async function openOne(store: TableSource, spec: TableSpec): Promise<OpenedTables> {
  return { name: spec.identity.name, ...(await openForProbing(store, spec)) };
}

/** Opens files of the set when a position needs them. */
export function openSet(store: TableSource, set: TableSetSpec): OpenedTables {
  const files: LoadableTable[] = [];
  const entries = (spec: TableSpec): LoadableTable => {
    const file = openStored(store, spec);
    files.push(file);
    return file;
  };
  return { name: set.name, table: set.open(entries), close: () => files.forEach((file) => file.close()) };
}
