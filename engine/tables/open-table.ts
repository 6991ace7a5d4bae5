/** Opens a stored table; if it is missing, the error names the command that builds it. */
import { GameloreError } from "../contracts/errors.ts";
import type { Table, TableSpec } from "../contracts/table.ts";
import { memoryEntries } from "./memory-entries.ts";
import { guardedEntries, throwWithRebuild } from "./rebuild.ts";
import type { LoadableTable, TableSource } from "./table-source.ts";

export function openStored<T extends LoadableTable>(store: TableSource<T>, spec: TableSpec): T {
  try {
    if (store.has(spec.identity)) return store.open(spec.identity);
  } catch (error) {
    return throwWithRebuild(spec, error);
  }
  throw new GameloreError("table-missing", `table ${spec.identity.name} not found; build it with: ${spec.command}`);
}

/** For probing: block by block from the file, or the required part loaded into memory. */
export async function openForProbing(
  store: TableSource,
  spec: TableSpec,
): Promise<{ table: Table; close: () => void }> {
  const file = openStored(store, spec);
  if (spec.requiredEntries === spec.identity.entries)
    return { table: spec.open(guardedEntries(spec, file)), close: () => file.close() };
  try {
    const bytes = new Uint8Array(spec.requiredEntries);
    await file.loadInto(bytes, spec.requiredEntries);
    return { table: spec.open(memoryEntries(spec.identity, bytes, spec.requiredEntries)), close: () => {} };
  } catch (error) {
    return throwWithRebuild(spec, error);
  } finally {
    file.close();
  }
}
