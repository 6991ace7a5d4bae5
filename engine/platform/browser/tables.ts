/** Tables in the memory of a page. */
import { GameloreError } from "../../contracts/errors.ts";
import type { TableIdentity } from "../../contracts/table.ts";
import { expectIdentity } from "../../tables/header.ts";
import { memoryEntries } from "../../tables/memory.ts";
import type { ShelfTable, TableShelf } from "../../tables/shelf.ts";

interface KeptTable {
  readonly identity: TableIdentity;
  readonly bytes: Uint8Array;
}

const tables = new Map<string, KeptTable>();

function keyOf({ game, name }: TableIdentity): string {
  return `${game}/${name}`;
}

/** `bytes` are the entries; they are not copied. */
export function provideTable(identity: TableIdentity, bytes: Uint8Array): void {
  tables.set(keyOf(identity), { identity, bytes });
}

function countValues(bytes: Uint8Array): number[] {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of bytes) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const shelf: TableShelf = {
  has: (identity) => tables.has(keyOf(identity)),
  isUnfinished: () => false,
  open: (identity): ShelfTable => {
    const kept = tables.get(keyOf(identity));
    if (!kept) throw new GameloreError("table-missing", `the table ${identity.name} is not in this page`);
    expectIdentity(kept, identity);
    return {
      ...memoryEntries(kept.identity, kept.bytes),
      loadInto: async (target, entries = kept.bytes.length, { first = 0 } = {}) =>
        target.set(kept.bytes.subarray(first, first + entries)),
      histogram: () => countValues(kept.bytes),
      close: () => {},
    };
  },
};

export function tableShelf(): TableShelf {
  return shelf;
}
