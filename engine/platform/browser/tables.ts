/** Tables in memory. */
import { GameloreError } from "../../contracts/errors.ts";
import type { TableIdentity } from "../../contracts/table.ts";
import { expectIdentity } from "../../tables/header.ts";
import { memoryEntries } from "../../tables/memory-entries.ts";
import type { LoadableTable, TableSource } from "../../tables/table-source.ts";

interface MemoryTable {
  readonly identity: TableIdentity;
  readonly bytes: Uint8Array;
}

const tables = new Map<string, MemoryTable>();

function keyOf({ game, name }: TableIdentity): string {
  return `${game}/${name}`;
}

/** `bytes` are the entries, not copied. */
export function provideTable(identity: TableIdentity, bytes: Uint8Array): void {
  tables.set(keyOf(identity), { identity, bytes });
}

function countValues(bytes: Uint8Array): number[] {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of bytes) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const source: TableSource = {
  has: (identity) => tables.has(keyOf(identity)),
  isUnfinished: () => false,
  open: (identity): LoadableTable => {
    const found = tables.get(keyOf(identity));
    if (!found) throw new GameloreError("table-missing", `table ${identity.name} is not loaded in this page`);
    expectIdentity(found, identity);
    return {
      ...memoryEntries(found.identity, found.bytes),
      loadInto: async (target, entries = found.bytes.length, { first = 0 } = {}) =>
        target.set(found.bytes.subarray(first, first + entries)),
      histogram: () => countValues(found.bytes),
      close: () => {},
    };
  },
};

export function tableSource(): TableSource {
  return source;
}
