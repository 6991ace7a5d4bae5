/** The player `duct`: the kernel's decoupled UCT, with a new tree for every move. */
import { FIRST, type Actor, type Position, type Move } from "../../contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../../contracts/player.ts";
import type { KernelCall } from "../../kernel/call.ts";
import type { Address } from "../../kernel/memory.ts";
import type { StateExports } from "../../kernel/state-kernel.ts";
import { candidateMoves, withCandidates } from "../candidates.ts";
import type { SearchContext } from "../context.ts";
import { kernelKind } from "../kernel-kind.ts";
import type { KernelSearch } from "../kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter } from "../parameters.ts";
import type { Regions } from "../../kernel/regions.ts";
import { SeededRandom } from "../../random/seeded.ts";
import { DUCT_LINK_BYTES } from "./constants.ts";
import { type DuctResult, readDuct, type Selection, SELECTIONS, writeDuct } from "./request.ts";
import { drawMove, mostLikely, mixedMoves, mixedStrategies } from "./strategy.ts";

const DEFAULT_PLAYOUTS = 10_000;

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts per move (${DEFAULT_PLAYOUTS} if nothing else limits the search)`, 1e15),
  limitSpec("expansions", "states expanded in the tree or visited in playouts, per move", 1e15),
  MILLISECONDS,
  {
    name: "selection",
    summary: "move selection of each player in the tree: UCB1 or regret matching",
    kind: "choice",
    choices: Object.keys(SELECTIONS),
    default: "ucb",
  },
  {
    name: "choice",
    summary:
      "the move played: sampled by visits (by the average strategy with selection=regret), or the most likely one",
    kind: "choice",
    choices: ["sampled", "most"],
    default: "sampled",
  },
  { name: "c", summary: "exploration constant of UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  {
    name: "epsilon",
    summary: "probability of uniform exploration in regret matching",
    kind: "number",
    min: 0,
    max: 1,
    default: 0.1,
  },
  { name: "threshold", summary: "visits before a child is expanded", kind: "integer", min: 1, max: 1e9, default: 2 },
  {
    name: "stop",
    summary: "where playouts stop: end: at the end of the game; depth: after DEPTH rounds, evaluated",
    kind: "choice",
    choices: ["end", "depth"],
    default: "end",
  },
  {
    name: "depth",
    summary: "rounds of a playout with stop=depth; 0 for no playout",
    kind: "integer",
    min: 0,
    max: 1e6,
    default: 4,
  },
  {
    name: "weight",
    summary: "with stop=depth: a playout gives 0.5 plus this per unit of the evaluation, clamped to [0, 1]",
    kind: "number",
    min: 0,
    max: 1,
    default: 0.02,
  },
  {
    name: "cap",
    summary: "rounds after which a playout with stop=end is won by the player ahead",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 500,
  },
  {
    name: "tree",
    summary: "megabytes for the tree",
    kind: "integer",
    resource: "megabytes",
    min: 1,
    max: 2048,
    default: 64,
  },
];

/** The template of duct.as.ts. */
export interface DuctExports extends StateExports {
  ductRecordBytes(): number;
  ductScratchBytes(): number;
  ductNodeBytes(): number;
  duct(record: Address): number;
}

/** For kernels with `SimultaneousRules`, which export `duct`, `ductRecordBytes`, `ductScratchBytes` and `ductNodeBytes`. */
export function ductKind(context: SearchContext<DuctExports>): PlayerKind {
  return kernelKind(context, {
    name: "duct",
    summary: "decoupled UCT: Monte Carlo tree search for simultaneous moves",
    parameters: PARAMETERS,
    makeSearch: (regions, values, { perUnit }, seed) => new DuctSearch(context, regions, values, seed, perUnit),
  });
}

class DuctSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: SearchContext<DuctExports>;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #perUnit: number;
  readonly #record: Address;
  readonly #scratch: Address;
  readonly #pool: Address;
  readonly #poolBytes: number;
  readonly #links: Address;
  readonly #linkBits: number;
  /** The choosing player. */
  #actor: Actor = FIRST;

  constructor(
    context: SearchContext<DuctExports>,
    regions: Regions,
    parameters: OptionValues,
    seed: number,
    perUnit: number,
  ) {
    const { kernel } = context;
    const bytes = Number(parameters.tree) * 2 ** 20;
    this.#context = context;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.#perUnit = perUnit;
    this.milliseconds = tighter(parameters.ms);
    this.state = regions.allocate(kernel.exports.stateBytes());
    this.#record = regions.allocate(kernel.exports.ductRecordBytes());
    this.#scratch = regions.allocate(kernel.exports.ductScratchBytes());
    // A quarter of the memory for links, the rest for nodes, at least for the root.
    this.#linkBits = Math.floor(Math.log2(bytes / 4 / DUCT_LINK_BYTES));
    this.#links = regions.allocate(DUCT_LINK_BYTES * 2 ** this.#linkBits);
    this.#poolBytes = Math.max((bytes / 4) * 3, kernel.exports.ductNodeBytes());
    this.#pool = regions.allocate(this.#poolBytes);
  }

  request(limits: Limits, actor: Actor): readonly (readonly KernelCall[])[] {
    const { c, epsilon, threshold, selection, stop, depth, cap, weight } = this.#parameters;
    const expansions = tighter(this.#parameters.expansions, limits.nodes);
    const limited = expansions !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const playouts = tighter(this.#parameters.playouts, limits.playouts) ?? (limited ? undefined : DEFAULT_PLAYOUTS);
    this.#actor = actor;
    writeDuct(this.#context.kernel.memory, this.#record, {
      state: this.state,
      scratch: this.#scratch,
      pool: this.#pool,
      poolBytes: this.#poolBytes,
      links: this.#links,
      linkBits: this.#linkBitsFor(playouts),
      playouts: playouts ?? 0,
      expansions: expansions ?? 0,
      c: Number(c),
      epsilon: Number(epsilon),
      weight: Number(weight) / this.#perUnit,
      threshold: Number(threshold),
      selection: selection as Selection,
      rounds: Number(stop === "depth" ? depth : cap),
      cutoff: stop === "depth",
      random: this.#random.word() | 1n,
    });
    return [[this.#context.kernel.calls.duct(this.#record)]];
  }

  /** A playout adds at most one link; a smaller table is cleared faster. */
  #linkBitsFor(playouts: number | undefined): number {
    if (playouts === undefined) return this.#linkBits;
    return Math.min(this.#linkBits, Math.max(4, Math.ceil(Math.log2(2 * playouts))));
  }

  answer(milliseconds: number, position: Position): Choice {
    const found = this.#result();
    const strategy = found.moves[this.#actor as 0 | 1];
    const move = this.#parameters.choice === "most" ? mostLikely(strategy) : drawMove(strategy, this.#random);
    return { move, info: this.#info(found, [move], milliseconds, position) };
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const found = this.#result();
    return found.playouts === 0 ? null : this.#info(found, [], milliseconds, position);
  }

  #result(): DuctResult {
    return readDuct(this.#context.kernel.memory, this.#record);
  }

  #info(found: DuctResult, pv: readonly Move[], milliseconds: number, position: Position): SearchInfo {
    const unit = "expected points, from 0 to 1";
    const { playouts, expansions: nodes } = found;
    const value = this.#actor === 0 ? found.mean : 1 - found.mean;
    const candidates = mixedMoves(found.moves[this.#actor as 0 | 1], ({ mean, visits }) => ({
      value: mean,
      count: visits,
    }));
    const strategies = mixedStrategies(found.moves, ({ mean }) => mean);
    return withCandidates({ value, unit, pv, nodes, playouts, milliseconds, depth: null, strategies }, () =>
      candidateMoves(this.#context.rules, position, candidates),
    );
  }
}
