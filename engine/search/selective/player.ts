/**
 * The player `alphabeta` of games with `SelectiveRules`: iterative deepening on one or more threads (lazy SMP), with a transposition table that
 * persists over the player's moves.
 */
import type { Actor, Position } from "../../contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo, SearchLine } from "../../contracts/player.ts";
import type { KernelCall } from "../../kernel/call.ts";
import { NULL_ADDRESS, addressAfter, type Address } from "../../kernel/memory.ts";
import type { StateExports } from "../../kernel/state-kernel.ts";
import { candidateMoves, withCandidates } from "../candidates.ts";
import type { SearchContext, SearchSetup } from "../context.ts";
import { kernelKind } from "../kernel-kind.ts";
import type { KernelSearch, RootOptions } from "../kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter, transpositionTableSpec } from "../parameters.ts";
import type { Regions } from "../../kernel/regions.ts";
import { provenPlies } from "../values.ts";
import { MAX_ITERATION, MAX_MULTIPV, MAX_HISTORY } from "./constants.ts";
import { readNodes, readSelective, writeSelective, type SelectiveResult } from "./record.ts";

const DEFAULT_DEPTH = 6;
const ENTRY_BYTES = 16;

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec(
    "depth",
    `depth of the last iteration in plies (${DEFAULT_DEPTH} if nothing else limits the search)`,
    MAX_ITERATION,
  ),
  limitSpec("nodes", "nodes per move", 1e15),
  MILLISECONDS,
  {
    name: "selective",
    summary: "null move, futility and other pruning, late move reductions; no: full width, then quiescence search",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
  },
  {
    name: "threads",
    summary: "threads of a search with a time limit; a search limited by depth or nodes uses one",
    kind: "integer",
    resource: "threads",
    min: 1,
    max: 64,
    default: 1,
  },
  transpositionTableSpec(32),
  {
    name: "multipv",
    summary: "number of best moves with a value and a principal variation",
    kind: "integer",
    min: 1,
    max: MAX_MULTIPV,
    default: 1,
  },
];

/** The template of this folder. */
export interface SelectiveExports extends StateExports {
  selectiveRecordBytes(): number;
  selectiveScratchBytes(): number;
  selective(record: Address): number;
}

/** The kernel exports `selective`, `selectiveRecordBytes` and `selectiveScratchBytes`. */
export function selectiveKind(context: SearchContext<SelectiveExports>): PlayerKind {
  return kernelKind(context, {
    name: "alphabeta",
    summary: "alpha-beta search with quiescence and pruning, iterative deepening",
    parameters: PARAMETERS,
    makeSearch: (regions, values, setup) => new SelectiveSearch(context, regions, values, setup),
  });
}

/** What a search needs of its context. */
type SearchKernel = Pick<SearchContext<SelectiveExports>, "rules" | "kernel">;

export class SelectiveSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: SearchKernel;
  readonly #parameters: OptionValues;
  readonly #setup: SearchSetup;
  readonly #stateBytes: number;
  readonly #records: Address[];
  readonly #scratches: readonly Address[];
  readonly #history: Address;
  readonly #searchMoves: Address;
  readonly #shared: Address;
  readonly #table: Address;
  readonly #tableBits: number;
  #searches = 0;
  /** Threads of the current or last search, and its number of exact root moves. */
  #threads = 1;
  #multiPv = 1;

  constructor(context: SearchKernel, regions: Regions, parameters: OptionValues, setup: SearchSetup) {
    const { kernel } = context;
    const zeroed = (bytes: number): Address => {
      const start = regions.allocate(bytes);
      kernel.memory.bytes(start, bytes).fill(0);
      return start;
    };
    const entries = (Number(parameters.tt) * 2 ** 20) / ENTRY_BYTES;
    this.#context = context;
    this.#parameters = parameters;
    this.#setup = setup;
    this.#tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    this.milliseconds = tighter(parameters.ms);
    this.#stateBytes = kernel.exports.stateBytes();
    const threads = Array.from({ length: Number(parameters.threads) });
    this.state = zeroed(this.#stateBytes);
    this.#history = zeroed(MAX_HISTORY * this.#stateBytes);
    this.#searchMoves = zeroed(4 * kernel.exports.maxMoves());
    this.#shared = zeroed(4);
    this.#records = threads.map(() => zeroed(kernel.exports.selectiveRecordBytes()));
    this.#scratches = threads.map(() => zeroed(kernel.exports.selectiveScratchBytes()));
    this.#table = entries > 0 ? regions.allocateZeroedLazily(ENTRY_BYTES * 2 ** this.#tableBits) : NULL_ADDRESS;
  }

  request(
    limits: Limits,
    _actor: Actor,
    { history = [], searchMoves = [], lines = 1 }: RootOptions,
  ): readonly (readonly KernelCall[])[] {
    const { memory } = this.#context.kernel;
    const depth = tighter(this.#parameters.depth, limits.depth);
    const nodes = tighter(this.#parameters.nodes, limits.nodes);
    const isTimed = tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const recent = history.slice(-MAX_HISTORY);
    for (const [i, position] of recent.entries())
      memory.bytes(addressAfter(this.#history, i * this.#stateBytes), this.#stateBytes).set(position);
    memory.words(this.#shared, 1).fill(0);
    memory.words(this.#searchMoves, searchMoves.length).set(searchMoves);
    this.#searches++;
    this.#multiPv = Math.max(Number(this.#parameters.multipv), Math.min(lines, MAX_MULTIPV));
    // Lazy SMP is not deterministic: without a time limit, equal limits must give equal moves.
    this.#threads = isTimed ? this.#records.length : 1;
    return this.#records.slice(0, this.#threads).map((record, thread) => {
      writeSelective(memory, record, {
        state: this.state,
        scratch: this.#scratches[thread] as Address,
        table: this.#table,
        shared: this.#shared,
        history: this.#history,
        historyCount: recent.length,
        searchMoves: this.#searchMoves,
        searchMovesCount: searchMoves.length,
        tableBits: this.#tableBits,
        age: this.#searches,
        nodes: nodes === undefined ? 0 : Math.max(1, Math.floor(nodes / this.#threads)),
        depth: depth ?? (nodes !== undefined || isTimed ? MAX_ITERATION : DEFAULT_DEPTH),
        selective: this.#parameters.selective === "yes",
        multiPv: this.#multiPv,
        thread,
      });
      return [this.#context.kernel.calls.selective(record)];
    });
  }

  answer(milliseconds: number, position: Position): Choice {
    const found = this.#read();
    return { move: found.move, info: this.#info(found, milliseconds, position) };
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const found = this.#read();
    return found.depth === 0 ? null : this.#info(found, milliseconds, position);
  }

  /** The main thread's result, with the nodes of all threads. */
  #read(): SelectiveResult {
    const { memory } = this.#context.kernel;
    const nodes = this.#records.slice(0, this.#threads).map((record) => readNodes(memory, record));
    const found = readSelective(memory, this.#records[0] as Address);
    const answer = { ...found, nodes: nodes.reduce((sum, count) => sum + count, 0) };
    return this.#multiPv > 1 ? bestMoveFirst(answer) : answer;
  }

  #info(found: SelectiveResult, milliseconds: number, position: Position): SearchInfo {
    const { move, value, pvs, nodes, depth, hashfull, rootMoves } = found;
    const { unit, perUnit } = this.#setup;
    const inUnits = (given: number): number => (provenPlies(given) === null ? given / perUnit : given);
    const pv = pvs.find(([first]) => first === move) ?? [move];
    // During an iteration some PVs are overwritten already.
    const lines = rootMoves
      .filter(({ bound }) => bound === "exact")
      .slice(0, this.#multiPv)
      .map((each): SearchLine => ({
        value: inUnits(each.value),
        pv: pvs.find(([first]) => first === each.move) ?? [each.move],
      }));
    const info = {
      value: inUnits(value),
      unit,
      pv,
      nodes,
      milliseconds,
      depth,
      hashfull,
      ...(this.#multiPv > 1 && { lines }),
    };
    // Other root moves only have an upper bound.
    const candidates = rootMoves.map((each) => ({
      move: each.move,
      value: inUnits(each.value),
      ...(each.bound === "exact" ? {} : { reason: "upper bound" }),
    }));
    return withCandidates(info, () => candidateMoves(this.#context.rules, position, candidates));
  }
}

/** The MultiPV moves are searched one after another, and pruning may give a later one a greater value: that one is played. */
function bestMoveFirst(answer: SelectiveResult): SelectiveResult {
  const exact = answer.rootMoves.filter(({ bound }) => bound === "exact").toSorted((a, b) => b.value - a.value);
  const [best] = exact;
  if (!best) return answer;
  const others = answer.rootMoves.filter(({ bound }) => bound !== "exact");
  return { ...answer, move: best.move, value: best.value, rootMoves: [...exact, ...others] };
}
