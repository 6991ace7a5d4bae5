/** Evaluations by endgame databases in a kernel's memory: their tables loaded, their weights written. */
import type { KernelCall } from "../../../engine/kernel/call.ts";
import type { Board } from "../board.ts";
import { BOOK_BITS } from "../tables/ending-layout.ts";
import type { LoadedTables } from "../tables/loaded-tables.ts";
import { pieceCount, type Material } from "../tables/material.ts";
import {
  COMBINE_MEAN,
  COMBINE_SUM,
  EDB_BYTES,
  EDB_COMBINE,
  EDB_LARGEST,
  EDB_SMALLEST,
  EDB_WEIGHTS,
  WEIGHT_ONE,
} from "./edb-layout.ts";
import { abstractionsOf, tablesOf, weightsByKey, type Abstraction, type EdbPlan } from "./edb-text.ts";

/** Where an evaluation finds its tables. */
export type EdbTables = Pick<LoadedTables, "book" | "load">;

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

  /** The tables that an evaluation reads. */
  tablesOf(plan: EdbPlan): Material[] {
    return tablesOf(abstractionsOf(plan, this.#within));
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
    const known = this.#made.get(plan.text) ?? this.#write(plan);
    this.#made.set(plan.text, known);
    return known;
  }

  #write(plan: EdbPlan): number {
    const { memory } = this.#board.kernel;
    const abstractions = abstractionsOf(plan, this.#within);
    const weights = memory.allocateZeroed(2 * 2 ** BOOK_BITS);
    const list = new Int16Array(memory.memory.buffer, weights, 2 ** BOOK_BITS);
    for (const [key, weight] of weightsByKey(abstractions)) list[key] = Math.round(weight * WEIGHT_ONE);
    const sizes = abstractions.map(({ material }) => pieceCount(material) - 2);
    const address = memory.allocate(EDB_BYTES);
    const view = new DataView(memory.memory.buffer, address, EDB_BYTES);
    view.setUint32(EDB_WEIGHTS, weights, true);
    view.setInt32(EDB_COMBINE, plan.combine === "sum" ? COMBINE_SUM : COMBINE_MEAN, true);
    view.setInt32(EDB_SMALLEST, Math.min(...sizes), true);
    view.setInt32(EDB_LARGEST, Math.max(...sizes), true);
    return address;
  }
}
