/** The player `uct`: the kernel's UCT, with new trees for every move. */
import type { Position } from "../contracts/position.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../contracts/player.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { Address } from "../kernel/memory.ts";
import type { StateExports } from "../kernel/state-kernel.ts";
import { candidateMoves, withCandidates } from "./candidates.ts";
import type { SearchContext } from "./context.ts";
import { kernelKind } from "./kernel-kind.ts";
import type { KernelSearch } from "./kernel-player.ts";
import { UctNode, UctRecord } from "../../build/layouts/engine/search/uct.ts";
import { limitSpec, MILLISECONDS, tighter } from "./parameters.ts";
import type { Regions } from "../kernel/regions.ts";
import { readUct, type Stop, STOPS, type UctResult, type UctRequest, writeUct } from "./request.ts";
import { SeededRandom } from "../random/seeded.ts";
import { type MergedResult, mergeTrees, shareOfLimit } from "./root-parallel.ts";

const DEFAULT_PLAYOUTS = 10_000;

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts per move (${DEFAULT_PLAYOUTS} if nothing else limits the search)`, 1e15),
  limitSpec("expansions", "states expanded in the tree or visited in playouts, per move", 1e15),
  MILLISECONDS,
  { name: "c", summary: "exploration constant of UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  { name: "threshold", summary: "visits before a node is expanded", kind: "integer", min: 1, max: 1e9, default: 18 },
  {
    name: "stop",
    summary:
      "where playouts stop: end: at the end of the game; depth: after DEPTH plies, evaluated; separated: without contact, won by the side ahead",
    kind: "choice",
    choices: Object.keys(STOPS),
    default: "end",
  },
  { name: "depth", summary: "plies of a playout with stop=depth", kind: "integer", min: 1, max: 1e6, default: 13 },
  {
    name: "weight",
    summary: "with stop=depth: a playout gives 0.5 plus this per unit of the evaluation, clamped to [0, 1]",
    kind: "number",
    min: 0,
    max: 1,
    default: 0.02,
  },
  {
    name: "length",
    summary: "points per ply from the root that the winner of a playout cedes to the loser, at most 0.5",
    kind: "number",
    min: 0,
    max: 0.5,
    default: 0,
  },
  {
    name: "cap",
    summary: "plies after which a playout without stop=depth is won by the side ahead",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 1000,
  },
  {
    name: "trees",
    summary: "root parallelization: independent trees, one thread each, that share the limits",
    kind: "integer",
    resource: "threads",
    min: 1,
    max: 64,
    default: 1,
  },
  {
    name: "proofs",
    summary: "yes: MCTS-Solver, proven outcomes are backed up; no: plain UCT",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
  },
  {
    name: "tree",
    summary: "megabytes per tree",
    kind: "integer",
    resource: "megabytes per thread",
    min: 1,
    max: 2048,
    default: 32,
  },
];

/** The template of uct.as.ts. */
export interface UctExports extends StateExports {
  uctScratchBytes(): number;
  uct(record: Address): number;
}

export function uctKind(context: SearchContext<UctExports>): PlayerKind {
  return kernelKind(context, {
    name: "uct",
    summary: "Monte Carlo tree search with UCB1",
    parameters: PARAMETERS,
    makeSearch: (regions, values, { perUnit }, seed) => new UctSearch(context, regions, values, seed, perUnit),
  });
}

/** Memory of one tree. */
interface Tree {
  readonly record: Address;
  readonly scratch: Address;
  readonly pool: Address;
}

class UctSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: SearchContext<UctExports>;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #trees: readonly Tree[];
  readonly #poolNodes: number;
  readonly #perUnit: number;
  /** The trees of the current search. */
  #growing: readonly Tree[] = [];

  constructor(
    context: SearchContext<UctExports>,
    regions: Regions,
    parameters: OptionValues,
    seed: number,
    perUnit: number,
  ) {
    const { kernel } = context;
    this.#context = context;
    this.#perUnit = perUnit;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.milliseconds = tighter(parameters.ms);
    this.state = regions.allocate(kernel.exports.stateBytes());
    // The pool must have room for the root and its children.
    this.#poolNodes = Math.max(
      Math.floor((Number(parameters.tree) * 2 ** 20) / UctNode.BYTES),
      1 + kernel.exports.maxMoves(),
    );
    this.#trees = Array.from({ length: Number(parameters.trees) }, () => ({
      record: regions.allocate(UctRecord.BYTES),
      scratch: regions.allocate(kernel.exports.uctScratchBytes()),
      pool: regions.allocate(this.#poolNodes * UctNode.BYTES),
    }));
  }

  request(limits: Limits): readonly (readonly KernelCall[])[] {
    const expansions = tighter(this.#parameters.expansions, limits.nodes);
    const limited = expansions !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const playouts = tighter(this.#parameters.playouts, limits.playouts) ?? (limited ? undefined : DEFAULT_PLAYOUTS);
    // Every tree needs a share of the limits.
    const count = tighter(this.#trees.length, playouts, expansions) as number;
    this.#growing = this.#trees.slice(0, count);
    const words = this.#trees.map(() => this.#random.word() | 1n);
    return this.#growing.map((tree, i) => {
      writeUct(this.#context.kernel.memory, tree.record, {
        ...this.#policy(),
        ...tree,
        state: this.state,
        poolNodes: this.#poolNodes,
        playouts: playouts === undefined ? 0 : shareOfLimit(playouts, count, i),
        expansions: expansions === undefined ? 0 : shareOfLimit(expansions, count, i),
        random: words[i] as bigint,
      });
      return [this.#context.kernel.calls.uct(tree.record)];
    });
  }

  #policy(): Pick<UctRequest, "c" | "threshold" | "stop" | "plies" | "weight" | "length" | "proofs"> {
    const { c, threshold, stop, depth, cap, weight, length, proofs } = this.#parameters;
    return {
      c: Number(c),
      threshold: Number(threshold),
      stop: stop as Stop,
      plies: Number(stop === "depth" ? depth : cap),
      weight: Number(weight) / this.#perUnit,
      length: Number(length),
      proofs: proofs === "yes",
    };
  }

  answer(milliseconds: number, position: Position): Choice {
    const merged = mergeTrees(this.#answers());
    return { move: merged.move, info: this.#info(merged, milliseconds, position) };
  }

  /** Ignores trees still waiting for a thread. */
  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const begun = this.#answers().filter(({ rootMoves, playouts }) => rootMoves.length > 0 && playouts > 0);
    return begun.length === 0 ? null : this.#info(mergeTrees(begun), milliseconds, position);
  }

  #answers(): UctResult[] {
    return this.#growing.map(({ record }) => readUct(this.#context.kernel.memory, record));
  }

  #info(merged: MergedResult, milliseconds: number, position: Position): SearchInfo {
    const { mean, pv, expansions, playouts, moves } = merged;
    const unit = "expected points, from 0 to 1";
    const info = { value: mean, unit, pv, nodes: expansions, playouts, milliseconds, depth: null };
    const candidates = moves.map((each) => ({
      move: each.move,
      value: each.mean,
      count: each.visits,
      ...(each.proof === "open" ? {} : { reason: `proven ${each.proof}` }),
    }));
    return withCandidates(info, () => candidateMoves(this.#context.rules, position, candidates));
  }
}
