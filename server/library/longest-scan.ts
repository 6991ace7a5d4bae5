/** Finds entries of a table with given values, in steps: a large table takes longer than a request should, and each request continues. */
import type { Rank, Table } from "../../engine/contracts/table.ts";
import { byteOf } from "../../engine/solve/outcome-values.ts";
import type { TableFile } from "../../engine/tables/table-file.ts";

type ScannedFile = Pick<TableFile, "blocks" | "readBlock"> & {
  readonly header: Pick<TableFile["header"], "blockBytes">;
};

interface Wanted {
  readonly value: number;
  /** How many are enough: as many as exist, if that is fewer than are shown. */
  readonly most: number;
  readonly entries: Rank[];
}

export class LongestScan {
  readonly #wanted: readonly Wanted[];
  #next = 0;
  #blocks = 1;

  /** `counts`: by value the number of entries, of which at most `shown` are searched. */
  constructor(counts: readonly { readonly value: number; readonly count: number }[], shown: number) {
    this.#wanted = counts.map(({ value, count }) => ({ value, most: Math.min(count, shown), entries: [] }));
  }

  /** Continues until all are found or the time is over. */
  run(file: ScannedFile, table: Pick<Table, "get">, milliseconds: number): void {
    const until = performance.now() + milliseconds;
    this.#blocks = file.blocks;
    while (this.done < 1 && performance.now() < until) {
      const bytes = file.readBlock(this.#next);
      for (const wanted of this.#wanted) search(wanted, bytes, this.#next * file.header.blockBytes, table);
      this.#next++;
    }
  }

  /** The share that is scanned; 1 if the rest need not be. */
  get done(): number {
    return this.#wanted.every(({ most, entries }) => entries.length >= most) ? 1 : this.#next / this.#blocks;
  }

  entriesOf(value: number): readonly Rank[] {
    return this.#wanted.find((each) => each.value === value)?.entries ?? [];
  }
}

function search({ value, most, entries }: Wanted, bytes: Uint8Array, first: number, table: Pick<Table, "get">): void {
  const byte = byteOf(value);
  for (let at = bytes.indexOf(byte); at >= 0 && entries.length < most; at = bytes.indexOf(byte, at + 1)) {
    const entry = (first + at) as Rank;
    if (table.get(entry) === value) entries.push(entry);
  }
}
