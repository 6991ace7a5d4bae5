/** UCT over a propnet: its kernel memory, request and result. */
import type { PlayerNumber } from "../../engine/contracts/position.ts";
import { Child } from "../../build/layouts/gdl/alphabeta/alphabeta.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import { RootMoveRecord, UctRecord } from "../../build/layouts/gdl/uct/uct.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { NULL_ADDRESS, type Address, type KernelMemory } from "../../engine/kernel/memory.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";

/** Bytes of nodes per slot of the transposition table: most nodes are larger. */
const BYTES_PER_SLOT = 128;

export interface UctRequest {
  /** 0 for no limit. */
  readonly playouts: number;
  /** States visited; 0 for no limit. */
  readonly steps: number;
  readonly c: number;
  readonly threshold: number;
  /** Parallel simulations, from 1 to 128. */
  readonly lanes: number;
  /** Whether terminal states prove the values of their predecessors (MCTS solver). */
  readonly proofs: boolean;
  /** Whether the subtree of the root state is reused from the previous search. */
  readonly reuse: boolean;
  readonly expansion: Expansion;
  readonly untried: Untried;
  /** Without it playouts end with the game. */
  readonly cut?: CutPlayouts | null;
}

/** Playouts that end before the game does, in games of two roles. */
export interface CutPlayouts {
  /** Steps outside the tree before a playout ends; a few more if that saves evaluations. */
  readonly steps: number;
  /** An `EvaluationRecord`, in the workspace of the search. */
  readonly evaluation: Address;
  /** The value v of a state is worth 50 + 50 v / √(v² + scale²) points. */
  readonly scale: number;
}

/**
 * The first move in a new node: selected like all others, so uniformly random and counted in the node; or the first of the playout, chosen by
 * its policy.
 */
export const EXPANSIONS = ["move", "playout"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** The order in which the moves of a node are tried: random, or those first that the features suggest. */
export const UNTRIED_ORDERS = ["random", "features"] as const;
export type Untried = (typeof UNTRIED_ORDERS)[number];

export interface RootMove {
  readonly role: number;
  readonly move: number;
  readonly visits: number;
  /** Sum of the role's goals. */
  readonly points: number;
  /** The proven goal. */
  readonly proven: number | null;
}

export interface UctResult {
  /** Moves of all roles that have a choice. */
  readonly rootMoves: readonly RootMove[];
  readonly pv: readonly { readonly role: PlayerNumber; readonly move: number }[];
  readonly playouts: number;
  readonly steps: number;
  readonly nodes: number;
  /** Nodes reused from the previous search. */
  readonly reused: number;
  /** One of ENDED_BY_… */
  readonly ended: number;
}

export class UctSearch {
  readonly #memory: KernelMemory;
  readonly #record: UctRecord;

  constructor(
    workspace: PropnetWorkspace,
    regions: Regions,
    bytes: number,
    /** The role that chooses at random. */
    chanceRole: number | null = null,
  ) {
    const { kernel, code } = workspace.placed;
    const { memory } = kernel;
    const slotBits = Math.max(8, Math.floor(Math.log2(bytes / BYTES_PER_SLOT)));
    const slots = regions.allocate(4 << slotBits);
    memory.bytes(slots, 4 << slotBits).fill(0);
    const half = 16 * Math.floor(bytes / 32);
    const address = regions.allocate(UctRecord.BYTES);
    memory.bytes(address, UctRecord.BYTES).fill(0);
    const record = new UctRecord(memory, address);
    record.propnet = workspace.record;
    record.leaves = regions.allocate(Child.BYTES * LANE_COUNT);
    record.lanes = regions.allocate(kernel.exports.laneBytes(code.roles.length));
    record.semispaces = regions.allocate(2 * half);
    record.semispaceBytes = half;
    record.slots = slots;
    record.slotBits = slotBits;
    record.chance = (chanceRole ?? -1) + 1;
    record.rootMoves = regions.allocate(RootMoveRecord.BYTES * code.roles.reduce((sum, { moves }) => sum + moves, 0));
    this.#memory = memory;
    this.#record = record;
  }

  /** Address of the record. */
  get record(): Address {
    return this.#record.address;
  }

  /** Sets the parameters of the next `searchUct` with this record, from the start state of the workspace. */
  setRequest({ playouts, steps, c, threshold, lanes, proofs, reuse, expansion, untried, cut }: UctRequest): void {
    const record = this.#record;
    record.maxPlayouts = playouts;
    record.maxSteps = steps;
    record.c = c;
    record.cut = cut?.steps ?? 0;
    record.evaluation = cut?.evaluation ?? NULL_ADDRESS;
    record.scale = cut?.scale ?? 1;
    record.active = lanes;
    record.threshold = threshold;
    record.proofs = Number(proofs);
    record.reuse = Number(reuse);
    record.playoutFromNode = Number(expansion === "playout");
    record.guidedExpansion = Number(untried === "features");
    record.rootCount = 0;
    record.pvLength = 0;
    record.playouts = 0;
    record.steps = 0;
  }

  result(): UctResult {
    const record = this.#record;
    const rootMoves = RootMoveRecord.list(this.#memory, record.rootMoves, record.rootCount);
    return {
      rootMoves: rootMoves.map(({ role, move, visits, points, proven }) => ({
        role,
        move,
        visits,
        points,
        proven: proven < 0 ? null : proven,
      })),
      pv: record.pv.slice(0, record.pvLength).map(({ role, move }) => ({ role: role as PlayerNumber, move })),
      playouts: record.playouts,
      steps: record.steps,
      nodes: record.nodes,
      reused: record.reused,
      ended: record.ended,
    };
  }
}
