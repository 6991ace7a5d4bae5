/** Writes an evaluation into kernel memory; evaluation-layout.ts defines the layout. */
import type { Address, KernelMemory } from "../../engine/kernel/memory.ts";
import * as layout from "./evaluation-layout.ts";

/** Weights are fixed-point integers. */
export interface EvaluationBlock {
  readonly tempo: number;
  /** A piece's value by cell, from its owner's point of view. */
  readonly cells: readonly number[];
  readonly behind: number;
  readonly lookups: readonly {
    readonly table: Address;
    readonly weight: number;
    readonly places: readonly number[];
    /** For pairs: the other side's pieces. */
    readonly others?: readonly number[];
  }[];
  readonly pairs?: boolean;
  /** For each hidden unit its bias and one weight per input; then the output's bias and one weight per unit. */
  readonly network?: { readonly hidden: number; readonly weights: readonly number[] } | undefined;
}

export function writeEvaluation(memory: KernelMemory, address: Address, block: EvaluationBlock): void {
  memory.bytes(address, layout.EVALUATION_BYTES).fill(0);
  const view = new DataView(memory.memory.buffer, address, layout.EVALUATION_BYTES);
  const kind = block.pairs ? layout.EVALUATION_PAIRS : block.network ? layout.EVALUATION_NET : layout.EVALUATION_SUM;
  view.setInt32(layout.EVALUATION_KIND, kind, true);
  view.setInt32(layout.EVALUATION_TEMPO, block.tempo, true);
  view.setInt32(layout.EVALUATION_LOOKUPS, block.lookups.length, true);
  view.setInt32(layout.EVALUATION_BEHIND, block.behind, true);
  block.cells.forEach((value, cell) => view.setInt16(layout.EVALUATION_CELLS + 2 * cell, value, true));
  block.lookups.forEach(({ table, weight, places, others }, index) => {
    const at = layout.EVALUATION_LOOKUP + layout.LOOKUP_BYTES * index;
    view.setUint32(at + layout.LOOKUP_TABLE, table, true);
    view.setInt32(at + layout.LOOKUP_WEIGHT, weight, true);
    view.setInt32(at + layout.LOOKUP_PIECES, places.length, true);
    places.forEach((place, i) => view.setUint8(at + layout.LOOKUP_PLACES + i, place));
    others?.forEach((place, i) => view.setUint8(at + layout.LOOKUP_OTHERS + i, place));
  });
  if (!block.network) return;
  view.setInt32(layout.EVALUATION_HIDDEN, block.network.hidden, true);
  block.network.weights.forEach((weight, i) => view.setFloat32(layout.EVALUATION_NETWORK + 4 * i, weight, true));
}
