/** Stored tables loaded into the kernel's memory for search; each is loaded once. */
import { tableSource } from "#platform/tables";
import { GameloreError } from "../contracts/errors.ts";
import type { TableSpec } from "../contracts/table.ts";
import type { Address, KernelMemory } from "../kernel/memory.ts";

export interface LoadedTable {
  /** Address of the entries. */
  readonly address: Address;
  /** Entries by value. */
  readonly histogram: readonly number[];
}

export class LoadedTables {
  readonly #memory: KernelMemory;
  readonly #loaded = new Map<string, Promise<LoadedTable>>();

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** Loads the required entries. Fails if the table is not built. */
  load(spec: TableSpec): Promise<LoadedTable> {
    const name = `${spec.identity.name} ${spec.requiredEntries}`;
    const loaded = this.#loaded.get(name) ?? this.#read(spec);
    this.#loaded.set(name, loaded);
    loaded.catch(() => this.#loaded.delete(name));
    return loaded;
  }

  async #read({ identity, command, requiredEntries }: TableSpec): Promise<LoadedTable> {
    const source = tableSource();
    if (!source.has(identity)) {
      throw new GameloreError("table-missing", `table ${identity.name} not found; build it with: ${command}`);
    }
    const file = source.open(identity);
    const address = this.#memory.allocate(requiredEntries);
    try {
      await file.loadInto(this.#memory.bytes(address, requiredEntries), requiredEntries);
      return { address, histogram: file.histogram() };
    } catch (error) {
      this.#memory.free(address);
      throw error;
    } finally {
      file.close();
    }
  }
}
