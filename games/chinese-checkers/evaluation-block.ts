/** Writes an evaluation into kernel memory; evaluation.layout.ts describes it. */
import { EvaluationRecord, type Lookup } from "../../build/layouts/games/chinese-checkers/evaluation.ts";
import type { Address, KernelMemory } from "../../engine/kernel/memory.ts";
import { EVALUATION_NET, EVALUATION_PAIRS, EVALUATION_SUM, WIN_POINTS } from "./evaluation-limits.ts";

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
  /** Pairs: points of a win now; `WIN_POINTS` if absent. */
  readonly win?: number;
  /** The first lookup's table is in memory only up to this entry; beyond it, moves are estimated from rows to go. */
  readonly partial?: { readonly entries: number; readonly movesPerRow: number; readonly goalRows: number } | undefined;
  /** For each hidden unit its bias and one weight per input; then the output's bias and one weight per unit. */
  readonly network?: { readonly hidden: number; readonly weights: readonly number[] } | undefined;
}

export function writeEvaluation(memory: KernelMemory, address: Address, block: EvaluationBlock): void {
  memory.bytes(address, EvaluationRecord.BYTES).fill(0);
  const record = new EvaluationRecord(memory, address);
  record.kind = block.pairs ? EVALUATION_PAIRS : block.network ? EVALUATION_NET : EVALUATION_SUM;
  record.tempo = block.tempo;
  record.lookupCount = block.lookups.length;
  record.behind = block.behind;
  record.win = block.win ?? WIN_POINTS;
  record.loaded = block.partial?.entries ?? 0;
  record.movesPerRow = Math.round((block.partial?.movesPerRow ?? 0) * 256);
  record.goalRows = block.partial?.goalRows ?? 0;
  record.cells.set(block.cells);
  const { lookups } = record;
  block.lookups.forEach(({ table, weight, places, others }, index) => {
    const lookup = lookups[index] as Lookup;
    lookup.table = table;
    lookup.weight = weight;
    lookup.pieces = places.length;
    lookup.places.set(places);
    if (others) lookup.others.set(others);
  });
  if (!block.network) return;
  record.hidden = block.network.hidden;
  record.network.set(block.network.weights);
}
