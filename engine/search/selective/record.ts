/** Requests and results of the selective search, as records in kernel memory (selective.layout.ts). */
import { SelectiveRecord } from "../../../build/layouts/engine/search/selective/selective.ts";
import type { Move } from "../../contracts/position.ts";
import type { Address, KernelMemory } from "../../kernel/memory.ts";
import { setFields } from "../../kernel/record.ts";
import { readMoves, readRootMove, type RootMove } from "../request.ts";
import { MAX_MULTIPV, MAX_PLY } from "./constants.ts";

export interface SelectiveRequest {
  /** Addresses; 0 for no table. */
  readonly state: Address;
  readonly scratch: Address;
  readonly table: Address;
  readonly shared: Address;
  readonly history: Address;
  readonly historyCount: number;
  /** Address and number of the root moves to search; 0 for all. */
  readonly searchMoves: Address;
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

/** Clears the results, so that they can be read before the search starts. */
export function writeSelective(memory: KernelMemory, address: Address, request: SelectiveRequest): void {
  const { nodes, depth, selective, ...same } = request;
  const results = { hashfull: 0, nodes: 0, depth: 0, rootCount: 0 };
  const limits = { maxNodes: nodes, maxDepth: depth, selective: Number(selective) };
  setFields(new SelectiveRecord(memory, address), { ...same, ...limits, ...results });
}

/** Nodes of a running or finished search. */
export function readNodes(memory: KernelMemory, address: Address): number {
  return new SelectiveRecord(memory, address).nodes;
}

export function readSelective(memory: KernelMemory, address: Address): SelectiveResult {
  const record = new SelectiveRecord(memory, address);
  const rootMoves = record.rootMoves(record.rootCount).map(readRootMove);
  const count = Math.max(1, Math.min(record.multiPv, MAX_MULTIPV, rootMoves.length));
  return {
    move: record.move as Move,
    value: record.value,
    depth: record.depth,
    nodes: record.nodes,
    hashfull: record.hashfull,
    pvs: record.pvs.slice(0, count).map(({ length, moves }) => readMoves(moves, Math.min(length, MAX_PLY))),
    rootMoves,
  };
}
