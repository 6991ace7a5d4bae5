/** Verifies a stored table: block checksums, and entries against their definition. */
import { throwIfAborted } from "../engine/contracts/errors.ts";
import type { Rank, SolveProgress, Table, TableSpec } from "../engine/contracts/table.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { memoryEntries } from "../engine/tables/memory-entries.ts";
import { throwWithRebuild } from "../engine/tables/rebuild.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { openStored } from "../engine/tables/open-table.ts";

/** A wrong table usually has many wrong entries; a few are enough. */
const WRONG_SHOWN = 20;

export interface CheckReport {
  readonly name: string;
  readonly blocks: number;
  readonly samples: number;
  readonly wrong: readonly WrongEntry[];
}

interface WrongEntry {
  readonly index: Rank;
  readonly value: number;
  readonly expected: number;
}

export interface CheckOptions {
  /** Number of entries to compare; random ones if the table has more. */
  readonly samples: number;
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, note: string) => void;
}

export async function checkTable(
  store: TableStore,
  spec: TableSpec,
  { samples, threads, signal, onProgress }: CheckOptions,
): Promise<CheckReport> {
  const file = openStored(store, spec);
  try {
    await file.verify({ signal, onProgress: (done) => onProgress(done / 2, "blocks") });
    const { entries } = spec.identity;
    const bytes = new Uint8Array(entries);
    await file.loadInto(bytes, entries, { signal });
    const table = spec.open(memoryEntries(spec.identity, bytes));
    const random = new SeededRandom(1);
    const all = entries <= samples;
    const report = ({ done, phase }: SolveProgress): void => onProgress(0.5 + done / 2, phase);
    const options = { threads, signal, onProgress: report };
    const inKernel = all ? spec.checkAll?.(bytes, options) : spec.checkSome?.(bytes, samples, options);
    if (inKernel) {
      const { checked, example } = await inKernel;
      const wrong = example === null ? [] : [entryOf(table, example)];
      return { name: spec.identity.name, blocks: file.blocks, samples: checked, wrong };
    }
    const count = all ? entries : samples;
    const wrong: WrongEntry[] = [];
    for (let i = 0; i < count && wrong.length < WRONG_SHOWN; i++) {
      const index = (all ? i : Math.floor(random.fraction() * entries)) as Rank;
      const entry = entryOf(table, index);
      if (entry.value !== entry.expected) wrong.push(entry);
      if (i % 10_000 === 0) {
        throwIfAborted(signal);
        onProgress(0.5 + i / count / 2, "definition");
        await new Promise(setImmediate);
      }
    }
    return { name: spec.identity.name, blocks: file.blocks, samples: count, wrong };
  } catch (error) {
    return throwWithRebuild(spec, error);
  } finally {
    file.close();
  }
}

function entryOf(table: Table, index: Rank): WrongEntry {
  return { index, value: table.get(index), expected: table.expected(index) };
}
