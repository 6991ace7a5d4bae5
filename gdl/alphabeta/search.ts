/** Alpha-beta over a propnet: its kernel memory, request and result. */
import { MAX_DEPTH } from "../../engine/search/constants.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { LANE_COUNT } from "../propnet/layout.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import {
  CHILD_STATE,
  ENDED_BY_RULES,
  PV_BYTES,
  PV_COUNT,
  MOVE_ROLE_BITS,
  AB_DEPTH,
  AB_ENDED,
  AB_EVALUATION,
  AB_HISTORY,
  AB_PV_LENGTH,
  AB_PVS,
  AB_MOVE,
  AB_PROPNET,
  AB_NODES,
  AB_REACHED,
  AB_RECORD_BYTES,
  AB_ROLE,
  AB_ROOT_COUNT,
  AB_ROOTS,
  AB_SEED,
  AB_STACK,
  AB_TABLE,
  AB_TABLE_BITS,
  AB_VALUE,
  AB_VISITED,
  ROOT_BYTES,
  ROOT_BOUND,
  ROOT_MOVE,
  ROOT_VALUE,
} from "./layout.ts";

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
  readonly role: number;
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
  /** Both roles choose at once in some state, or one has no legal move. */
  readonly isBroken: boolean;
}

export class AlphabetaSearch {
  readonly record: Address;
  readonly #workspace: PropnetWorkspace;
  readonly #pvs: Address;
  readonly #roots: Address;

  /** `tableBytes` may be 0. */
  constructor(workspace: PropnetWorkspace, regions: Regions, evaluation: number, tableBytes: number) {
    this.#workspace = workspace;
    const { kernel, code, propnet } = workspace.placed;
    const counts = code.roles.map(({ moves }) => moves);
    const entries = tableBytes / ENTRY_BYTES;
    const tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    const table = entries > 0 ? regions.allocate(ENTRY_BYTES * 2 ** tableBits) : 0;
    if (table) kernel.exports.clearTranspositions(table, tableBits);
    const childBytes = CHILD_STATE + 8 * Math.ceil(propnet.facts.length / 64);
    const children = Math.max(MAX_DEPTH * MOVES_PER_PLY, 2 * Math.max(...counts)) + 2 * LANE_COUNT;
    const stack = regions.allocate(childBytes * children);
    this.#pvs = regions.allocate(PV_BYTES * PV_COUNT);
    this.#roots = regions.allocate(ROOT_BYTES * Math.max(...counts));
    this.record = regions.allocate(AB_RECORD_BYTES);
    kernel.memory.bytes(this.record, AB_RECORD_BYTES).fill(0);
    this.#set(AB_PROPNET, workspace.record);
    this.#set(AB_EVALUATION, evaluation);
    this.#set(AB_TABLE, table);
    this.#set(AB_TABLE_BITS, tableBits);
    this.#set(AB_STACK, stack);
    this.#set(AB_STACK + 4, stack + childBytes * children);
    this.#set(AB_HISTORY, regions.allocate(4 * counts.reduce((sum, count) => sum + count, 0)));
    this.#set(AB_PVS, this.#pvs);
    this.#set(AB_ROOTS, this.#roots);
  }

  /** Sets the parameters of the next `searchAlphabeta` with this record, from the start state of the workspace. */
  setRequest({ depth, nodes, seed }: AlphabetaRequest): void {
    const { buffer } = this.#workspace.placed.kernel.memory.memory;
    this.#set(AB_DEPTH, Math.min(depth, MAX_DEPTH));
    this.#set(AB_REACHED, 0);
    this.#set(AB_ROOT_COUNT, 0);
    new Float64Array(buffer, this.record + AB_NODES, 1)[0] = nodes;
    // The state of the generator must not be 0.
    new BigUint64Array(buffer, this.record + AB_SEED, 1)[0] = BigInt.asUintN(64, seed) | 1n;
  }

  result(): AlphabetaResult {
    const { memory } = this.#workspace.placed.kernel;
    const value = this.#get(AB_VALUE);
    const pv = memory.words(addressAfter(this.#pvs, 4), this.#get(AB_PV_LENGTH));
    const ended = this.#get(AB_ENDED);
    return {
      best: roleMove(this.#get(AB_MOVE)),
      value: this.#get(AB_ROLE) === 0 ? value : 0 - value,
      depth: this.#get(AB_REACHED),
      nodes: new Float64Array(memory.memory.buffer, this.record + AB_VISITED, 1)[0] as number,
      pv: Array.from(pv, roleMove),
      rootMoves: this.#rootMoves(),
      ended,
      isBroken: ended === ENDED_BY_RULES,
    };
  }

  #rootMoves(): RootMove[] {
    const { memory } = this.#workspace.placed.kernel;
    const role = this.#get(AB_ROLE);
    const best = roleMove(this.#get(AB_MOVE)).move;
    return Array.from({ length: this.#get(AB_ROOT_COUNT) }, (_, i) => {
      const words = memory.words(addressAfter(this.#roots, ROOT_BYTES * i), ROOT_BYTES / 4);
      const [move = 0, value = 0, bound = 0] = [ROOT_MOVE, ROOT_VALUE, ROOT_BOUND].map((at) => words[at / 4]);
      return { role, move, value, bound };
    })
      .filter(({ bound }) => bound > 0)
      .map(({ role, move, value, bound }) => ({ role, move, value, isExact: bound === 2 }))
      .sort((a, b) => Number(b.move === best) - Number(a.move === best) || b.value - a.value);
  }

  #set(offset: number, value: number): void {
    this.#workspace.placed.kernel.memory.words(addressAfter(this.record, offset), 1)[0] = value;
  }

  #get(offset: number): number {
    return this.#workspace.placed.kernel.memory.words(addressAfter(this.record, offset), 1)[0] as number;
  }
}

function roleMove(number: number): RoleMove {
  return { role: number >>> MOVE_ROLE_BITS, move: number & (2 ** MOVE_ROLE_BITS - 1) };
}
