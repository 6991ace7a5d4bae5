/** Opens a stored table; where it is not there, the error names the command that builds it. */
import { GameloreError } from "../contracts/errors.ts";
import type { Rules } from "../contracts/game.ts";
import type { Table, TableSpec } from "../contracts/table.ts";
import { memoryEntries } from "./memory.ts";
import { guardedEntries, throwWithRebuild } from "./rebuild.ts";
import type { ShelfTable, TableShelf } from "./shelf.ts";

export function openStored<T extends ShelfTable>(store: TableShelf<T>, offer: TableSpec): T {
  try {
    if (store.has(offer.identity)) return store.open(offer.identity);
  } catch (error) {
    return throwWithRebuild(offer, error);
  }
  throw new GameloreError(
    "table-missing",
    `the table ${offer.identity.name} is not there; build it with: ${offer.command}`,
  );
}

/** For probing: block by block from the file, or the wanted part of it in memory. */
export async function openForProbing(
  store: TableShelf,
  offer: TableSpec,
): Promise<{ table: Table; close: () => void }> {
  const file = openStored(store, offer);
  if (offer.wanted === offer.identity.entries)
    return { table: offer.open(guardedEntries(offer, file)), close: () => file.close() };
  try {
    const bytes = new Uint8Array(offer.wanted);
    await file.loadInto(bytes, offer.wanted);
    return { table: offer.open(memoryEntries(offer.identity, bytes, offer.wanted)), close: () => {} };
  } catch (error) {
    return throwWithRebuild(offer, error);
  } finally {
    file.close();
  }
}

/** The table of a variant if there is one on this machine, for showing values; any other trouble with it is told. */
export async function tableForValues(rules: Rules): Promise<Table | null> {
  if (!rules.table) return null;
  try {
    return await rules.openTable();
  } catch (error) {
    if (error instanceof GameloreError && error.code === "table-missing") return null;
    throw error;
  }
}
