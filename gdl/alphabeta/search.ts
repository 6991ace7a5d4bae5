/** Alpha-beta over a propnet: its kernel memory, request and result. */
import type { PlayerNumber } from "../../engine/contracts/position.ts";
import { AlphabetaRecord, Child, RootMoveRecord } from "../../build/layouts/gdl/alphabeta/alphabeta.ts";
import { MAX_DEPTH } from "../../engine/search/constants.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { addressAfter, NULL_ADDRESS, type Address, type KernelMemory } from "../../engine/kernel/memory.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { ENDED_BY_RULES, MOVE_ROLE_BITS, PV_BYTES, PV_COUNT } from "./constants.ts";

const ENTRY_BYTES = 16;
/** Stack size: sufficient for this many moves per ply on average. */
const MOVES_PER_PLY = 256;

export interface AlphabetaRequest {
  readonly depth: number;
  /** Positions searched; 0 for no limit. */
  readonly nodes: number;
  readonly seed: bigint;
}

export interface RoleMove {
  readonly role: PlayerNumber;
  readonly move: number;
}

export interface RootMove extends RoleMove {
  /** For the chooser. */
  readonly value: number;
  /** Whether the value is exact or an upper bound. */
  readonly isExact: boolean;
}

export interface AlphabetaResult {
  readonly best: RoleMove;
  /** For the chooser. */
  readonly value: number;
  readonly depth: number;
  readonly nodes: number;
  readonly pv: readonly RoleMove[];
  /** Best first. */
  readonly rootMoves: readonly RootMove[];
  /** One of ENDED_BY_… */
  readonly ended: number;
  /** Moves are simultaneous in some state, or a role has no legal move. */
  readonly isBroken: boolean;
}

export class AlphabetaSearch {
  readonly #memory: KernelMemory;
  readonly #record: AlphabetaRecord;

  /** `tableBytes` may be 0. */
  constructor(workspace: PropnetWorkspace, regions: Regions, evaluation: Address, tableBytes: number) {
    const { kernel, code, propnet } = workspace.placed;
    const counts = code.roles.map(({ moves }) => moves);
    const entries = tableBytes / ENTRY_BYTES;
    const tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    const table = entries > 0 ? regions.allocate(ENTRY_BYTES * 2 ** tableBits) : NULL_ADDRESS;
    if (table) kernel.exports.clearTranspositions(table, tableBits);
    const childBytes = Child.BYTES + 8 * Math.ceil(propnet.facts.length / 64);
    const children = Math.max(MAX_DEPTH * MOVES_PER_PLY, 2 * Math.max(...counts)) + 2 * LANE_COUNT;
    const stack = regions.allocate(childBytes * children);
    const address = regions.allocate(AlphabetaRecord.BYTES);
    kernel.memory.bytes(address, AlphabetaRecord.BYTES).fill(0);
    const record = new AlphabetaRecord(kernel.memory, address);
    record.propnet = workspace.record;
    record.evaluation = evaluation;
    record.table = table;
    record.tableBits = tableBits;
    record.stack = stack;
    record.stackEnd = addressAfter(stack, childBytes * children);
    record.history = regions.allocate(4 * counts.reduce((sum, count) => sum + count, 0));
    record.pvs = regions.allocate(PV_BYTES * PV_COUNT);
    record.rootMoves = regions.allocate(RootMoveRecord.BYTES * Math.max(...counts));
    this.#memory = kernel.memory;
    this.#record = record;
  }

  /** Address of the record. */
  get record(): Address {
    return this.#record.address;
  }

  /** Sets the parameters of the next `searchAlphabeta` with this record, from the start state of the workspace. */
  setRequest({ depth, nodes, seed }: AlphabetaRequest): void {
    const record = this.#record;
    record.maxDepth = Math.min(depth, MAX_DEPTH);
    record.depth = 0;
    record.rootCount = 0;
    record.maxNodes = nodes;
    // The state of the generator must not be 0.
    record.seed = BigInt.asUintN(64, seed) | 1n;
  }

  result(): AlphabetaResult {
    const { value, ended, role, move, depth, nodes, pvs, pvLength } = this.#record;
    const pv = this.#memory.words(addressAfter(pvs, 4), pvLength);
    return {
      best: roleMove(move),
      value: role === 0 ? value : 0 - value,
      depth,
      nodes,
      pv: Array.from(pv, roleMove),
      rootMoves: this.#rootMoves(),
      ended,
      isBroken: ended === ENDED_BY_RULES,
    };
  }

  #rootMoves(): RootMove[] {
    const { role, rootMoves, rootCount } = this.#record;
    const best = roleMove(this.#record.move).move;
    return RootMoveRecord.list(this.#memory, rootMoves, rootCount)
      .filter(({ bound }) => bound > 0)
      .map(({ move, value, bound }) => ({ role: role as PlayerNumber, move, value, isExact: bound === 2 }))
      .sort((a, b) => Number(b.move === best) - Number(a.move === best) || b.value - a.value);
  }
}

function roleMove(number: number): RoleMove {
  return { role: (number >>> MOVE_ROLE_BITS) as PlayerNumber, move: number & (2 ** MOVE_ROLE_BITS - 1) };
}
