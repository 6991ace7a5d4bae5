/** Evaluations by endgame databases in kernel memory: tables, weights and plans. */
import { AbstractionWeights, EdbRecord, MaterialPlans } from "../../../build/layouts/games/chess/edb/edb.ts";
import type { KernelCall } from "../../../engine/kernel/call.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../../engine/kernel/memory.ts";
import type { Board } from "../board.ts";
import { materialKey, compactShapeOf } from "../tables/compact-table.ts";
import type { LoadedTables } from "../tables/loaded-tables.ts";
import { canonicalMaterial, pieceCount, type Material } from "../tables/material.ts";
import { endingsWithin, fits, materialsFrom, subsetsOf } from "./choices.ts";
import { COMBINE_MEAN, COMBINE_SUM, WEIGHT_ONE } from "./edb-constants.ts";
import { abstractionsOf, tablesOf, weightsByKey, type Abstraction, type EdbPlan } from "./edb-text.ts";
import { planBytes, withoutMissing, writePlan } from "./subset-plan.ts";

/** The source of an evaluation's tables. */
export type EdbTables = Pick<LoadedTables, "tablebase" | "load">;

/** Memory limit for the tables of an evaluation. */
const MAX_BYTES = 3.1e9;
/** Tables of up to this many pieces are small. */
const FEW_PIECES = 4;

export class LoadedEdb {
  readonly #board: Board;
  readonly #tables: EdbTables;
  readonly #within: Material | null;
  readonly #made = new Map<string, Address>();

  /** `within`: the start material, if it is small enough for `edb(5)` to enumerate its subsets. */
  constructor(board: Board, tables: EdbTables, within: Material | null) {
    this.#board = board;
    this.#tables = tables;
    this.#within = within;
  }

  /** The tables that an evaluation reads. Abstractions with pieces that the start does not have read none. */
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

  /** Calls that give a thread access to the tables. */
  calls(): readonly KernelCall[] {
    return this.#tables.tablebase.calls();
  }

  /** Loads the evaluation; returns its address. */
  async load(plan: EdbPlan): Promise<Address> {
    await this.#tables.load(this.tablesOf(plan));
    const cached = this.#made.get(plan.text) ?? this.#write(plan, this.#within);
    this.#made.set(plan.text, cached);
    return cached;
  }

  #write(plan: EdbPlan, start: Material | null): Address {
    const { memory } = this.#board.kernel;
    const abstractions = abstractionsOf(plan, start);
    const { address: weights, weights: list } = new AbstractionWeights(
      memory,
      memory.allocateZeroed(AbstractionWeights.BYTES),
    );
    for (const [key, weight] of weightsByKey(abstractions)) list[key] = Math.round(weight * WEIGHT_ONE);
    const sizes = abstractions.map(({ material }) => pieceCount(material) - 2);
    const plans = plan.reading === "pieces" && start ? this.#writePlans(plan, abstractions, start) : NULL_ADDRESS;
    const record = new EdbRecord(memory, memory.allocate(EdbRecord.BYTES));
    record.weights = weights;
    record.combine = plan.combine === "sum" ? COMBINE_SUM : COMBINE_MEAN;
    record.smallest = Math.min(...sizes);
    record.largest = Math.max(...sizes);
    record.plans = plans;
    return record.address;
  }

  /** The plans of all materials reachable from the start. */
  #writePlans(plan: EdbPlan, abstractions: readonly Abstraction[], start: Material): Address {
    const { memory } = this.#board.kernel;
    const keys = new Set(this.tablesOf(plan).map(materialKey));
    const isLoaded = (material: Material): boolean => keys.has(materialKey(canonicalMaterial(material).material));
    const plans = materialsFrom(start).map((now) => ({
      key: materialKey(now),
      subsets: withoutMissing(subsetsOf(abstractions, start, now), isLoaded),
    }));
    const region = memory.allocate(plans.reduce((sum, { subsets }) => sum + planBytes(subsets), 0));
    const list = new MaterialPlans(memory, memory.allocateZeroed(MaterialPlans.BYTES));
    let at = region;
    for (const { key, subsets } of plans) {
      writePlan(memory, at, subsets);
      list.plans[key] = at;
      at = addressAfter(at, planBytes(subsets));
    }
    return list.address;
  }
}

/** The named tables, and the others as far as they fit in memory, smallest first. */
function withinMemory(named: readonly Material[], others: readonly Material[]): Material[] {
  const bytesOf = (material: Material): number => compactShapeOf(material).entries;
  const keys = new Set(named.map(materialKey));
  let bytes = named.reduce((sum, material) => sum + bytesOf(material), 0);
  const taken = others
    .filter((material) => !keys.has(materialKey(material)))
    .toSorted((a, b) => bytesOf(a) - bytesOf(b))
    .filter((material) => {
      if (pieceCount(material) > FEW_PIECES && bytes + bytesOf(material) > MAX_BYTES) return false;
      bytes += bytesOf(material);
      return true;
    });
  return [...named, ...taken];
}
