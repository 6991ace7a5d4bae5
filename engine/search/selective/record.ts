/** Requests and results of the selective search, as records in kernel memory (layout.ts). */
import type { Move } from "../../contracts/position.ts";
import type { KernelMemory } from "../../kernel/memory.ts";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } from "../layout.ts";
import type { Bound, RootMove } from "../request.ts";
import * as layout from "./layout.ts";

export interface SelectiveRequest {
  /** Addresses; 0 for no table. */
  readonly state: number;
  readonly scratch: number;
  readonly table: number;
  readonly shared: number;
  readonly history: number;
  readonly historyCount: number;
  /** Address and number of the root moves to search; 0 for all. */
  readonly searchMoves: number;
  readonly searchMovesCount: number;
  /** The table has 2^tableBits entries. */
  readonly tableBits: number;
  /** Number of searches that used the table, including this one. */
  readonly age: number;
  /** Maximum number of nodes; 0 for no limit. */
  readonly nodes: number;
  readonly depth: number;
  readonly selective: boolean;
  /** Number of moves with exact values and principal variations (MultiPV). */
  readonly multiPv: number;
  readonly thread: number;
}

export interface SelectiveResult {
  readonly move: Move;
  readonly value: number;
  /** The deepest finished iteration. */
  readonly depth: number;
  readonly nodes: number;
  /** Permille of the table filled by this search. */
  readonly hashfull: number;
  /** Principal variations, best first. */
  readonly pvs: readonly (readonly Move[])[];
  readonly rootMoves: readonly RootMove[];
}

const BOUNDS: Readonly<Record<number, Bound>> = {
  [BOUND_EXACT]: "exact",
  [BOUND_LOWER]: "lower",
  [BOUND_UPPER]: "upper",
};

/** Clears the results, so that they can be read before the search starts. */
export function writeSelective(memory: KernelMemory, record: number, request: SelectiveRequest): void {
  const view = new DataView(memory.memory.buffer, record);
  view.setUint32(layout.SS_STATE, request.state, true);
  view.setUint32(layout.SS_SCRATCH, request.scratch, true);
  view.setUint32(layout.SS_TT, request.table, true);
  view.setInt32(layout.SS_TT_BITS, request.tableBits, true);
  view.setFloat64(layout.SS_NODES, request.nodes, true);
  view.setInt32(layout.SS_DEPTH, request.depth, true);
  view.setInt32(layout.SS_AGE, request.age, true);
  view.setInt32(layout.SS_SELECTIVE, request.selective ? 1 : 0, true);
  view.setInt32(layout.SS_MULTIPV, request.multiPv, true);
  view.setInt32(layout.SS_THREAD, request.thread, true);
  view.setUint32(layout.SS_SHARED, request.shared, true);
  view.setUint32(layout.SS_HISTORY, request.history, true);
  view.setInt32(layout.SS_HISTORY_COUNT, request.historyCount, true);
  view.setUint32(layout.SS_SEARCH_MOVES, request.searchMoves, true);
  view.setInt32(layout.SS_SEARCH_MOVES_COUNT, request.searchMovesCount, true);
  view.setInt32(layout.SS_HASHFULL, 0, true);
  view.setFloat64(layout.SS_VISITED, 0, true);
  view.setInt32(layout.SS_REACHED, 0, true);
  view.setInt32(layout.SS_ROOT_COUNT, 0, true);
}

/** Nodes of a running or finished search. */
export function readNodes(memory: KernelMemory, record: number): number {
  return new DataView(memory.memory.buffer, record).getFloat64(layout.SS_VISITED, true);
}

export function readSelective(memory: KernelMemory, record: number): SelectiveResult {
  const view = new DataView(memory.memory.buffer, record);
  const rootMoves = Array.from({ length: view.getInt32(layout.SS_ROOT_COUNT, true) }, (_, i): RootMove => {
    const at = layout.SS_ROOT + layout.SS_ROOT_BYTES * i;
    return {
      move: view.getInt32(at, true) as Move,
      value: view.getInt16(at + 4, true),
      bound: BOUNDS[view.getInt16(at + 6, true)] as Bound,
    };
  });
  const count = Math.max(1, Math.min(view.getInt32(layout.SS_MULTIPV, true), layout.MAX_MULTIPV, rootMoves.length));
  return {
    move: view.getInt32(layout.SS_MOVE, true) as Move,
    value: view.getInt32(layout.SS_VALUE, true),
    depth: view.getInt32(layout.SS_REACHED, true),
    nodes: view.getFloat64(layout.SS_VISITED, true),
    hashfull: view.getInt32(layout.SS_HASHFULL, true),
    pvs: Array.from({ length: count }, (_, i) => readPv(view, layout.SS_PV + layout.SS_PV_BYTES * i)),
    rootMoves,
  };
}

function readPv(view: DataView, at: number): Move[] {
  const length = Math.min(view.getInt32(at, true), layout.MAX_PLY);
  return Array.from({ length }, (_, i) => view.getInt32(at + 4 + 4 * i, true) as Move);
}
