/**
 * Calls the kernel's searches directly on this thread, which gives access to all counts and to the CPU time of the search alone (a
 * worker's CPU clock is too coarse for a search of a millisecond).
 */
import type { Position } from "../engine/contracts/position.ts";
import type { OptionValues } from "../engine/contracts/options.ts";
import type { KernelCall } from "../engine/kernel/call.ts";
import type { Address, KernelMemory } from "../engine/kernel/memory.ts";
import { UctNode, UctRecord } from "../build/layouts/engine/search/uct.ts";
import { readAlphabeta, readUct, resetAge, type Stop, writeAlphabeta, writeUct } from "../engine/search/request.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { writeEvaluation } from "../games/chinese-checkers/evaluation-block.ts";
import { EvaluationRecord } from "../build/layouts/games/chinese-checkers/evaluation.ts";
import { directionNumber } from "../games/chinese-checkers/options.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";

export type Evaluation = { readonly name: "rows" } | { readonly name: "table"; readonly address: Address };

export interface SearchCost {
  readonly nodes: number;
  readonly playouts: number | null;
  readonly cpuSeconds: number;
}

// Defaults of the players alphabeta and uct.
const TABLE_BITS = 20;
const ENTRY_BYTES = 16;
const POOL_NODES = 1_400_000;

export class SearchBoard {
  readonly #rules: ChineseCheckersRules;
  readonly #memory: KernelMemory;
  readonly #state: Address;
  readonly #evaluation: Address;
  readonly #alphabeta: { readonly record: Address; readonly scratch: Address; readonly table: Address };
  readonly #uct: { readonly record: Address; readonly scratch: Address; readonly pool: Address };

  constructor(rules: ChineseCheckersRules) {
    const { kernel } = rules.board;
    const { memory } = kernel;
    this.#rules = rules;
    this.#memory = memory;
    kernel.exports.setStop(memory.allocate(4));
    this.#state = memory.allocate(rules.board.stateBytes);
    this.#evaluation = memory.allocate(EvaluationRecord.BYTES);
    this.#alphabeta = {
      record: memory.allocate(kernel.exports.alphabetaRecordBytes()),
      scratch: memory.allocate(kernel.exports.alphabetaScratchBytes()),
      table: memory.allocate(ENTRY_BYTES * 2 ** TABLE_BITS),
    };
    this.#uct = {
      record: memory.allocate(UctRecord.BYTES),
      scratch: memory.allocate(kernel.exports.uctScratchBytes()),
      pool: memory.allocate(UctNode.BYTES * POOL_NODES),
    };
  }

  /** Clears the transposition table, so that node counts do not depend on earlier positions. */
  alphabeta(position: Position, depth: number, evaluation: Evaluation): SearchCost {
    const { record, scratch, table } = this.#alphabeta;
    this.#rules.board.kernel.exports.clearTranspositions(table, TABLE_BITS);
    resetAge(this.#memory, record);
    writeAlphabeta(this.#memory, record, {
      state: this.#state,
      scratch,
      table,
      tableBits: TABLE_BITS,
      nodes: 0,
      depth,
    });
    const cpuSeconds = this.#run(position, [
      this.#setSearch("non-backward", evaluation, 0),
      this.#rules.board.kernel.calls.alphabeta(record),
    ]);
    return { nodes: readAlphabeta(this.#memory, record).nodes, playouts: null, cpuSeconds };
  }

  /** `values`: the parameters of a UCT player. */
  uct(position: Position, values: OptionValues, evaluation: Evaluation, playouts: number, seed: number): SearchCost {
    const { record, scratch, pool } = this.#uct;
    writeUct(this.#memory, record, {
      state: this.#state,
      scratch,
      pool,
      poolNodes: POOL_NODES,
      playouts,
      expansions: 0,
      c: Number(values["c"]),
      threshold: Number(values["threshold"]),
      stop: values["stop"] as Stop,
      plies: Number(values["stop"] === "depth" ? values["depth"] : values["cap"]),
      length: Number(values["length"]),
      weight: Number(values["weight"]),
      random: new SeededRandom(seed).word() | 1n,
      proofs: values["proofs"] === "yes",
    });
    const setup = this.#setSearch(String(values["moves"]), evaluation, Number(values["random"]));
    const cpuSeconds = this.#run(position, [setup, this.#rules.board.kernel.calls.uct(record)]);
    const answer = readUct(this.#memory, record);
    return { nodes: answer.expansions, playouts: answer.playouts, cpuSeconds };
  }

  #setSearch(directions: string, evaluation: Evaluation, randomPercent: number): KernelCall {
    const { notation, variant } = this.#rules.board;
    const places = Array.from({ length: variant.pieces }, (_, place) => place);
    writeEvaluation(this.#memory, this.#evaluation, {
      tempo: 1,
      cells: evaluation.name === "rows" ? notation.coordinates.map(([a, b]) => 2 * (a + b)) : [],
      behind: 0,
      lookups: evaluation.name === "table" ? [{ table: evaluation.address, weight: 2, places }] : [],
    });
    return this.#rules.board.kernel.calls.setSearch(directionNumber(directions), this.#evaluation, randomPercent);
  }

  #run(position: Position, calls: readonly KernelCall[]): number {
    const { kernel } = this.#rules.board;
    this.#memory.bytes(this.#state, position.length).set(position);
    const before = process.cpuUsage();
    kernel.run(calls);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }
}
