/** The tables on this machine that know positions of a variant, and what stands in where none does. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { TableOffer } from "../../engine/contracts/table.ts";
import { openOne, openSet } from "../../engine/tables/probing.ts";
import type { TableShelf } from "../../engine/tables/shelf.ts";
import type { ValueBook, ValueSources } from "../documents/values.ts";

/** How long nobody looks whether a table has come or gone. */
const LOOK_AGAIN_MS = 2_000;

/** Keeps what is open for a variant, and looks now and then for tables that were built since. */
export class VariantValues {
  readonly #rules: Rules;
  readonly #store: TableShelf;
  readonly #open = new Map<string, { book: ValueBook; close: () => void }>();
  #sources: ValueSources | null = null;
  #names = "";
  #looked = Number.NEGATIVE_INFINITY;

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
    this.#open.clear();
    this.#sources = null;
  }

  async #books(): Promise<ValueBook[]> {
    const { game, options } = this.#rules;
    if (game.prober) return [await this.#opened("prober", () => this.#solver())];
    const books: ValueBook[] = [];
    for (const values of game.tablesFor?.(options) ?? []) {
      const book = await this.#tableBook(values);
      if (book) books.push(book);
    }
    return books;
  }

  async #solver(): Promise<{ book: ValueBook; close: () => void }> {
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

  async #tableBook(values: OptionValues): Promise<ValueBook | null> {
    const { game } = this.#rules;
    const set = game.tableSet?.(values);
    if (set?.ok && set.value) {
      const offer = set.value;
      return this.#hasAll(offer.tables)
        ? this.#opened(offer.name, async () => this.#asBook(openSet(this.#store, offer)))
        : null;
    }
    const offer = game.table(values);
    if (!offer.ok || !this.#hasAll([offer.value])) return null;
    return this.#opened(offer.value.identity.name, async () => this.#asBook(await openOne(this.#store, offer.value)));
  }

  #hasAll(offers: readonly TableOffer[]): boolean {
    return offers.every(({ identity }) => this.#store.has(identity));
  }

  #asBook({ name, table, close }: Awaited<ReturnType<typeof openOne>>): { book: ValueBook; close: () => void } {
    return { book: { name, kind: "table", probe: (position) => table.probe(position) }, close };
  }

  async #opened(name: string, open: () => Promise<{ book: ValueBook; close: () => void }>): Promise<ValueBook> {
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
