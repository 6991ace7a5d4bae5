/** Requests and results of the simultaneous-move searches, as records in kernel memory (simultaneous.layout.ts). */
import {
  DuctRecord,
  EquilibriumRecord,
  type StrategyMove,
} from "../../../build/layouts/engine/search/simultaneous/simultaneous.ts";
import type { Move } from "../../contracts/position.ts";
import type { Address, KernelMemory } from "../../kernel/memory.ts";
import { setFields } from "../../kernel/record.ts";
import { ENDS, type SearchEnd } from "../request.ts";
import * as constants from "./constants.ts";

export interface EquilibriumRequest {
  /** Addresses of the state, the scratch memory and the transposition table (0 for none). */
  readonly state: Address;
  readonly scratch: Address;
  readonly table: Address;
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
  ucb: constants.SELECT_BY_UCB,
  regret: constants.SELECT_BY_REGRET,
};

export interface DuctRequest {
  readonly state: Address;
  readonly scratch: Address;
  readonly pool: Address;
  readonly poolBytes: number;
  readonly links: Address;
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

/** Root moves of both players. */
function readRoot<T>(record: EquilibriumRecord | DuctRecord, read: (move: StrategyMove) => T): [T[], T[]] {
  const [first, second] = record.counts as unknown as [number, number];
  const all = record.moves(first + second).map(read);
  return [all.slice(0, first), all.slice(first)];
}

/** For a new table. */
export function resetEquilibriumAge(memory: KernelMemory, address: Address): void {
  new EquilibriumRecord(memory, address).age = 0;
}

/** Keeps the record's age, which counts the searches with the table. Clears the root moves, which may be read before the search starts. */
export function writeEquilibrium(memory: KernelMemory, address: Address, request: EquilibriumRequest): void {
  const { nodes, depth, prune = true, ...same } = request;
  const record = new EquilibriumRecord(memory, address);
  setFields(record, { ...same, maxNodes: nodes, maxDepth: depth, prune: Number(prune), depth: 0 });
  record.counts.fill(0);
}

export function readEquilibrium(memory: KernelMemory, address: Address): EquilibriumResult {
  const record = new EquilibriumRecord(memory, address);
  return {
    value: record.value,
    depth: record.depth,
    nodes: record.nodes,
    end: ENDS[record.ended] as SearchEnd,
    moves: readRoot(record, ({ move, probability, value, boundOrVisits }) => ({
      move: move as Move,
      probability,
      value,
      isBound: boundOrVisits === constants.VALUE_AT_MOST,
    })),
  };
}

/** Clears the root moves, which may be read before the search starts. */
export function writeDuct(memory: KernelMemory, address: Address, request: DuctRequest): void {
  const { playouts, expansions, selection, cutoff, ...same } = request;
  const limits = { maxPlayouts: playouts, maxExpansions: expansions };
  const record = new DuctRecord(memory, address);
  setFields(record, { ...same, ...limits, selection: SELECTIONS[selection], cutoff: Number(cutoff), playouts: 0 });
  record.counts.fill(0);
}

export function readDuct(memory: KernelMemory, address: Address): DuctResult {
  const record = new DuctRecord(memory, address);
  return {
    mean: record.mean,
    playouts: record.playouts,
    expansions: record.expansions,
    treeNodes: record.treeNodes,
    end: ENDS[record.ended] as SearchEnd,
    moves: readRoot(record, ({ move, boundOrVisits, probability, value }) => ({
      move: move as Move,
      visits: boundOrVisits,
      probability,
      mean: value,
    })),
  };
}
