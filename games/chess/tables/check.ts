/** Compares entries of a table with their definition, on all threads: what the rules of the game and the tables make of them. */
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { CheckedEntries, SolveOptions } from "../../../engine/contracts/table.ts";
import { Board } from "../board.ts";
import { EndgameBook } from "./book.ts";
import { canonicalMaterial, conversionsOf, isBareKings, type Material } from "./material.ts";

const ENTRIES_AT_ONCE = 65_536;

export interface EntryCheckOptions extends Omit<SolveOptions, "checkpoint"> {
  /** How many entries to compare, at least, spread evenly; all without it. */
  readonly samples?: number | undefined;
}

export async function checkEntries(
  material: Material,
  bytes: Uint8Array,
  load: (book: EndgameBook, material: Material) => Promise<void>,
  { threads, samples = bytes.length, signal, onProgress }: EntryCheckOptions,
): Promise<CheckedEntries> {
  const board = new Board();
  const { kernel } = board;
  const { memory } = kernel;
  const book = new EndgameBook(kernel);
  book.add(material).set(bytes);
  for (const after of conversionsOf(material)) {
    const own = canonicalMaterial(after).material;
    if (!isBareKings(own) && !book.has(own)) await load(book, own);
  }
  const layout = book.layoutOf(material);
  const pool = kernel.startPool(threads, () => [...board.threadCalls(), ...book.calls()]);
  const step = Math.max(1, Math.floor(bytes.length / samples));
  let next = 0;
  let checked = 0;
  let wrong = 0;
  let example: number | null = null;
  const work = async (): Promise<void> => {
    const found = memory.allocate(4);
    const scratch = memory.allocate(kernel.call("checkScratchBytes"));
    while (next < bytes.length) {
      const first = next;
      const last = Math.min(bytes.length, first + step * ENTRIES_AT_ONCE);
      next = last;
      const count = await pool.run([["checkEntries", layout, first, last, step, scratch, found]], { signal });
      throwIfAborted(signal);
      checked += Math.ceil((last - first) / step);
      wrong += count;
      if (count > 0) example = (memory.words(found, 1)[0] as number) >>> 0;
      onProgress?.({ phase: "definition", done: next / bytes.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
    return { checked, wrong, example };
  } finally {
    await pool.close();
    await board.close();
  }
}
