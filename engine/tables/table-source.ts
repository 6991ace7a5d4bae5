/** Where finished tables come from: files in Node, memory in a page. */
import type { TableEntries, TableIdentity } from "../contracts/table.ts";

export interface LoadableTable extends TableEntries {
  /** Copies all entries, or `entries` starting at `first`, into `target`, which may be shared memory. */
  loadInto(target: Uint8Array, entries?: number, options?: { readonly first?: number }): Promise<void>;
  /** Entries by value. */
  histogram(): readonly number[];
  close(): void;
}

export interface TableSource<T extends LoadableTable = LoadableTable> {
  has(identity: TableIdentity): boolean;
  /** Whether a checkpoint of an unfinished build exists. */
  isUnfinished(identity: TableIdentity): boolean;
  /** Fails if the table is missing or has another identity. */
  open(identity: TableIdentity): T;
}
