/** Stored tables in the kernel's memory, where search can read them; each is read once. */
import { tableShelf } from "#platform/tables.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { TableOffer } from "../../engine/contracts/table.ts";
import type { KernelMemory } from "../../engine/kernel/memory.ts";

export class LoadedTables {
  readonly #memory: KernelMemory;
  readonly #addresses = new Map<string, Promise<number>>();

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** The address of a table's entries; fails where the table is not built. */
  load(offer: TableOffer): Promise<number> {
    const { name } = offer.identity;
    const loaded = this.#addresses.get(name) ?? this.#read(offer);
    this.#addresses.set(name, loaded);
    loaded.catch(() => this.#addresses.delete(name));
    return loaded;
  }

  async #read({ identity, command }: TableOffer): Promise<number> {
    const shelf = tableShelf();
    if (!shelf.has(identity)) {
      throw new GameloreError("table-missing", `the table ${identity.name} is not there; build it with: ${command}`);
    }
    const file = shelf.open(identity);
    const address = this.#memory.allocate(identity.entries);
    try {
      await file.loadInto(this.#memory.bytes(address, identity.entries));
      return address;
    } catch (error) {
      this.#memory.free(address);
      throw error;
    } finally {
      file.close();
    }
  }
}
