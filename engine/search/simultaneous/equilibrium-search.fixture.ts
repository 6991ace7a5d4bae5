/** The kernel's equilibrium search of one board, called directly. */
import { EQ_ENTRY_BYTES } from "./layout.ts";
import { type EquilibriumAnswer, readEquilibrium, resetEquilibriumAge, writeEquilibrium } from "./request.ts";
import { positionAt, type RoundsBoard } from "./rounds.fixture.ts";

export interface SearcherOptions {
  /** The table has 2^bits entries; 0 for none. */
  readonly tableBits?: number;
  readonly discount?: number;
  readonly prune?: boolean;
}

export type Searcher = (place: number, depth: number, nodes?: number) => EquilibriumAnswer;

/** Searches of one board that share a transposition table, or have none. */
export function searcher({ states }: RoundsBoard, options: SearcherOptions = {}): Searcher {
  const { tableBits = 0, discount = 1, prune = true } = options;
  const { kernel, stateBytes } = states;
  const { memory } = kernel;
  const [state, record] = [memory.allocate(stateBytes), memory.allocate(kernel.call("equilibriumRecordBytes"))];
  const scratch = memory.allocate(kernel.call("equilibriumScratchBytes"));
  const table = tableBits > 0 ? memory.allocateZeroed(EQ_ENTRY_BYTES << tableBits) : 0;
  resetEquilibriumAge(memory, record);
  return (place, depth, nodes = 0) => {
    memory.bytes(state, stateBytes).set(positionAt(place));
    writeEquilibrium(memory, record, { state, scratch, table, tableBits, nodes, depth, discount, prune });
    kernel.call("equilibrium", record);
    return readEquilibrium(memory, record);
  };
}
