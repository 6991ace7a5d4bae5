/** Direct calls of the kernel's equilibrium search. */
import type { Position } from "../../contracts/position.ts";
import type { EquilibriumExports } from "./equilibrium.ts";
import type { StateKernel } from "../../kernel/state-kernel.ts";
import { NULL_ADDRESS } from "../../kernel/memory.ts";
import { EQ_ENTRY_BYTES } from "./constants.ts";
import { type EquilibriumResult, readEquilibrium, resetEquilibriumAge, writeEquilibrium } from "./request.ts";

export interface SearcherOptions {
  /** The table has 2^bits entries; 0 for none. */
  readonly tableBits?: number;
  readonly discount?: number;
  readonly prune?: boolean;
}

export type Searcher = (position: Position, depth: number, nodes?: number) => EquilibriumResult;

/** Searches of one game with a shared transposition table, or without one. */
export function searcher(
  { kernel, stateBytes }: StateKernel<EquilibriumExports>,
  options: SearcherOptions = {},
): Searcher {
  const { tableBits = 0, discount = 1, prune = true } = options;
  const { memory } = kernel;
  const [state, record] = [memory.allocate(stateBytes), memory.allocate(kernel.exports.equilibriumRecordBytes())];
  const scratch = memory.allocate(kernel.exports.equilibriumScratchBytes());
  const table = tableBits > 0 ? memory.allocateZeroed(EQ_ENTRY_BYTES << tableBits) : NULL_ADDRESS;
  resetEquilibriumAge(memory, record);
  return (position, depth, nodes = 0) => {
    memory.bytes(state, stateBytes).set(position);
    writeEquilibrium(memory, record, { state, scratch, table, tableBits, nodes, depth, discount, prune });
    kernel.exports.equilibrium(record);
    return readEquilibrium(memory, record);
  };
}
