/** Stored tables in kernel memory, loaded once, for search and evaluation; and root probing of stored tables. */
import { tableSource } from "#platform/tables";
import { GameloreError, type Result } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Probe } from "../../../engine/contracts/table.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { Board } from "../board.ts";
import { Tablebase } from "./tablebase.ts";
import { compactShapeOf } from "./compact-table.ts";
import { endingsUpTo, materialText, MAX_PIECES, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { endingSpec, loadStored, openStored } from "./tables.ts";

/** Stored tables of up to this many pieces are loaded by default: 170 MB. */
const SEARCH_PIECES = 4;
/** Memory limit for tables, of the 4 GiB of a kernel. */
const MAX_BYTES = 3.4e9;

/** Table use in the search: `auto`, stored tables of up to four pieces; `none`; `5`, also those loaded by evaluations. */
export const TABLE_CHOICES = ["auto", "none", "5"] as const;

export class LoadedTables {
  readonly #board: Board;
  readonly #loading = new Map<string, Promise<void>>();
  #tablebase: Tablebase | null = null;
  #probe: EndgameProbe | null = null;
  #bytes = 0;

  constructor(board: Board) {
    this.#board = board;
  }

  get tablebase(): Tablebase {
    this.#tablebase ??= new Tablebase(this.#board.kernel);
    return this.#tablebase;
  }

  /** Loads the tables for a choice; returns the calls that give a thread access. */
  async forSearch(choice: string): Promise<readonly KernelCall[]> {
    if (choice === "none") return this.tablebase.calls(0);
    const source = tableSource();
    const stored = endingsUpTo(SEARCH_PIECES).filter((material) => source.has(endingSpec(material).identity));
    await this.load(stored);
    return this.tablebase.calls(choice === "5" ? MAX_PIECES : SEARCH_PIECES);
  }

  /** Loads stored tables; a missing one is an error that names the command to build it. */
  async load(endings: readonly Material[]): Promise<void> {
    const missing = endings.filter((material) => !this.#loading.has(materialText(material)));
    const bytes = missing.reduce((sum, material) => sum + compactShapeOf(material).entries, 0);
    if (this.#bytes + bytes > MAX_BYTES)
      throw new GameloreError(
        "too-large",
        `${missing.map(materialText).join(", ")} take ${Math.ceil(bytes / 1e6)} MB of memory; ${Math.floor((MAX_BYTES - this.#bytes) / 1e6)} MB are left for tables; name fewer tables`,
      );
    this.#bytes += bytes;
    for (const material of missing) {
      const loading = loadStored(this.tablebase, material);
      this.#loading.set(materialText(material), loading);
      loading.catch(() => {
        this.#loading.delete(materialText(material));
        this.#bytes -= compactShapeOf(material).entries;
      });
    }
    await Promise.all(endings.map((material) => this.#loading.get(materialText(material))));
  }

  /** Probes the stored tables on disk. */
  probe(position: Position): Result<Probe> {
    this.#probe ??= new EndgameProbe(openStored);
    return this.#probe.probe(position);
  }

  async close(): Promise<void> {
    await this.#probe?.board.close();
    this.#probe = null;
  }
}
