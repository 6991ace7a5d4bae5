/** Requests and results of the kernels' searches, as records in kernel memory (alphabeta.layout.ts, uct.layout.ts). */
import { AlphabetaRecord, type RootMoveRecord } from "../../build/layouts/engine/search/alphabeta.ts";
import { UctNode, UctRecord } from "../../build/layouts/engine/search/uct.ts";
import type { SearchLine } from "../contracts/player.ts";
import type { Move } from "../contracts/position.ts";
import { addressAfter, type Address, type KernelMemory } from "../kernel/memory.ts";
import { setFields } from "../kernel/record.ts";
import * as constants from "./constants.ts";

/** Why a search ended. `proof`: the outcome is proven. */
export type SearchEnd = "depth" | "nodes" | "stop" | "proof" | "playouts";
export const ENDS: Readonly<Record<number, SearchEnd>> = {
  [constants.ENDED_BY_DEPTH]: "depth",
  [constants.ENDED_BY_NODES]: "nodes",
  [constants.ENDED_BY_STOP]: "stop",
  [constants.ENDED_BY_PROOF]: "proof",
  [constants.ENDED_BY_PLAYOUTS]: "playouts",
};

/** Bound type of a root move's value. */
export type Bound = "exact" | "lower" | "upper";
const BOUNDS: Readonly<Record<number, Bound>> = {
  [constants.BOUND_EXACT]: "exact",
  [constants.BOUND_LOWER]: "lower",
  [constants.BOUND_UPPER]: "upper",
};

export interface AlphabetaRequest {
  /** Addresses of the state, the scratch memory and the transposition table (0 for none). */
  readonly state: Address;
  readonly scratch: Address;
  readonly table: Address;
  /** The table has 2^tableBits entries. */
  readonly tableBits: number;
  /** Maximum number of nodes; 0 for no limit. */
  readonly nodes: number;
  readonly depth: number;
  /** Late move reduction in plies; 0 by default. */
  readonly reduce?: number;
  /** MultiPV: number of root moves with exact values; 1 by default. */
  readonly lines?: number;
  /** Which of equally good root moves is played, one of TIES_…; the first found by default. */
  readonly ties?: number;
  /** State of the generator for random ties, not 0. */
  readonly random?: bigint;
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
  /** With MultiPV, best first; empty in the first iteration. */
  readonly lines: readonly SearchLine[];
}

/** Where a playout stops before the end of the game (see constants.ts). */
export type Stop = "end" | "depth" | "separated";
export const STOPS: Readonly<Record<Stop, number>> = {
  end: constants.STOP_AT_END,
  depth: constants.STOP_AT_DEPTH,
  separated: constants.STOP_AT_SEPARATION,
};

export interface UctRequest {
  readonly state: Address;
  readonly scratch: Address;
  readonly pool: Address;
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
  /** Whether proven outcomes are backed up (MCTS-Solver); true by default. */
  readonly proofs?: boolean;
}

/** Proven outcome of a move. */
export type Proof = "open" | "lost" | "drawn" | "won";
const PROOFS: Readonly<Record<number, Proof>> = {
  [constants.PROOF_OPEN]: "open",
  [constants.PROOF_LOST]: "lost",
  [constants.PROOF_DRAWN]: "drawn",
  [constants.PROOF_WON]: "won",
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

/** Keeps the record's age, which counts the searches with the table. Clears the reached depth, which may be read before the search starts. */
export function writeAlphabeta(memory: KernelMemory, address: Address, request: AlphabetaRequest): void {
  const { nodes, depth, lines = 1, reduce = 0, ties = constants.TIES_FIRST, random = 1n, ...same } = request;
  const results = { lineCount: 0, depth: 0 };
  const limits = { maxNodes: nodes, maxDepth: depth, maxLines: lines, reduce, ties, random };
  setFields(new AlphabetaRecord(memory, address), { ...same, ...limits, ...results });
}

/** For a new table. */
export function resetAge(memory: KernelMemory, address: Address): void {
  new AlphabetaRecord(memory, address).age = 0;
}

export function readAlphabeta(memory: KernelMemory, address: Address): AlphabetaResult {
  const record = new AlphabetaRecord(memory, address);
  return {
    move: record.move as Move,
    value: record.value,
    depth: record.depth,
    nodes: record.nodes,
    pv: readMoves(record.pv, record.pvLength),
    end: ENDS[record.ended] as SearchEnd,
    rootMoves: record.rootMoves(record.rootCount).map(readRootMove),
    lines: record.lines.slice(0, record.lineCount).map(({ value, length, moves }) => ({
      value,
      pv: readMoves(moves, length),
    })),
  };
}

/** The first moves of an array. */
export function readMoves(moves: Int32Array, count: number): Move[] {
  return [...moves.subarray(0, count)] as Move[];
}

export function readRootMove({ move, value, bound }: RootMoveRecord): RootMove {
  return { move: move as Move, value, bound: BOUNDS[bound] as Bound };
}

/** Clears the root moves, which may be read before the search starts. */
export function writeUct(memory: KernelMemory, address: Address, request: UctRequest): void {
  const { playouts, expansions, stop, proofs = true, ...same } = request;
  const limits = { maxPlayouts: playouts, maxExpansions: expansions, stop: STOPS[stop], proofs: Number(proofs) };
  setFields(new UctRecord(memory, address), { ...same, ...limits, rootCount: 0 });
}

export function readUct(memory: KernelMemory, address: Address): UctResult {
  const record = new UctRecord(memory, address);
  const firstChild = addressAfter(record.pool, UctNode.BYTES);
  const rootMoves = UctNode.list(memory, firstChild, record.rootCount).map(
    ({ move, visits, points, countAndProof }): UctRootMove => ({
      move: move as Move,
      visits,
      points,
      // Without backed-up proofs, only terminal states are marked, and visits decide.
      proof: record.proofs === 0 ? "open" : (PROOFS[countAndProof & 3] as Proof),
    }),
  );
  return {
    move: record.move as Move,
    mean: record.mean,
    visits: record.visits,
    playouts: record.playouts,
    expansions: record.expansions,
    treeNodes: record.treeNodes,
    pv: readMoves(record.pv, record.pvLength),
    end: ENDS[record.ended] as SearchEnd,
    rootMoves,
  };
}
