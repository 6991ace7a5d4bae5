/** Checks entries of a table against the values after all legal moves, on all threads. */
import { throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { CheckedEntries, SolveOptions } from "../../../engine/contracts/table.ts";
import { Board } from "../board.ts";
import { Tablebase } from "./tablebase.ts";
import { canonicalMaterial, isBareKings, materialText, type Material } from "./material.ts";
import { conversionMoves, materialAfter, moverOf, shapeOf } from "./wide-table.ts";

const ENTRIES_AT_ONCE = 65_536;

export interface EntryCheckOptions extends Omit<SolveOptions, "checkpoint"> {
  /** Minimum number of entries to check, spread evenly; default: all. */
  readonly samples?: number | undefined;
}

export async function checkEntries(
  material: Material,
  bytes: Uint8Array,
  load: (tablebase: Tablebase, material: Material, side?: number | null) => Promise<void>,
  { threads, samples = bytes.length, signal, onProgress }: EntryCheckOptions,
): Promise<CheckedEntries> {
  const board = new Board();
  const { kernel } = board;
  const { memory } = kernel;
  const tablebase = new Tablebase(kernel);
  tablebase.add(material).set(bytes);
  for (const { own, sides } of sidesAfter(material))
    await load(tablebase, own, sides.size === 1 ? [...sides][0] : null);
  const layout = tablebase.layoutOf(material);
  const pool = kernel.startPool(threads, () => [...board.threadCalls(), ...tablebase.calls()]);
  const step = Math.max(1, Math.floor(bytes.length / samples));
  let next = 0;
  let checked = 0;
  let wrong = 0;
  let example: number | null = null;
  const work = async (): Promise<void> => {
    const found = memory.allocate(4);
    const scratch = memory.allocate(kernel.exports.checkScratchBytes());
    while (next < bytes.length) {
      const first = next;
      const last = Math.min(bytes.length, first + step * ENTRIES_AT_ONCE);
      next = last;
      const count = await pool.run([kernel.calls.checkEntries(layout, first, last, step, scratch, found)], { signal });
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

/** The tables that conversions lead to, with the side to move there: complete tables of endings with two pawns do not fit in kernel memory. */
function sidesAfter(material: Material): { own: Material; sides: Set<number> }[] {
  const found = new Map<string, { own: Material; sides: Set<number> }>();
  const shape = shapeOf(material);
  for (const conversion of conversionMoves(shape)) {
    const { material: own, swapped } = canonicalMaterial(materialAfter(shape, conversion));
    if (isBareKings(own)) continue;
    const after = found.get(materialText(own)) ?? { own, sides: new Set() };
    found.set(materialText(own), after);
    const mover = moverOf(shape, conversion);
    after.sides.add(swapped ? mover : 1 - mover);
  }
  return [...found.values()];
}
