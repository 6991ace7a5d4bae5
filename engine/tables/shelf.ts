/** Finished tables at hand, wherever they are kept. */
import type { TableEntries, TableIdentity } from "../contracts/table.ts";

export interface ShelfTable extends TableEntries {
  /** Copies all entries, or some from `first` on, into `target`, which may be shared memory. */
  loadInto(target: Uint8Array, entries?: number, options?: { readonly first?: number }): Promise<void>;
  /** How many entries have each value. */
  histogram(): readonly number[];
  close(): void;
}

export interface TableShelf<T extends ShelfTable = ShelfTable> {
  has(identity: TableIdentity): boolean;
  /** Whether a build of it was begun that can go on. */
  isUnfinished(identity: TableIdentity): boolean;
  /** Fails where it is not there, or is another table of that name. */
  open(identity: TableIdentity): T;
}
