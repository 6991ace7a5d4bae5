/** Checks a stored table: every block against its checksum, and entries against their definition. */
import { throwIfAborted } from "../engine/contracts/errors.ts";
import type { TableOffer } from "../engine/contracts/table.ts";
import { SeededRandom } from "../engine/search/seeded.ts";
import { memoryEntries } from "../engine/tables/memory.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { openStored } from "./open-table.ts";
import { Progress } from "./progress.ts";

/** A table that is wrong is usually wrong in many places: a few are enough to see it. */
const WRONG_SHOWN = 20;

export interface CheckReport {
  readonly name: string;
  readonly blocks: number;
  readonly samples: number;
  readonly wrong: readonly { readonly index: number; readonly value: number; readonly expected: number }[];
}

/** All entries where there are no more than `samples`, otherwise that many at random. */
export async function checkTable(
  store: TableStore,
  offer: TableOffer,
  samples: number,
  signal: AbortSignal,
): Promise<CheckReport> {
  const file = openStored(store, offer);
  const progress = new Progress(`checking ${offer.identity.name}`);
  try {
    await file.verify({ signal, onProgress: (done) => progress.update(done / 2, "blocks") });
    const { entries } = offer.identity;
    const bytes = new Uint8Array(entries);
    await file.loadInto(bytes, entries, { signal });
    const table = offer.open(memoryEntries(offer.identity, bytes));
    const random = new SeededRandom(1);
    const all = entries <= samples;
    const count = all ? entries : samples;
    const wrong: { index: number; value: number; expected: number }[] = [];
    for (let i = 0; i < count && wrong.length < WRONG_SHOWN; i++) {
      const index = all ? i : Math.floor(random.fraction() * entries);
      const value = table.get(index);
      const expected = table.expected(index);
      if (value !== expected) wrong.push({ index, value, expected });
      if (i % 10_000 === 0) {
        throwIfAborted(signal);
        progress.update(0.5 + i / count / 2, "definition");
        await new Promise(setImmediate);
      }
    }
    return { name: offer.identity.name, blocks: file.blocks, samples: count, wrong };
  } finally {
    progress.end();
    file.close();
  }
}
