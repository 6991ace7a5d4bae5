/** A plan in kernel format: the subsets to look up in positions of one material, with their weights. */
import { PlanRecord, PlanSubset } from "../../../build/layouts/games/chess/edb/edb.ts";
import type { Address, KernelMemory } from "../../../engine/kernel/memory.ts";
import { materialOf, type Material } from "../tables/material.ts";
import type { Subset } from "./choices.ts";
import { NO_PIECE, WEIGHT_ONE } from "./edb-constants.ts";

/** A subset without a loaded table is abstracted further: its weight is divided among its subsets with one piece less. */
export function withoutMissing(subsets: readonly Subset[], isLoaded: (material: Material) => boolean): Subset[] {
  const found = new Map<string, Subset>();
  const add = (subset: Subset): void => {
    const { pieces, material, weight } = subset;
    if (pieces.length > 0 && !isLoaded(material)) {
      for (const i of pieces.keys()) add({ ...without(subset, i), weight: weight / pieces.length });
      return;
    }
    const key = pieces.join();
    found.set(key, { pieces, material, weight: weight + (found.get(key)?.weight ?? 0) });
  };
  for (const subset of subsets) add(subset);
  return [...found.values()];
}

/** Pieces are ordered by colour and from pawn to queen, as in the kernel. */
function without({ pieces, material: [white, black] }: Subset, left: number): Omit<Subset, "weight"> {
  const ascending = (kinds: readonly number[]): number[] => kinds.toSorted((a, b) => a - b);
  const isWhite = left < white.length;
  const rest = (kinds: readonly number[], from: number): number[] =>
    ascending(kinds).filter((_, i) => from + i !== left);
  return {
    pieces: pieces.filter((_, i) => i !== left),
    material: isWhite ? materialOf(rest(white, 0), black) : materialOf(white, rest(black, white.length)),
  };
}

function isLookedUp({ pieces }: Subset): boolean {
  return pieces.length > 0;
}

export function planBytes(subsets: readonly Subset[]): number {
  return PlanRecord.BYTES + PlanSubset.BYTES * subsets.filter(isLookedUp).length;
}

export function writePlan(memory: KernelMemory, address: Address, subsets: readonly Subset[]): void {
  const weightOf = ({ weight }: Subset): number => Math.round(weight * WEIGHT_ONE);
  const looked = subsets.filter(isLookedUp);
  const plan = new PlanRecord(memory, address);
  plan.count = looked.length;
  const drawn = subsets.filter((subset) => !isLookedUp(subset));
  plan.drawn = drawn.reduce((sum, subset) => sum + weightOf(subset), 0);
  const records = plan.subsets(looked.length);
  for (const [n, subset] of looked.entries()) {
    const record = records[n] as PlanSubset;
    record.pieces.fill(NO_PIECE);
    record.pieces.set(subset.pieces);
    record.weight = weightOf(subset);
  }
}
