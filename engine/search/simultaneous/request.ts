/** Requests and results of the simultaneous-move searches, as records in kernel memory (layout.ts). */
import type { Move } from "../../contracts/position.ts";
import type { KernelMemory } from "../../kernel/memory.ts";
import { ENDS, type SearchEnd } from "../request.ts";
import * as layout from "./layout.ts";

export interface EquilibriumRequest {
  /** Addresses of the state, the scratch memory and the transposition table (0 for none). */
  readonly state: number;
  readonly scratch: number;
  readonly table: number;
  /** The table has 2^tableBits entries. */
  readonly tableBits: number;
  /** Maximum number of nodes; 0 for no limit. */
  readonly nodes: number;
  /** In rounds. */
  readonly depth: number;
  readonly discount: number;
  /** False: full-width reference search without pruning. */
  readonly prune?: boolean;
}

export interface EquilibriumMove {
  readonly move: Move;
  readonly probability: number;
  /** Against the opponent's strategy, for the player who makes the move. */
  readonly value: number;
  /** The value is an upper bound: the move was pruned. */
  readonly isBound: boolean;
}

export interface EquilibriumResult {
  /** For player 0. */
  readonly value: number;
  /** The deepest finished iteration, in rounds; 0 if none was finished: then the strategies are uniform. */
  readonly depth: number;
  readonly nodes: number;
  readonly end: SearchEnd;
  /** Root moves of each player. */
  readonly moves: readonly [readonly EquilibriumMove[], readonly EquilibriumMove[]];
}

export type Selection = "ucb" | "regret";
export const SELECTIONS: Readonly<Record<Selection, number>> = {
  ucb: layout.SELECT_BY_UCB,
  regret: layout.SELECT_BY_REGRET,
};

export interface DuctRequest {
  readonly state: number;
  readonly scratch: number;
  readonly pool: number;
  readonly poolBytes: number;
  readonly links: number;
  readonly linkBits: number;
  /** Maximum number of playouts and of expansions; 0 for no limit. */
  readonly playouts: number;
  readonly expansions: number;
  readonly c: number;
  readonly epsilon: number;
  readonly weight: number;
  readonly threshold: number;
  readonly selection: Selection;
  /** Maximum rounds of a playout, and whether a cutoff uses the evaluation or only its sign. */
  readonly rounds: number;
  readonly cutoff: boolean;
  /** State of the generator, not 0. */
  readonly random: bigint;
}

export interface DuctMove {
  readonly move: Move;
  readonly visits: number;
  /** The share of visits, or the average strategy of regret matching. */
  readonly probability: number;
  /** Mean points for the player who makes the move, from 0 to 1. */
  readonly mean: number;
}

export interface DuctResult {
  /** Mean points of player 0. */
  readonly mean: number;
  readonly playouts: number;
  readonly expansions: number;
  readonly treeNodes: number;
  readonly end: SearchEnd;
  readonly moves: readonly [readonly DuctMove[], readonly DuctMove[]];
}

/** The record's bytes. Created for every use, because the memory may have grown. */
function viewOf(memory: KernelMemory, record: number): DataView {
  return new DataView(memory.memory.buffer, record);
}

/** Root moves of both players; `read` receives the offset of each. */
function readRoot<T>(view: DataView, counts: number, start: number, read: (at: number) => T): [T[], T[]] {
  const [first, second] = [view.getInt32(counts, true), view.getInt32(counts + 4, true)];
  const all = Array.from({ length: first + second }, (_, i) => read(start + layout.ROOT_BYTES * i));
  return [all.slice(0, first), all.slice(first)];
}

/** For a new table. */
export function resetEquilibriumAge(memory: KernelMemory, record: number): void {
  viewOf(memory, record).setInt32(layout.EQ_AGE, 0, true);
}

/** Keeps the record's age, which counts the searches with the table. Clears the root moves, which may be read before the search starts. */
export function writeEquilibrium(memory: KernelMemory, record: number, request: EquilibriumRequest): void {
  const view = viewOf(memory, record);
  view.setUint32(layout.EQ_STATE, request.state, true);
  view.setUint32(layout.EQ_SCRATCH, request.scratch, true);
  view.setUint32(layout.EQ_TT, request.table, true);
  view.setInt32(layout.EQ_TT_BITS, request.tableBits, true);
  view.setFloat64(layout.EQ_NODES, request.nodes, true);
  view.setFloat64(layout.EQ_DISCOUNT, request.discount, true);
  view.setInt32(layout.EQ_DEPTH, request.depth, true);
  view.setInt32(layout.EQ_PRUNE, request.prune === false ? 0 : 1, true);
  view.setInt32(layout.EQ_REACHED, 0, true);
  view.setInt32(layout.EQ_COUNTS, 0, true);
  view.setInt32(layout.EQ_COUNTS + 4, 0, true);
}

export function readEquilibrium(memory: KernelMemory, record: number): EquilibriumResult {
  const view = viewOf(memory, record);
  return {
    value: view.getFloat64(layout.EQ_VALUE, true),
    depth: view.getInt32(layout.EQ_REACHED, true),
    nodes: view.getFloat64(layout.EQ_VISITED, true),
    end: ENDS[view.getInt32(layout.EQ_ENDED, true)] as SearchEnd,
    moves: readRoot(view, layout.EQ_COUNTS, layout.EQ_MOVES, (at) => ({
      move: view.getInt32(at + layout.ROOT_MOVE, true) as Move,
      probability: view.getFloat64(at + layout.ROOT_PROBABILITY, true),
      value: view.getFloat64(at + layout.ROOT_VALUE, true),
      isBound: view.getInt32(at + layout.ROOT_COUNT, true) === layout.VALUE_AT_MOST,
    })),
  };
}

/** Clears the root moves, which may be read before the search starts. */
export function writeDuct(memory: KernelMemory, record: number, request: DuctRequest): void {
  const view = viewOf(memory, record);
  view.setUint32(layout.DUCT_STATE, request.state, true);
  view.setUint32(layout.DUCT_SCRATCH, request.scratch, true);
  view.setUint32(layout.DUCT_POOL, request.pool, true);
  view.setUint32(layout.DUCT_POOL_BYTES, request.poolBytes, true);
  view.setUint32(layout.DUCT_LINKS, request.links, true);
  view.setInt32(layout.DUCT_LINK_BITS, request.linkBits, true);
  view.setFloat64(layout.DUCT_PLAYOUTS, request.playouts, true);
  view.setFloat64(layout.DUCT_EXPANSIONS, request.expansions, true);
  view.setFloat64(layout.DUCT_C, request.c, true);
  view.setFloat64(layout.DUCT_EPSILON, request.epsilon, true);
  view.setFloat64(layout.DUCT_WEIGHT, request.weight, true);
  view.setBigUint64(layout.DUCT_RANDOM, request.random, true);
  view.setInt32(layout.DUCT_THRESHOLD, request.threshold, true);
  view.setInt32(layout.DUCT_SELECTION, SELECTIONS[request.selection], true);
  view.setInt32(layout.DUCT_ROUNDS, request.rounds, true);
  view.setInt32(layout.DUCT_CUTOFF, Number(request.cutoff), true);
  view.setFloat64(layout.DUCT_PLAYED, 0, true);
  view.setInt32(layout.DUCT_COUNTS, 0, true);
  view.setInt32(layout.DUCT_COUNTS + 4, 0, true);
}

export function readDuct(memory: KernelMemory, record: number): DuctResult {
  const view = viewOf(memory, record);
  return {
    mean: view.getFloat64(layout.DUCT_MEAN, true),
    playouts: view.getFloat64(layout.DUCT_PLAYED, true),
    expansions: view.getFloat64(layout.DUCT_EXPANDED, true),
    treeNodes: view.getUint32(layout.DUCT_NODES, true),
    end: ENDS[view.getInt32(layout.DUCT_ENDED, true)] as SearchEnd,
    moves: readRoot(view, layout.DUCT_COUNTS, layout.DUCT_MOVES, (at) => ({
      move: view.getInt32(at + layout.ROOT_MOVE, true) as Move,
      visits: view.getInt32(at + layout.ROOT_COUNT, true),
      probability: view.getFloat64(at + layout.ROOT_PROBABILITY, true),
      mean: view.getFloat64(at + layout.ROOT_VALUE, true),
    })),
  };
}
