/** Table entries in memory: a whole table, or a prefix of one. */
import { GameloreError, ok, type Result } from "../contracts/errors.ts";
import type { Rank, TableEntries, TableIdentity } from "../contracts/table.ts";

export function notLoaded(index: Rank, loaded: number, entries: number): GameloreError {
  const part = `the loaded part (first ${loaded} of ${entries} entries)`;
  return new GameloreError("not-in-table", `entry ${index} is not in ${part}`);
}

/** Fails if the index is out of range. */
export function expectEntry(index: Rank, { entries }: Pick<TableIdentity, "entries">): void {
  if (Number.isInteger(index) && index >= 0 && index < entries) return;
  throw new GameloreError("not-in-table", `entry ${index} is out of range: the table has ${entries} entries`);
}

/** `bytes` may be longer than the table (memory that continues behind it); `loaded` is the length of the filled prefix. */
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
    get(index: Rank): number {
      const value = index < loaded ? bytes[index] : undefined;
      if (value === undefined) throw notLoaded(index, loaded, identity.entries);
      return value;
    },
  };
}

/** The result of a lookup; an error if it lies outside the loaded part. */
export function whereLoaded<T>(find: () => T): Result<T> {
  try {
    return ok(find());
  } catch (error) {
    if (error instanceof GameloreError && error.code === "not-in-table") return { ok: false, error };
    throw error;
  }
}
