/** The tables on this machine that know positions of a variant, and what stands in where none does. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import type { TableOffer, TableSetOffer } from "../../engine/contracts/table.ts";
import { openOne, openSet } from "../../engine/tables/probing.ts";
import type { TableShelf } from "../../engine/tables/shelf.ts";
import type { ValueBook, ValueSources } from "../documents/values.ts";
import { materialBook, type MaterialBook } from "./material-book.ts";

/** How long nobody looks whether a table has come or gone. */
const LOOK_AGAIN_MS = 2_000;

interface OpenBook {
  readonly book: ValueBook;
  readonly close: () => void;
}

interface OfferedBook {
  readonly name: string;
  /** Those that must be there. */
  readonly tables: readonly TableOffer[];
  readonly set: TableSetOffer | null;
  open(): Promise<OpenBook>;
}

/** Keeps what is open for a variant, and looks now and then for tables that were built since. */
export class VariantValues {
  readonly #rules: Rules;
  readonly #store: TableShelf;
  readonly #open = new Map<string, { book: ValueBook; close: () => void }>();
  #sources: ValueSources | null = null;
  #names = "";
  #looked = Number.NEGATIVE_INFINITY;
  #known: readonly OfferedBook[] | null = null;
  /** For sets that are not complete; undefined until it is asked for. */
  #material: MaterialBook | null | undefined;

  constructor(rules: Rules, store: TableShelf) {
    this.#rules = rules;
    this.#store = store;
  }

  async sources(): Promise<ValueSources> {
    if (this.#sources && performance.now() - this.#looked < LOOK_AGAIN_MS) return this.#sources;
    const books = await this.#books();
    const names = books.map(({ name }) => name).join(" ");
    // The same object while nothing has changed: what was worked out with it is remembered.
    if (!this.#sources || names !== this.#names) this.#sources = { books, evaluator: await this.#evaluator() };
    this.#names = names;
    this.#looked = performance.now();
    return this.#sources;
  }

  close(): void {
    for (const { close } of this.#open.values()) close();
    this.#material?.close();
    this.#material = undefined;
    this.#open.clear();
    this.#sources = null;
  }

  async #books(): Promise<ValueBook[]> {
    if (this.#rules.game.prober) return [await this.#opened("prober", () => this.#solver())];
    this.#known ??= this.#offers();
    const there = this.#known.filter(({ tables }) => this.#hasAll(tables));
    const books = await Promise.all(there.map(({ name, open }) => this.#opened(name, open)));
    const partial = there.length === this.#known.length ? null : this.#materialBook(this.#known);
    return partial ? [...books, partial] : books;
  }

  #materialBook(known: readonly OfferedBook[]): ValueBook | null {
    this.#material ??= materialBook(
      this.#rules,
      this.#store,
      known.flatMap(({ set }) => set ?? []),
    );
    return this.#material?.book ?? null;
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
            set: value,
            open: async () => this.#asBook(openSet(this.#store, value)),
          },
        ];
      }
      const offer = game.table(values);
      if (!offer.ok) return [];
      const { value } = offer;
      const open = async (): Promise<OpenBook> => this.#asBook(await openOne(this.#store, value));
      return [{ name: value.identity.name, tables: [value], set: null, open }];
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

  #hasAll(offers: readonly TableOffer[]): boolean {
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
