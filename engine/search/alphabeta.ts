/**
 * The players `alphabeta` and, for games with chance, `expectimax`: the kernel's iterative deepening search, with a
 * transposition table that persists over the player's moves.
 */
import type { Actor, Position } from "../contracts/position.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../contracts/player.ts";
import type { KernelCall } from "../kernel/call.ts";
import { NULL_ADDRESS, type Address } from "../kernel/memory.ts";
import type { StateExports } from "../kernel/state-kernel.ts";
import { candidateMoves, withCandidates } from "./candidates.ts";
import type { SearchContext, SearchSetup } from "./context.ts";
import { kernelKind } from "./kernel-kind.ts";
import type { KernelSearch, RootOptions } from "./kernel-player.ts";
import { MAX_DEPTH } from "./constants.ts";
import { limitSpec, MILLISECONDS, tighter, transpositionTableSpec } from "./parameters.ts";
import type { Regions } from "../kernel/regions.ts";
import { SeededRandom } from "../random/seeded.ts";
import { type AlphabetaResult, readAlphabeta, resetAge, writeAlphabeta } from "./request.ts";
import { provenPlies } from "./values.ts";

const DEFAULT_DEPTH = 5;
const ENTRY_BYTES = 16;
const DEFAULT_ORDER = "order";

/** Of `ties`, in the order of the codes TIES_…; the last is named after the game's move ordering. */
function tieChoices(moveOrder: string): readonly string[] {
  return ["first", "random", moveOrder];
}

const parametersOf = (moveOrder: string): readonly OptionSpec[] => [
  limitSpec("depth", `search depth in plies (${DEFAULT_DEPTH} if nothing else limits the search)`, MAX_DEPTH),
  limitSpec("nodes", "nodes per move", 1e15),
  MILLISECONDS,
  {
    name: "reduce",
    summary: "late move reduction in plies (0: every move is searched to the full depth)",
    kind: "integer",
    min: 0,
    max: 4,
    default: 0,
  },
  {
    name: "ties",
    summary: `which of equally good moves is played: the first found, a random one, or the best by move ordering (${moveOrder})`,
    kind: "choice",
    choices: tieChoices(moveOrder),
    default: "first",
  },
  transpositionTableSpec(16),
];

interface TranspositionExports extends StateExports {
  clearTranspositions(table: Address, bits: number): void;
}

/** The template of alphabeta.as.ts for kernels without chance. */
export interface AlphabetaExports extends TranspositionExports {
  alphabetaRecordBytes(): number;
  alphabetaScratchBytes(): number;
  alphabeta(record: Address): number;
}

/** The same template for kernels with `ChanceRules`. */
export interface ExpectimaxExports extends TranspositionExports {
  expectimaxRecordBytes(): number;
  expectimaxScratchBytes(): number;
  expectimax(record: Address): number;
}

/** The search of a kernel under either name. */
interface SearchExports {
  recordBytes(): number;
  scratchBytes(): number;
  search(record: Address): KernelCall;
}

export function alphabetaKind(context: SearchContext<AlphabetaExports>): PlayerKind {
  const { exports, calls } = context.kernel;
  return kindOf(context, "alphabeta", "alpha-beta search with iterative deepening", {
    recordBytes: exports.alphabetaRecordBytes,
    scratchBytes: exports.alphabetaScratchBytes,
    search: calls.alphabeta,
  });
}

export function expectimaxKind(context: SearchContext<ExpectimaxExports>): PlayerKind {
  const { exports, calls } = context.kernel;
  return kindOf(context, "expectimax", "expectimax search with Star1 and Star2 pruning, iterative deepening", {
    recordBytes: exports.expectimaxRecordBytes,
    scratchBytes: exports.expectimaxScratchBytes,
    search: calls.expectimax,
  });
}

function kindOf(
  context: SearchContext<TranspositionExports>,
  name: string,
  summary: string,
  exports: SearchExports,
): PlayerKind {
  return kernelKind(context, {
    name,
    summary,
    parameters: parametersOf(context.moveOrder ?? DEFAULT_ORDER),
    makeSearch: (regions, values, setup, seed) => new AlphabetaSearch(exports, context, regions, values, setup, seed),
  });
}

class AlphabetaSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #search: SearchExports["search"];
  readonly #context: SearchContext<TranspositionExports>;
  readonly #parameters: OptionValues;
  readonly #setup: SearchSetup;
  readonly #record: Address;
  readonly #scratch: Address;
  readonly #table: Address;
  readonly #tableBits: number;
  readonly #random: SeededRandom;

  constructor(
    exports: SearchExports,
    context: SearchContext<TranspositionExports>,
    regions: Regions,
    parameters: OptionValues,
    setup: SearchSetup,
    seed: number,
  ) {
    const { kernel } = context;
    this.#search = exports.search;
    const entries = (Number(parameters.tt) * 2 ** 20) / ENTRY_BYTES;
    this.#context = context;
    this.#parameters = parameters;
    this.#setup = setup;
    this.#random = new SeededRandom(seed);
    this.#tableBits = entries > 0 ? Math.floor(Math.log2(entries)) : 0;
    this.milliseconds = tighter(parameters.ms);
    this.state = regions.allocate(kernel.exports.stateBytes());
    this.#record = regions.allocate(exports.recordBytes());
    this.#scratch = regions.allocate(exports.scratchBytes());
    this.#table = entries > 0 ? regions.allocate(ENTRY_BYTES * 2 ** this.#tableBits) : NULL_ADDRESS;
    if (this.#table) kernel.exports.clearTranspositions(this.#table, this.#tableBits);
    resetAge(kernel.memory, this.#record);
  }

  request(limits: Limits, _actor: Actor, { lines = 1 }: RootOptions = {}): readonly (readonly KernelCall[])[] {
    const depth = tighter(this.#parameters.depth, limits.depth);
    const nodes = tighter(this.#parameters.nodes, limits.nodes);
    const limited = nodes !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    writeAlphabeta(this.#context.kernel.memory, this.#record, {
      state: this.state,
      scratch: this.#scratch,
      table: this.#table,
      tableBits: this.#tableBits,
      nodes: nodes ?? 0,
      depth: depth ?? (limited ? MAX_DEPTH : DEFAULT_DEPTH),
      reduce: Number(this.#parameters.reduce),
      lines,
      ties: tieChoices(this.#context.moveOrder ?? DEFAULT_ORDER).indexOf(String(this.#parameters.ties)),
      random: this.#random.word() | 1n,
    });
    return [[this.#search(this.#record)]];
  }

  answer(milliseconds: number, position: Position): Choice {
    const found = readAlphabeta(this.#context.kernel.memory, this.#record);
    return { move: found.move, info: this.#info(found, milliseconds, position) };
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const found = readAlphabeta(this.#context.kernel.memory, this.#record);
    return found.depth === 0 ? null : this.#info(found, milliseconds, position);
  }

  #info(found: AlphabetaResult, milliseconds: number, position: Position): SearchInfo {
    const { value, pv, nodes, depth, rootMoves, lines } = found;
    const { unit, perUnit } = this.#setup;
    const inUnits = (given: number): number => (provenPlies(given) === null ? given / perUnit : given);
    const info = {
      value: inUnits(value),
      unit,
      pv,
      nodes,
      milliseconds,
      depth,
      ...(lines.length > 0 && { lines: lines.map((line) => ({ ...line, value: inUnits(line.value) })) }),
    };
    // Other root moves only have an upper bound.
    const candidates = rootMoves
      .toSorted((a, b) => b.value - a.value || Number(a.bound !== "exact") - Number(b.bound !== "exact"))
      .map((each) => ({
        move: each.move,
        value: inUnits(each.value),
        ...(each.bound === "exact" ? {} : { reason: "upper bound" }),
      }));
    return withCandidates(info, () => candidateMoves(this.#context.rules, position, candidates));
  }
}
