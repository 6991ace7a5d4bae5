/** Requests and results of the kernels' searches, as records in kernel memory (layout.ts). */
import type { Move } from "../contracts/position.ts";
import type { KernelMemory } from "../kernel/memory.ts";
import * as layout from "./layout.ts";

/** Why a search ended. `proof`: the outcome is proven. */
export type SearchEnd = "depth" | "nodes" | "stop" | "proof" | "playouts";
export const ENDS: Readonly<Record<number, SearchEnd>> = {
  [layout.ENDED_BY_DEPTH]: "depth",
  [layout.ENDED_BY_NODES]: "nodes",
  [layout.ENDED_BY_STOP]: "stop",
  [layout.ENDED_BY_PROOF]: "proof",
  [layout.ENDED_BY_PLAYOUTS]: "playouts",
};

/** Bound type of a root move's value. */
export type Bound = "exact" | "lower" | "upper";
const BOUNDS: Readonly<Record<number, Bound>> = {
  [layout.BOUND_EXACT]: "exact",
  [layout.BOUND_LOWER]: "lower",
  [layout.BOUND_UPPER]: "upper",
};

export interface AlphabetaRequest {
  /** Addresses of the state, the scratch memory and the transposition table (0 for none). */
  readonly state: number;
  readonly scratch: number;
  readonly table: number;
  /** The table has 2^tableBits entries. */
  readonly tableBits: number;
  /** Maximum number of nodes; 0 for no limit. */
  readonly nodes: number;
  readonly depth: number;
  /** Late move reduction in plies; 0 by default. */
  readonly reduce?: number;
}

export interface RootMove {
  readonly move: Move;
  readonly value: number;
  readonly bound: Bound;
}

export interface AlphabetaResult {
  readonly move: Move;
  readonly value: number;
  /** The deepest finished iteration. */
  readonly depth: number;
  /** States searched, and children evaluated at the frontier. */
  readonly nodes: number;
  readonly pv: readonly Move[];
  readonly end: SearchEnd;
  readonly rootMoves: readonly RootMove[];
}

/** Where a playout stops before the end of the game (see layout.ts). */
export type Stop = "end" | "depth" | "separated";
export const STOPS: Readonly<Record<Stop, number>> = {
  end: layout.STOP_AT_END,
  depth: layout.STOP_AT_DEPTH,
  separated: layout.STOP_AT_SEPARATION,
};

export interface UctRequest {
  readonly state: number;
  readonly scratch: number;
  readonly pool: number;
  readonly poolNodes: number;
  /** Maximum number of playouts and of expansions; 0 for no limit. */
  readonly playouts: number;
  readonly expansions: number;
  readonly c: number;
  readonly threshold: number;
  readonly stop: Stop;
  /** Maximum plies of a playout. */
  readonly plies: number;
  /** Points per ply and per unit of the evaluation (playout.as.ts). */
  readonly length: number;
  readonly weight: number;
  /** State of the generator, not 0. */
  readonly random: bigint;
}

/** Proven outcome of a move. */
export type Proof = "open" | "lost" | "drawn" | "won";
const PROOFS: Readonly<Record<number, Proof>> = {
  [layout.PROOF_OPEN]: "open",
  [layout.PROOF_LOST]: "lost",
  [layout.PROOF_DRAWN]: "drawn",
  [layout.PROOF_WON]: "won",
};

export interface UctRootMove {
  readonly move: Move;
  readonly visits: number;
  /** Sum over the visits. */
  readonly points: number;
  readonly proof: Proof;
}

export interface UctResult {
  readonly move: Move;
  /** Mean points of the move, from 0 to 1, and its visits. */
  readonly mean: number;
  readonly visits: number;
  readonly playouts: number;
  /** States expanded in the tree or visited in playouts. */
  readonly expansions: number;
  readonly treeNodes: number;
  readonly pv: readonly Move[];
  readonly end: SearchEnd;
  readonly rootMoves: readonly UctRootMove[];
}

/** The record's bytes. Created for every use, because the memory may have grown. */
function viewOf(memory: KernelMemory, record: number): DataView {
  return new DataView(memory.memory.buffer, record);
}

function readMoves(view: DataView, offset: number, count: number): Move[] {
  return Array.from({ length: count }, (_, i) => view.getInt32(offset + 4 * i, true) as Move);
}

/** Keeps the record's age, which counts the searches with the table. Clears the reached depth, which may be read before the search starts. */
export function writeAlphabeta(memory: KernelMemory, record: number, request: AlphabetaRequest): void {
  const view = viewOf(memory, record);
  view.setUint32(layout.AB_STATE, request.state, true);
  view.setUint32(layout.AB_SCRATCH, request.scratch, true);
  view.setUint32(layout.AB_TT, request.table, true);
  view.setInt32(layout.AB_TT_BITS, request.tableBits, true);
  view.setFloat64(layout.AB_NODES, request.nodes, true);
  view.setInt32(layout.AB_DEPTH, request.depth, true);
  view.setInt32(layout.AB_REDUCE, request.reduce ?? 0, true);
  view.setInt32(layout.AB_REACHED, 0, true);
}

/** For a new table. */
export function resetAge(memory: KernelMemory, record: number): void {
  viewOf(memory, record).setInt32(layout.AB_AGE, 0, true);
}

export function readAlphabeta(memory: KernelMemory, record: number): AlphabetaResult {
  const view = viewOf(memory, record);
  const rootMoves = Array.from({ length: view.getInt32(layout.AB_ROOT_COUNT, true) }, (_, i): RootMove => {
    const at = layout.AB_ROOT + layout.AB_ROOT_BYTES * i;
    return {
      move: view.getInt32(at, true) as Move,
      value: view.getInt16(at + 4, true),
      bound: BOUNDS[view.getInt16(at + 6, true)] as Bound,
    };
  });
  return {
    move: view.getInt32(layout.AB_MOVE, true) as Move,
    value: view.getInt32(layout.AB_VALUE, true),
    depth: view.getInt32(layout.AB_REACHED, true),
    nodes: view.getFloat64(layout.AB_VISITED, true),
    pv: readMoves(view, layout.AB_PV, view.getInt32(layout.AB_PV_LENGTH, true)),
    end: ENDS[view.getInt32(layout.AB_ENDED, true)] as SearchEnd,
    rootMoves,
  };
}

/** Clears the root moves, which may be read before the search starts. */
export function writeUct(memory: KernelMemory, record: number, request: UctRequest): void {
  const view = viewOf(memory, record);
  view.setUint32(layout.UCT_STATE, request.state, true);
  view.setUint32(layout.UCT_SCRATCH, request.scratch, true);
  view.setUint32(layout.UCT_POOL, request.pool, true);
  view.setUint32(layout.UCT_POOL_NODES, request.poolNodes, true);
  view.setFloat64(layout.UCT_PLAYOUTS, request.playouts, true);
  view.setFloat64(layout.UCT_EXPANSIONS, request.expansions, true);
  view.setFloat64(layout.UCT_C, request.c, true);
  view.setFloat64(layout.UCT_LENGTH, request.length, true);
  view.setFloat64(layout.UCT_WEIGHT, request.weight, true);
  view.setInt32(layout.UCT_THRESHOLD, request.threshold, true);
  view.setInt32(layout.UCT_STOP, STOPS[request.stop], true);
  view.setInt32(layout.UCT_PLIES, request.plies, true);
  view.setBigUint64(layout.UCT_RANDOM, request.random, true);
  view.setUint32(layout.UCT_ROOT_COUNT, 0, true);
}

export function readUct(memory: KernelMemory, record: number): UctResult {
  const view = viewOf(memory, record);
  const pool = viewOf(memory, view.getUint32(layout.UCT_POOL, true));
  const rootMoves = Array.from({ length: view.getUint32(layout.UCT_ROOT_COUNT, true) }, (_, i): UctRootMove => {
    const at = layout.NODE_BYTES * (1 + i);
    return {
      move: pool.getInt32(at + layout.NODE_MOVE, true) as Move,
      visits: pool.getUint32(at + layout.NODE_VISITS, true),
      points: pool.getFloat64(at + layout.NODE_POINTS, true),
      proof: PROOFS[pool.getUint32(at + layout.NODE_COUNT_AND_PROOF, true) & 3] as Proof,
    };
  });
  return {
    move: view.getInt32(layout.UCT_MOVE, true) as Move,
    mean: view.getFloat64(layout.UCT_MEAN, true),
    visits: view.getUint32(layout.UCT_VISITS, true),
    playouts: view.getFloat64(layout.UCT_PLAYED, true),
    expansions: view.getFloat64(layout.UCT_EXPANDED, true),
    treeNodes: view.getUint32(layout.UCT_NODES, true),
    pv: readMoves(view, layout.UCT_PV, view.getInt32(layout.UCT_PV_LENGTH, true)),
    end: ENDS[view.getInt32(layout.UCT_ENDED, true)] as SearchEnd,
    rootMoves,
  };
}
