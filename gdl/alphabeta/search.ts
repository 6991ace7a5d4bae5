/** Alpha-beta through a net: the room it takes in kernel memory, what is asked, what is answered. */
import { MAX_DEPTH } from "../../engine/search/layout.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { LANE_COUNT } from "../propnet/layout.ts";
import type { NetSpace } from "../propnet/propnet-memory.ts";
import {
  CHILD_STATE,
  ENDED_BY_RULES,
  LINE_BYTES,
  LINE_COUNT,
  LINE_ROLE_BITS,
  NAB_DEPTH,
  NAB_ENDED,
  NAB_EVALUATION,
  NAB_HISTORY,
  NAB_LINE_LENGTH,
  NAB_LINES,
  NAB_MOVE,
  NAB_NET,
  NAB_NODES,
  NAB_REACHED,
  NAB_RECORD_BYTES,
  NAB_ROLE,
  NAB_ROOT_COUNT,
  NAB_ROOTS,
  NAB_SEED,
  NAB_STACK,
  NAB_TABLE,
  NAB_TABLE_BITS,
  NAB_VALUE,
  NAB_VISITED,
  ROOT_BYTES,
  ROOT_KNOWN,
  ROOT_MOVE,
  ROOT_VALUE,
} from "./layout.ts";

const ENTRY_BYTES = 16;
/** Room for children at every depth of the search: with as many moves as this on average it never runs out. */
const MOVES_PER_PLY = 256;

export interface AlphabetaRequest {
  readonly depth: number;
  /** Positions looked at; 0 for no limit. */
  readonly nodes: number;
  readonly seed: bigint;
}

export interface LineMove {
  readonly role: number;
  readonly move: number;
}

export interface RootMove extends LineMove {
  /** For who chooses. */
  readonly value: number;
  /** Whether it is the value, or only no better than that. */
  readonly isExact: boolean;
}

export interface AlphabetaAnswer {
  readonly best: LineMove;
  /** For who chooses. */
  readonly value: number;
  readonly depth: number;
  readonly nodes: number;
  readonly line: readonly LineMove[];
  /** Best first. */
  readonly rootMoves: readonly RootMove[];
  /** One of ENDED_BY_… */
  readonly ended: number;
  /** The rules let both choose at once, or leave one without a move. */
  readonly isBroken: boolean;
}

export class NetAlphabeta {
  readonly record: number;
  readonly #space: NetSpace;
  readonly #lines: number;
  readonly #roots: number;

  /** `tableBytes` may be 0. */
  constructor(space: NetSpace, regions: Regions, evaluation: number, tableBytes: number) {
    this.#space = space;
    const { kernel, code, net } = space.placed;
    const counts = code.roles.map(({ moves }) => moves);
    const entries = tableBytes / ENTRY_BYTES;
    const tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    const table = entries > 0 ? regions.allocate(ENTRY_BYTES * 2 ** tableBits) : 0;
    if (table) kernel.call("clearTranspositions", table, tableBits);
    const childBytes = CHILD_STATE + 8 * Math.ceil(net.facts.length / 64);
    const children = Math.max(MAX_DEPTH * MOVES_PER_PLY, 2 * Math.max(...counts)) + 2 * LANE_COUNT;
    const stack = regions.allocate(childBytes * children);
    this.#lines = regions.allocate(LINE_BYTES * LINE_COUNT);
    this.#roots = regions.allocate(ROOT_BYTES * Math.max(...counts));
    this.record = regions.allocate(NAB_RECORD_BYTES);
    kernel.memory.bytes(this.record, NAB_RECORD_BYTES).fill(0);
    this.#set(NAB_NET, space.record);
    this.#set(NAB_EVALUATION, evaluation);
    this.#set(NAB_TABLE, table);
    this.#set(NAB_TABLE_BITS, tableBits);
    this.#set(NAB_STACK, stack);
    this.#set(NAB_STACK + 4, stack + childBytes * children);
    this.#set(NAB_HISTORY, regions.allocate(4 * counts.reduce((sum, count) => sum + count, 0)));
    this.#set(NAB_LINES, this.#lines);
    this.#set(NAB_ROOTS, this.#roots);
  }

  /** What the next call of `searchNetAlphabeta` with this record shall do, from the state that the space starts with. */
  ask({ depth, nodes, seed }: AlphabetaRequest): void {
    const { buffer } = this.#space.placed.kernel.memory.memory;
    this.#set(NAB_DEPTH, Math.min(depth, MAX_DEPTH));
    this.#set(NAB_REACHED, 0);
    this.#set(NAB_ROOT_COUNT, 0);
    new Float64Array(buffer, this.record + NAB_NODES, 1)[0] = nodes;
    // The generator's state must not be 0.
    new BigUint64Array(buffer, this.record + NAB_SEED, 1)[0] = BigInt.asUintN(64, seed) | 1n;
  }

  answer(): AlphabetaAnswer {
    const { memory } = this.#space.placed.kernel;
    const value = this.#get(NAB_VALUE);
    const line = memory.words(this.#lines + 4, this.#get(NAB_LINE_LENGTH));
    const ended = this.#get(NAB_ENDED);
    return {
      best: lineMove(this.#get(NAB_MOVE)),
      value: this.#get(NAB_ROLE) === 0 ? value : 0 - value,
      depth: this.#get(NAB_REACHED),
      nodes: new Float64Array(memory.memory.buffer, this.record + NAB_VISITED, 1)[0] as number,
      line: Array.from(line, lineMove),
      rootMoves: this.#rootMoves(),
      ended,
      isBroken: ended === ENDED_BY_RULES,
    };
  }

  #rootMoves(): RootMove[] {
    const { memory } = this.#space.placed.kernel;
    const role = this.#get(NAB_ROLE);
    const best = lineMove(this.#get(NAB_MOVE)).move;
    return Array.from({ length: this.#get(NAB_ROOT_COUNT) }, (_, i) => {
      const words = memory.words(this.#roots + ROOT_BYTES * i, ROOT_BYTES / 4);
      const [move = 0, value = 0, known = 0] = [ROOT_MOVE, ROOT_VALUE, ROOT_KNOWN].map((at) => words[at / 4]);
      return { role, move, value, known };
    })
      .filter(({ known }) => known > 0)
      .map(({ role, move, value, known }) => ({ role, move, value, isExact: known === 2 }))
      .sort((a, b) => Number(b.move === best) - Number(a.move === best) || b.value - a.value);
  }

  #set(offset: number, value: number): void {
    this.#space.placed.kernel.memory.words(this.record + offset, 1)[0] = value;
  }

  #get(offset: number): number {
    return this.#space.placed.kernel.memory.words(this.record + offset, 1)[0] as number;
  }
}

function lineMove(number: number): LineMove {
  return { role: number >>> LINE_ROLE_BITS, move: number & (2 ** LINE_ROLE_BITS - 1) };
}
