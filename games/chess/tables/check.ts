/** Compares every entry of a table with its definition, on all threads: what the rules of the game and the tables make of it. */
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { CheckedEntries, SolveOptions } from "../../../engine/contracts/table.ts";
import { Board } from "../board.ts";
import { EndgameBook } from "./book.ts";
import { canonicalMaterial, conversionsOf, isBareKings, type Material } from "./material.ts";

const ENTRIES_AT_ONCE = 65_536;

export async function checkEntries(
  material: Material,
  bytes: Uint8Array,
  load: (book: EndgameBook, material: Material) => Promise<void>,
  { threads, signal, onProgress }: Omit<SolveOptions, "checkpoint">,
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
  let next = 0;
  let checked = 0;
  let wrong = 0;
  let example: number | null = null;
  const work = async (): Promise<void> => {
    const found = memory.allocate(4);
    const scratch = memory.allocate(kernel.call("checkScratchBytes"));
    while (next < bytes.length) {
      const first = next;
      const last = Math.min(bytes.length, first + ENTRIES_AT_ONCE);
      next = last;
      const count = await pool.run([["checkEntries", layout, first, last, scratch, found]], { signal });
      throwIfAborted(signal);
      checked += last - first;
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
