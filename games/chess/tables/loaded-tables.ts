/** Stored tables in the memory of a board's kernel, read once, for search and evaluation; and the answer of any stored table at the root. */
import { tableSource } from "#platform/tables.ts";
import { GameloreError, type Result } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/game.ts";
import type { Probe } from "../../../engine/contracts/table.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { Board } from "../board.ts";
import { EndgameBook } from "./book.ts";
import { compactShapeOf } from "./compact-table.ts";
import { endingsUpTo, materialText, MAX_PIECES, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { endingOffer, loadStored, openStored } from "./tables.ts";

/** Tables of so many pieces are read as a matter of course where they are stored: 170 MB. */
const SEARCH_PIECES = 4;
/** What the tables of a kernel may take of the 4 GiB that it can address. */
const MOST_BYTES = 3.4e9;

/** How a search uses tables: `auto`, those of up to four pieces that are stored; `none`; or, with 5, also those that evaluations have loaded. */
export const TABLE_CHOICES = ["auto", "none", "5"] as const;

export class LoadedTables {
  readonly #board: Board;
  readonly #loading = new Map<string, Promise<void>>();
  #book: EndgameBook | null = null;
  #probe: EndgameProbe | null = null;
  #bytes = 0;

  constructor(board: Board) {
    this.#board = board;
  }

  get book(): EndgameBook {
    this.#book ??= new EndgameBook(this.#board.kernel);
    return this.#book;
  }

  /** Reads what a search with this choice uses; the calls point a thread at it. */
  async forSearch(choice: string): Promise<readonly KernelCall[]> {
    if (choice === "none") return this.book.calls(0);
    const shelf = tableSource();
    const stored = endingsUpTo(SEARCH_PIECES).filter((material) => shelf.has(endingOffer(material).identity));
    await this.load(stored);
    return this.book.calls(choice === "5" ? MAX_PIECES : SEARCH_PIECES);
  }

  /** Reads stored tables; fails where one is missing, naming the command that builds it. */
  async load(endings: readonly Material[]): Promise<void> {
    const missing = endings.filter((material) => !this.#loading.has(materialText(material)));
    const bytes = missing.reduce((sum, material) => sum + compactShapeOf(material).entries, 0);
    if (this.#bytes + bytes > MOST_BYTES)
      throw new GameloreError(
        "too-large",
        `${missing.map(materialText).join(", ")} take ${Math.ceil(bytes / 1e6)} MB of memory; ${Math.floor((MOST_BYTES - this.#bytes) / 1e6)} MB are left for tables: name fewer of them`,
      );
    this.#bytes += bytes;
    for (const material of missing) {
      const loading = loadStored(this.book, material);
      this.#loading.set(materialText(material), loading);
      loading.catch(() => {
        this.#loading.delete(materialText(material));
        this.#bytes -= compactShapeOf(material).entries;
      });
    }
    await Promise.all(endings.map((material) => this.#loading.get(materialText(material))));
  }

  /** What the stored tables say of a position, read from their files. */
  probe(position: Position): Result<Probe> {
    this.#probe ??= new EndgameProbe(openStored);
    return this.#probe.probe(position);
  }

  async close(): Promise<void> {
    await this.#probe?.board.close();
    this.#probe = null;
  }
}
