/** A stored table that turns out to be damaged, when it is opened or at any block later, is told with the command that builds just this one again. */
import { GameloreError } from "../contracts/errors.ts";
import type { TableEntries, TableSpec } from "../contracts/table.ts";

const ADVICE = "build it again with:";

type Rebuilt = Pick<TableSpec, "command">;

/** Throws what was thrown, with the command where that helps. */
export function throwWithRebuild({ command }: Rebuilt, error: unknown): never {
  if (!(error instanceof GameloreError) || !["table-damaged", "table-mismatch"].includes(error.code)) throw error;
  // Of another table that this one needs, it may have been told already.
  if (error.message.includes(ADVICE)) throw error;
  throw new GameloreError(error.code, `${error.message}; ${ADVICE} ${command} --force`, { cause: error });
}

export function guardedEntries(offer: Rebuilt, entries: TableEntries): TableEntries {
  const get = (index: number): number => {
    try {
      return entries.get(index);
    } catch (error) {
      return throwWithRebuild(offer, error);
    }
  };
  return { identity: entries.identity, loaded: entries.loaded, get };
}
