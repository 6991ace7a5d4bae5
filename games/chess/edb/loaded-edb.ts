/** Evaluations by endgame databases in a kernel's memory: their tables loaded, their weights and plans written. */
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { Board } from "../board.ts";
import { bookKey, compactShapeOf } from "../tables/compact-table.ts";
import { BOOK_BITS } from "../tables/ending-layout.ts";
import type { LoadedTables } from "../tables/loaded-tables.ts";
import { canonicalMaterial, pieceCount, type Material } from "../tables/material.ts";
import { endingsWithin, fits, materialsFrom, subsetsOf } from "./choices.ts";
import {
  COMBINE_MEAN,
  COMBINE_SUM,
  EDB_BYTES,
  EDB_COMBINE,
  EDB_LARGEST,
  EDB_PLANS,
  EDB_SMALLEST,
  EDB_WEIGHTS,
  WEIGHT_ONE,
} from "./edb-layout.ts";
import { abstractionsOf, tablesOf, weightsByKey, type Abstraction, type EdbPlan } from "./edb-text.ts";
import { planBytes, withoutMissing } from "./subset-plan.ts";

/** Where an evaluation finds its tables. */
export type EdbTables = Pick<LoadedTables, "book" | "load">;

/** Tables of an evaluation may take this many bytes of memory. */
const MOST_BYTES = 3.1e9;
/** Tables with this many pieces are small. */
const FEW_PIECES = 4;

export class LoadedEdb {
  readonly #board: Board;
  readonly #tables: EdbTables;
  readonly #within: Material | null;
  readonly #made = new Map<string, number>();

  /** `within`: the material that games start with, where that is little enough for `edb(5)` to take all its subsets. */
  constructor(board: Board, tables: EdbTables, within: Material | null) {
    this.#board = board;
    this.#tables = tables;
    this.#within = within;
  }

  /** The tables that an evaluation reads. An abstraction of pieces that the start does not have reads none. */
  tablesOf(plan: EdbPlan): Material[] {
    const start = this.#within;
    if (plan.reading === "names" || !start) return tablesOf(abstractionsOf(plan, start));
    const abstractions = abstractionsOf(plan, start).filter(({ material }) => fits(material, start));
    const named = tablesOf(abstractions);
    const others = tablesOf(endingsWithin(abstractions).map((material) => ({ material, weight: 1 })));
    return withinMemory(named, others);
  }

  abstractionsOf(plan: EdbPlan): Abstraction[] {
    return abstractionsOf(plan, this.#within);
  }

  /** Calls that point a thread at the tables. */
  calls(): readonly KernelCall[] {
    return this.#tables.book.calls();
  }

  /** Address of the evaluation. */
  async load(plan: EdbPlan): Promise<number> {
    await this.#tables.load(this.tablesOf(plan));
    const known = this.#made.get(plan.text) ?? this.#write(plan, this.#within);
    this.#made.set(plan.text, known);
    return known;
  }

  #write(plan: EdbPlan, start: Material | null): number {
    const { memory } = this.#board.kernel;
    const abstractions = abstractionsOf(plan, start);
    const weights = memory.allocateZeroed(2 * 2 ** BOOK_BITS);
    const list = new Int16Array(memory.memory.buffer, weights, 2 ** BOOK_BITS);
    for (const [key, weight] of weightsByKey(abstractions)) list[key] = Math.round(weight * WEIGHT_ONE);
    const sizes = abstractions.map(({ material }) => pieceCount(material) - 2);
    const plans = plan.reading === "pieces" && start ? this.#writePlans(plan, abstractions, start) : 0;
    const address = memory.allocate(EDB_BYTES);
    const view = new DataView(memory.memory.buffer, address, EDB_BYTES);
    view.setUint32(EDB_WEIGHTS, weights, true);
    view.setInt32(EDB_COMBINE, plan.combine === "sum" ? COMBINE_SUM : COMBINE_MEAN, true);
    view.setInt32(EDB_SMALLEST, Math.min(...sizes), true);
    view.setInt32(EDB_LARGEST, Math.max(...sizes), true);
    view.setUint32(EDB_PLANS, plans, true);
    return address;
  }

  /** The plans of all materials that a game from the start can come to. */
  #writePlans(plan: EdbPlan, abstractions: readonly Abstraction[], start: Material): number {
    const { memory } = this.#board.kernel;
    const keys = new Set(this.tablesOf(plan).map(bookKey));
    const isLoaded = (material: Material): boolean => keys.has(bookKey(canonicalMaterial(material).material));
    const plans = materialsFrom(start).map((now) => ({
      key: bookKey(now),
      bytes: planBytes(withoutMissing(subsetsOf(abstractions, start, now), isLoaded)),
    }));
    const region = memory.allocate(plans.reduce((sum, { bytes }) => sum + bytes.length, 0));
    const list = memory.allocateZeroed(4 * 2 ** BOOK_BITS);
    let at = region;
    for (const { key, bytes } of plans) {
      memory.bytes(at, bytes.length).set(bytes);
      new Uint32Array(memory.memory.buffer, list, 2 ** BOOK_BITS)[key] = at;
      at += bytes.length;
    }
    return list;
  }
}

/** The named tables, and of others those that memory has room for, the smaller ones first. */
function withinMemory(named: readonly Material[], others: readonly Material[]): Material[] {
  const bytesOf = (material: Material): number => compactShapeOf(material).entries;
  const keys = new Set(named.map(bookKey));
  let bytes = named.reduce((sum, material) => sum + bytesOf(material), 0);
  const taken = others
    .filter((material) => !keys.has(bookKey(material)))
    .toSorted((a, b) => bytesOf(a) - bytesOf(b))
    .filter((material) => {
      if (pieceCount(material) > FEW_PIECES && bytes + bytesOf(material) > MOST_BYTES) return false;
      bytes += bytesOf(material);
      return true;
    });
  return [...named, ...taken];
}
