/** Shared by the Chinese Dark Chess tables of paper 003. */
import { symmetry } from "../../games/chinese-dark-chess/symmetry.ts";
import type { SymmetryCount } from "../../engine/contracts/symmetry.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { Cell } from "../experiment.ts";

export const PAPER = "Saffidine, Jouandeau, Buron, Cazenave: Material Symmetry to Partition Endgame Tables (2013)";

const counts = new Map<number, Promise<SymmetryCount>>();

/** Counts for a number of pieces, cached. */
export function countOf(elements: number): Promise<SymmetryCount> {
  const counted = counts.get(elements) ?? symmetry.count(elements, defaultsOf(symmetry.options), {});
  counts.set(elements, counted);
  return counted;
}

export function computed(compute: () => Promise<number>): Cell["measure"] {
  const measurement = { kind: "exact", compute } as const;
  return { quick: measurement, full: measurement };
}
