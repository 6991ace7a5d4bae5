/** Where exact values of a variant's positions come from: its tables or its solver. */
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { TableSpec } from "../engine/contracts/table.ts";
import { openOne, openSet } from "../engine/tables/probing.ts";
import type { TableSource } from "../engine/tables/table-source.ts";
import type { ProbeSource, ValueSources } from "./documents/value-sources.ts";

/** How often the table source is checked for new or deleted tables. */
const REFRESH_MS = 250;
/** A solver may take so long before a search takes over; it continues in the background. */
const PATIENCE_MS = 200;

interface OpenSource {
  readonly source: ProbeSource;
  readonly close: () => void;
  /** Of a solver: increases with its solved positions. */
  readonly revision?: () => number;
}

interface AvailableSource {
  readonly name: string;
  readonly tables: readonly TableSpec[];
  /** Usable with only some of its tables. */
  readonly partial: boolean;
  open(): Promise<OpenSource>;
}

/** Keeps a variant's sources open, and picks up tables that are built later. */
export class VariantValues {
  readonly #rules: OpenGame;
  readonly #store: TableSource;
  readonly #open = new Map<string, OpenSource>();
  #sources: ValueSources | null = null;
  #key = "";
  #refreshed = Number.NEGATIVE_INFINITY;
  #available: readonly AvailableSource[] | null = null;
  #isClosed = false;

  constructor(rules: OpenGame, store: TableSource) {
    this.#rules = rules;
    this.#store = store;
  }

  async sources(): Promise<ValueSources> {
    if (this.#sources && performance.now() - this.#refreshed < REFRESH_MS) return this.#sources;
    const opened = await this.#probeSources();
    const key = opened.map((each) => each.key).join(" ");
    // Results are cached by this object: it stays the same while nothing has changed.
    if (!this.#sources || key !== this.#key) this.#sources = { probeSources: opened.map(({ source }) => source) };
    this.#key = key;
    this.#refreshed = performance.now();
    return this.#sources;
  }

  close(): void {
    this.#isClosed = true;
    for (const { close } of this.#open.values()) close();
    this.#open.clear();
    this.#sources = null;
  }

  /** Each with a key that changes whenever its answers may. */
  async #probeSources(): Promise<{ readonly key: string; readonly source: ProbeSource }[]> {
    if (this.#rules.game.prober) {
      const source = await this.#opened("prober", () => this.#solver());
      return [{ key: `prober ${this.#open.get("prober")?.revision?.() ?? 0}`, source }];
    }
    this.#available ??= this.#tableSources();
    const usable = this.#available.flatMap(({ name, tables, partial, open }) => {
      const stored = tables.filter(({ identity }) => this.#store.has(identity)).length;
      if (stored === tables.length) return [{ name, key: name, open }];
      return partial ? [{ name, key: `${name}, ${stored} of ${tables.length}`, open }] : [];
    });
    return Promise.all(usable.map(async ({ name, key, open }) => ({ key, source: await this.#opened(name, open) })));
  }

  /** All that this variant can have, built or not. Called once: it is slower than checking which are built. */
  #tableSources(): AvailableSource[] {
    const { game, options } = this.#rules;
    return (game.tablesFor?.(options) ?? []).flatMap((values): AvailableSource[] => {
      const set = game.tableSet?.(values);
      if (set?.ok && set.value) {
        const { value } = set;
        return [
          {
            name: value.name,
            tables: value.tables,
            partial: value.partial ?? false,
            open: async () => asSource(openSet(this.#store, value)),
          },
        ];
      }
      const spec = game.table(values);
      if (!spec.ok) return [];
      const { value } = spec;
      const open = async (): Promise<OpenSource> => asSource(await openOne(this.#store, value));
      return [{ name: value.identity.name, tables: [value], partial: false, open }];
    });
  }

  async #solver(): Promise<OpenSource> {
    const { game, options } = this.#rules;
    if (!game.prober) throw new Error(`${game.id} has no prober`);
    const prober = unwrap(await game.prober(options));
    prober.start?.();
    const source: ProbeSource = {
      name: prober.name,
      kind: "solved",
      ...(prober.isFast && { isFast: prober.isFast }),
      proofOf: (position) => (prober.isProvable?.(position) ? (prober.proofBounds ?? null) : null),
      probe: (position, signal) => prober.probe(position, signal, PATIENCE_MS),
    };
    const revision = (): number => {
      prober.refresh?.();
      return prober.revision ?? 0;
    };
    return { source, close: () => void prober.close(), revision };
  }

  async #opened(name: string, open: () => Promise<OpenSource>): Promise<ProbeSource> {
    const found = this.#open.get(name) ?? (await open());
    if (this.#isClosed) found.close();
    else this.#open.set(name, found);
    return found.source;
  }
}

function asSource({ name, table, close }: Awaited<ReturnType<typeof openOne>>): OpenSource {
  return { source: { name, kind: "table", probe: (position) => table.probe(position) }, close };
}
