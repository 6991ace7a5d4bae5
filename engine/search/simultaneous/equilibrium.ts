/**
 * The player `equilibrium`: the kernel's equilibrium search with iterative deepening and a transposition table that persists over
 * the player's moves. It samples a move from its mixed strategy at the root.
 */
import { FIRST, type Actor, type Position, type Move } from "../../contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../../contracts/player.ts";
import type { KernelCall } from "../../kernel/call.ts";
import { NULL_ADDRESS, type Address } from "../../kernel/memory.ts";
import type { StateExports } from "../../kernel/state-kernel.ts";
import { candidateMoves, withCandidates } from "../candidates.ts";
import type { SearchContext, SearchSetup } from "../context.ts";
import { kernelKind } from "../kernel-kind.ts";
import type { KernelSearch } from "../kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter, transpositionTableSpec } from "../parameters.ts";
import type { Regions } from "../../kernel/regions.ts";
import { SeededRandom } from "../../random/seeded.ts";
import { MAX_EVALUATION } from "../values.ts";
import { EQ_ENTRY_BYTES, MAX_ROUNDS } from "./constants.ts";
import { type EquilibriumResult, readEquilibrium, resetEquilibriumAge, writeEquilibrium } from "./request.ts";
import { drawMove, mixedMoves, mixedStrategies } from "./strategy.ts";

const DEFAULT_DEPTH = 2;
/** Value of a win: `winUtility` in contracts/simultaneous-rules.as.ts. */
const WIN_UTILITY = MAX_EVALUATION;
/** From this share of a win on, a value is reported as the expected result. */
const CLEAR_RESULT = 0.25;
const EXPECTED_RESULT = "expected result (win 1, loss -1)";

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("depth", `search depth in rounds (${DEFAULT_DEPTH} if nothing else limits the search)`, MAX_ROUNDS),
  limitSpec("nodes", "nodes per move", 1e15),
  MILLISECONDS,
  {
    name: "discount",
    summary: "discount factor per round; below 1, earlier wins and later losses are preferred",
    kind: "number",
    min: 0.5,
    max: 1,
    default: 0.999,
  },
  transpositionTableSpec(16),
];

/** The template of equilibrium.as.ts. */
export interface EquilibriumExports extends StateExports {
  equilibriumRecordBytes(): number;
  equilibriumScratchBytes(): number;
  equilibrium(record: Address): number;
}

/** For kernels with `SimultaneousRules`, which export `equilibrium`, `equilibriumRecordBytes` and `equilibriumScratchBytes`. */
export function equilibriumKind(context: SearchContext<EquilibriumExports>): PlayerKind {
  return kernelKind(context, {
    name: "equilibrium",
    summary: "Nash equilibrium search: solves the matrix game of every position, iterative deepening",
    parameters: PARAMETERS,
    makeSearch: (regions, values, setup, seed) => new EquilibriumSearch(context, regions, values, seed, setup),
  });
}

class EquilibriumSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: SearchContext<EquilibriumExports>;
  readonly #parameters: OptionValues;
  readonly #setup: SearchSetup;
  readonly #random: SeededRandom;
  readonly #record: Address;
  readonly #scratch: Address;
  readonly #table: Address;
  readonly #tableBits: number;
  /** The choosing player. */
  #actor: Actor = FIRST;

  constructor(
    context: SearchContext<EquilibriumExports>,
    regions: Regions,
    parameters: OptionValues,
    seed: number,
    setup: SearchSetup,
  ) {
    const { kernel } = context;
    const entries = (Number(parameters.tt) * 2 ** 20) / EQ_ENTRY_BYTES;
    this.#context = context;
    this.#parameters = parameters;
    this.#setup = setup;
    this.#random = new SeededRandom(seed);
    this.#tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    this.milliseconds = tighter(parameters.ms);
    this.state = regions.allocate(kernel.exports.stateBytes());
    this.#record = regions.allocate(kernel.exports.equilibriumRecordBytes());
    this.#scratch = regions.allocate(kernel.exports.equilibriumScratchBytes());
    const tableBytes = entries > 0 ? EQ_ENTRY_BYTES * 2 ** this.#tableBits : 0;
    this.#table = tableBytes > 0 ? regions.allocate(tableBytes) : NULL_ADDRESS;
    kernel.memory.bytes(this.#table, tableBytes).fill(0);
    resetEquilibriumAge(kernel.memory, this.#record);
  }

  request(limits: Limits, actor: Actor): readonly (readonly KernelCall[])[] {
    const depth = tighter(this.#parameters.depth, limits.depth);
    const nodes = tighter(this.#parameters.nodes, limits.nodes);
    const limited = nodes !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    this.#actor = actor;
    writeEquilibrium(this.#context.kernel.memory, this.#record, {
      state: this.state,
      scratch: this.#scratch,
      table: this.#table,
      tableBits: this.#tableBits,
      nodes: nodes ?? 0,
      depth: depth ?? (limited ? MAX_ROUNDS : DEFAULT_DEPTH),
      discount: Number(this.#parameters.discount),
    });
    return [[this.#context.kernel.calls.equilibrium(this.#record)]];
  }

  answer(milliseconds: number, position: Position): Choice {
    const found = this.#result();
    const move = drawMove(found.moves[this.#actor as 0 | 1], this.#random);
    return { move, info: this.#info(found, [move], milliseconds, position) };
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const found = this.#result();
    return found.depth === 0 ? null : this.#info(found, [], milliseconds, position);
  }

  #result(): EquilibriumResult {
    return readEquilibrium(this.#context.kernel.memory, this.#record);
  }

  #info(found: EquilibriumResult, pv: readonly Move[], milliseconds: number, position: Position): SearchInfo {
    const { nodes, depth } = found;
    const own = this.#actor === 0 ? found.value : -found.value;
    // Wins are averaged with evaluations, so a large value is mostly a share of wins.
    const isResult = Math.abs(own) > CLEAR_RESULT * WIN_UTILITY;
    const { unit, perUnit } = isResult ? { unit: EXPECTED_RESULT, perUnit: WIN_UTILITY } : this.#setup;
    const value = own / perUnit;
    const candidates = mixedMoves(found.moves[this.#actor as 0 | 1], (each) => ({ value: each.value / perUnit }));
    const strategies = mixedStrategies(found.moves, (each) => each.value / perUnit);
    return withCandidates({ value, unit, pv, nodes, milliseconds, depth, strategies }, () =>
      candidateMoves(this.#context.rules, position, candidates),
    );
  }
}
