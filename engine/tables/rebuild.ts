/** Adds the command that rebuilds a table to errors about damage, found on open or in any later block. */
import { GameloreError } from "../contracts/errors.ts";
import type { Rank, TableEntries, TableSpec } from "../contracts/table.ts";

const ADVICE = "build it again with:";

type Rebuilt = Pick<TableSpec, "command">;

/** Rethrows, with the rebuild command if a rebuild helps. */
export function throwWithRebuild({ command }: Rebuilt, error: unknown): never {
  if (!(error instanceof GameloreError) || !["table-damaged", "table-mismatch"].includes(error.code)) throw error;
  // Already added for another table that this one depends on.
  if (error.message.includes(ADVICE)) throw error;
  throw new GameloreError(error.code, `${error.message}; ${ADVICE} ${command} --force`, { cause: error });
}

export function guardedEntries(spec: Rebuilt, entries: TableEntries): TableEntries {
  const get = (index: Rank): number => {
    try {
      return entries.get(index);
    } catch (error) {
      return throwWithRebuild(spec, error);
    }
  };
  return { identity: entries.identity, loaded: entries.loaded, get };
}
