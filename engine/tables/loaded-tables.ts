/** Stored tables in the kernel's memory, where search can read them; each is read once. */
import { tableShelf } from "#platform/tables.ts";
import { GameloreError } from "../contracts/errors.ts";
import type { TableSpec } from "../contracts/table.ts";
import type { KernelMemory } from "../kernel/memory.ts";

export interface LoadedTable {
  /** Of the entries. */
  readonly address: number;
  /** How many entries have each value. */
  readonly histogram: readonly number[];
}

export class LoadedTables {
  readonly #memory: KernelMemory;
  readonly #loaded = new Map<string, Promise<LoadedTable>>();

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** Fails where the table is not built. */
  load(offer: TableSpec): Promise<LoadedTable> {
    const { name } = offer.identity;
    const loaded = this.#loaded.get(name) ?? this.#read(offer);
    this.#loaded.set(name, loaded);
    loaded.catch(() => this.#loaded.delete(name));
    return loaded;
  }

  async #read({ identity, command }: TableSpec): Promise<LoadedTable> {
    const shelf = tableShelf();
    if (!shelf.has(identity)) {
      throw new GameloreError("table-missing", `the table ${identity.name} is not there; build it with: ${command}`);
    }
    const file = shelf.open(identity);
    const address = this.#memory.allocate(identity.entries);
    try {
      await file.loadInto(this.#memory.bytes(address, identity.entries));
      return { address, histogram: file.histogram() };
    } catch (error) {
      this.#memory.free(address);
      throw error;
    } finally {
      file.close();
    }
  }
}
