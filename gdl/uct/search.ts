/** UCT over a propnet: its kernel memory, request and result. */
import type { Regions } from "../../engine/kernel/regions.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import {
  MAX_PV,
  ROOT_MOVE_BYTES,
  SEARCH_ACTIVE,
  SEARCH_C,
  SEARCH_ENDED,
  SEARCH_REUSED,
  SEARCH_LANES,
  SEARCH_PV,
  SEARCH_PV_LENGTH,
  SEARCH_PROPNET,
  SEARCH_NODES,
  SEARCH_PLAYED,
  SEARCH_PLAYOUTS,
  SEARCH_RECORD_BYTES,
  SEARCH_ROLE,
  SEARCH_ROOT_COUNT,
  SEARCH_ROOT_MOVES,
  SEARCH_SLOT_BITS,
  SEARCH_SLOTS,
  SEARCH_SEMISPACE_BYTES,
  SEARCH_SEMISPACES,
  SEARCH_STEPPED,
  SEARCH_STEPS,
  SEARCH_THRESHOLD,
} from "./layout.ts";

/** Bytes of nodes per slot of the transposition table: most nodes are larger. */
const BYTES_PER_SLOT = 128;

export interface UctRequest {
  /** The role whose root moves are reported. */
  readonly role: number;
  /** 0 for no limit. */
  readonly playouts: number;
  /** States visited; 0 for no limit. */
  readonly steps: number;
  readonly c: number;
  readonly threshold: number;
  /** Parallel simulations, from 1 to 128. */
  readonly lanes: number;
}

export interface RootMove {
  readonly move: number;
  readonly visits: number;
  /** Sum of the role's goals. */
  readonly points: number;
  /** The proven goal. */
  readonly proven: number | null;
}

export interface UctResult {
  /** Moves of the requested role; empty if it has no choice. */
  readonly rootMoves: readonly RootMove[];
  readonly pv: readonly { readonly role: number; readonly move: number }[];
  readonly playouts: number;
  readonly steps: number;
  readonly nodes: number;
  /** Nodes reused from the previous search. */
  readonly reused: number;
  /** One of ENDED_BY_… */
  readonly ended: number;
}

export class UctSearch {
  readonly record: Address;
  readonly #workspace: PropnetWorkspace;
  readonly #rootMoves: Address;

  constructor(workspace: PropnetWorkspace, regions: Regions, bytes: number) {
    this.#workspace = workspace;
    const { kernel, code } = workspace.placed;
    const { memory } = kernel;
    const slotBits = Math.max(8, Math.floor(Math.log2(bytes / BYTES_PER_SLOT)));
    const slots = regions.allocate(4 << slotBits);
    memory.bytes(slots, 4 << slotBits).fill(0);
    const half = 16 * Math.floor(bytes / 32);
    this.#rootMoves = regions.allocate(ROOT_MOVE_BYTES * Math.max(...code.roles.map(({ moves }) => moves)));
    this.record = regions.allocate(SEARCH_RECORD_BYTES);
    memory.bytes(this.record, SEARCH_RECORD_BYTES).fill(0);
    this.#set(SEARCH_PROPNET, workspace.record);
    this.#set(SEARCH_LANES, regions.allocate(kernel.exports.laneBytes(code.roles.length)));
    this.#set(SEARCH_SEMISPACES, regions.allocate(2 * half));
    this.#set(SEARCH_SEMISPACE_BYTES, half);
    this.#set(SEARCH_SLOTS, slots);
    this.#set(SEARCH_SLOT_BITS, slotBits);
    this.#set(SEARCH_ROOT_MOVES, this.#rootMoves);
  }

  /** Sets the parameters of the next `searchUct` with this record, from the start state of the workspace. */
  setRequest({ role, playouts, steps, c, threshold, lanes }: UctRequest): void {
    this.#setReal(SEARCH_PLAYOUTS, playouts);
    this.#setReal(SEARCH_STEPS, steps);
    this.#setReal(SEARCH_C, c);
    this.#set(SEARCH_ACTIVE, lanes);
    this.#set(SEARCH_THRESHOLD, threshold);
    this.#set(SEARCH_ROLE, role);
    this.#set(SEARCH_ROOT_COUNT, 0);
  }

  result(): UctResult {
    const { memory } = this.#workspace.placed.kernel;
    const count = this.#get(SEARCH_ROOT_COUNT);
    const words = memory.words(this.#rootMoves, (count * ROOT_MOVE_BYTES) / 4);
    const rootMoves = Array.from({ length: count }, (_, i) => {
      const [move = 0, visits = 0, points = 0, proven = -1] = words.subarray(4 * i, 4 * i + 4);
      return { move, visits: visits >>> 0, points: points >>> 0, proven: proven < 0 ? null : proven };
    });
    const pv = memory.words(addressAfter(this.record, SEARCH_PV), 2 * MAX_PV);
    return {
      rootMoves,
      pv: Array.from({ length: this.#get(SEARCH_PV_LENGTH) }, (_, i) => ({
        role: pv[2 * i] as number,
        move: pv[2 * i + 1] as number,
      })),
      playouts: this.#getReal(SEARCH_PLAYED),
      steps: this.#getReal(SEARCH_STEPPED),
      nodes: this.#get(SEARCH_NODES),
      reused: this.#get(SEARCH_REUSED),
      ended: this.#get(SEARCH_ENDED),
    };
  }

  #set(offset: number, value: number): void {
    this.#workspace.placed.kernel.memory.words(addressAfter(this.record, offset), 1)[0] = value;
  }

  #get(offset: number): number {
    return this.#workspace.placed.kernel.memory.words(addressAfter(this.record, offset), 1)[0] as number;
  }

  #setReal(offset: number, value: number): void {
    new Float64Array(this.#workspace.placed.kernel.memory.memory.buffer, this.record + offset, 1)[0] = value;
  }

  #getReal(offset: number): number {
    return new Float64Array(this.#workspace.placed.kernel.memory.memory.buffer, this.record + offset, 1)[0] as number;
  }
}
