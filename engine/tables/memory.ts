/** Table entries that lie in memory: a whole table, or the first part of one. */
import { GameloreError, ok, type Result } from "../contracts/errors.ts";
import type { TableEntries, TableIdentity } from "../contracts/table.ts";

export function notLoaded(index: number, loaded: number, entries: number): GameloreError {
  const part = `the loaded part (first ${loaded} of ${entries} entries)`;
  return new GameloreError("not-in-table", `entry ${index} is not in ${part}`);
}

/** Fails where a table of so many entries has none of this number. */
export function expectEntry(index: number, { entries }: Pick<TableIdentity, "entries">): void {
  if (Number.isInteger(index) && index >= 0 && index < entries) return;
  throw new GameloreError("not-in-table", `entry ${index} is not among the ${entries} of this table`);
}

/** `bytes` may be longer than the table (a memory with other things behind it); `loaded` says how much of it is filled. */
export function memoryEntries(
  identity: TableIdentity,
  bytes: Uint8Array,
  loaded: number = Math.min(bytes.length, identity.entries),
): TableEntries {
  if (!Number.isInteger(loaded) || loaded < 0 || loaded > bytes.length || loaded > identity.entries) {
    throw new RangeError(`${loaded} loaded entries, with ${bytes.length} bytes for a table of ${identity.entries}`);
  }
  return {
    identity,
    loaded,
    get(index: number): number {
      const value = index < loaded ? bytes[index] : undefined;
      if (value === undefined) throw notLoaded(index, loaded, identity.entries);
      return value;
    },
  };
}

/** What is found in the loaded part of a table; an error where it lies outside. */
export function whereLoaded<T>(find: () => T): Result<T> {
  try {
    return ok(find());
  } catch (error) {
    if (error instanceof GameloreError && error.code === "not-in-table") return { ok: false, error };
    throw error;
  }
}
