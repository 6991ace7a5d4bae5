/** The tables on this machine that know positions of a variant, and what stands in where none does. */
import { unwrap } from "../engine/contracts/errors.ts";
import type { Rules } from "../engine/contracts/game.ts";
import type { TableSpec } from "../engine/contracts/table.ts";
import { openOne, openSet } from "../engine/tables/probing.ts";
import type { TableSource } from "../engine/tables/table-source.ts";
import type { ValueBook, ValueSources } from "./documents/values.ts";

/** How long nobody looks whether a table has come or gone. */
const LOOK_AGAIN_MS = 2_000;

interface OpenBook {
  readonly book: ValueBook;
  readonly close: () => void;
}

interface OfferedBook {
  readonly name: string;
  readonly tables: readonly TableSpec[];
  /** It answers with some of the tables. */
  readonly partial: boolean;
  open(): Promise<OpenBook>;
}

/** Keeps what is open for a variant, and looks now and then for tables that were built since. */
export class VariantValues {
  readonly #rules: Rules;
  readonly #store: TableSource;
  readonly #open = new Map<string, { book: ValueBook; close: () => void }>();
  #sources: ValueSources | null = null;
  #names = "";
  #looked = Number.NEGATIVE_INFINITY;
  #known: readonly OfferedBook[] | null = null;

  constructor(rules: Rules, store: TableSource) {
    this.#rules = rules;
    this.#store = store;
  }

  async sources(): Promise<ValueSources> {
    if (this.#sources && performance.now() - this.#looked < LOOK_AGAIN_MS) return this.#sources;
    const offered = await this.#books();
    const books = offered.map(({ book }) => book);
    const names = offered.map(({ key }) => key).join(" ");
    // The same object while nothing has changed: what was worked out with it is remembered.
    if (!this.#sources || names !== this.#names) this.#sources = { books, evaluator: await this.#evaluator() };
    this.#names = names;
    this.#looked = performance.now();
    return this.#sources;
  }

  close(): void {
    for (const { close } of this.#open.values()) close();
    this.#open.clear();
    this.#sources = null;
  }

  /** With a key that changes when an answer may. */
  async #books(): Promise<{ readonly key: string; readonly book: ValueBook }[]> {
    if (this.#rules.game.prober) return [{ key: "prober", book: await this.#opened("prober", () => this.#solver()) }];
    this.#known ??= this.#offers();
    const there = this.#known.flatMap(({ name, tables, partial, open }) => {
      const stored = tables.filter(({ identity }) => this.#store.has(identity)).length;
      if (stored === tables.length) return [{ name, key: name, open }];
      // A table that was missing may have been built since. One that still is, is named by the answer.
      return partial ? [{ name, key: `${name}, ${stored} of ${tables.length}`, open }] : [];
    });
    return Promise.all(there.map(async ({ name, key, open }) => ({ key, book: await this.#opened(name, open) })));
  }

  /** What there may be for this variant. Working it out takes longer than looking whether it is there. */
  #offers(): OfferedBook[] {
    const { game, options } = this.#rules;
    return (game.tablesFor?.(options) ?? []).flatMap((values): OfferedBook[] => {
      const set = game.tableSet?.(values);
      if (set?.ok && set.value) {
        const { value } = set;
        return [
          {
            name: value.name,
            tables: value.tables,
            partial: value.partial ?? false,
            open: async () => this.#asBook(openSet(this.#store, value)),
          },
        ];
      }
      const offer = game.table(values);
      if (!offer.ok) return [];
      const { value } = offer;
      const open = async (): Promise<OpenBook> => this.#asBook(await openOne(this.#store, value));
      return [{ name: value.identity.name, tables: [value], partial: false, open }];
    });
  }

  async #solver(): Promise<OpenBook> {
    const { game, options } = this.#rules;
    if (!game.prober) throw new Error(`${game.id} solves no positions`);
    const prober = unwrap(await game.prober(options));
    const book: ValueBook = {
      name: prober.name,
      kind: "solved",
      probe: (position, signal) => prober.probe(position, signal),
    };
    return { book, close: () => void prober.close() };
  }

  #hasAll(offers: readonly TableSpec[]): boolean {
    return offers.every(({ identity }) => this.#store.has(identity));
  }

  #asBook({ name, table, close }: Awaited<ReturnType<typeof openOne>>): OpenBook {
    return { book: { name, kind: "table", probe: (position) => table.probe(position) }, close };
  }

  async #opened(name: string, open: () => Promise<OpenBook>): Promise<ValueBook> {
    const found = this.#open.get(name) ?? (await open());
    this.#open.set(name, found);
    return found.book;
  }

  /** The first whose tables are there. */
  async #evaluator(): Promise<ValueSources["evaluator"]> {
    const offer = this.#rules.evaluators.find(({ tables }) => this.#hasAll(tables ?? []));
    return (await offer?.create()) ?? null;
  }
}
