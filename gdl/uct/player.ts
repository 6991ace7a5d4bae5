/** The player `uct` for games from rulesheets. */
import { FIRST, type Actor, type Move, type PlayerNumber, type Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, Limits, MixedStrategy, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { candidateMoves, withCandidates, type ScoredMove } from "../../engine/search/candidates.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter } from "../../engine/search/parameters.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { shareOfLimit } from "../../engine/search/root-parallel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { chanceRoleOf } from "../chance-role.ts";
import { Guidance, GUIDANCE_PARAMETERS } from "../gifl/guidance.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { searchingKind, type GdlSearchContext } from "../search-context.ts";
import { CUT_PARAMETERS, PlayoutCut } from "./cut-playouts.ts";
import { mergeTrees, chooseMove, rankedMoves, strategyOf } from "./root-choice.ts";
import { EXPANSIONS, UNTRIED_ORDERS, UctSearch, type UctResult, type RootMove } from "./search.ts";

const DEFAULT_PLAYOUTS = 10_000;
const MAX_LANES = 128;
const BEST_GOAL = 100;
const UNIT = "expected points, from 0 to 1";

export const UCT_PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts per move (${DEFAULT_PLAYOUTS} if no other limit is given)`, 1e15),
  limitSpec("steps", "states visited per move, in the tree and in playouts", 1e15),
  MILLISECONDS,
  { name: "c", summary: "exploration constant of UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  {
    name: "threshold",
    summary: "visits of a move before its successor gets a node",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 2,
  },
  {
    name: "lanes",
    summary: "simulations in parallel; fewer are slower but use more recent statistics",
    kind: "integer",
    min: 1,
    max: MAX_LANES,
    default: MAX_LANES,
  },
  {
    name: "trees",
    summary: "independent trees, one thread each; limits are divided and visits summed",
    kind: "integer",
    resource: "threads",
    min: 1,
    max: 64,
    default: 1,
  },
  {
    name: "proofs",
    summary: "whether terminal states prove the values of their predecessors (MCTS solver)",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
  },
  {
    name: "reuse",
    summary: "whether the tree below the moves made is reused in the next search",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
  },
  {
    name: "expansion",
    summary:
      "the first move in a new node: selected at random and counted in the node (move), or the first of the playout, which features guide (playout)",
    kind: "choice",
    choices: EXPANSIONS,
    default: "move",
  },
  {
    name: "untried",
    summary: "the order in which the moves of a node are tried: random, or first those that features suggest",
    kind: "choice",
    choices: UNTRIED_ORDERS,
    default: "random",
  },
  {
    name: "tree",
    summary: "megabytes per tree",
    kind: "integer",
    resource: "megabytes per thread",
    min: 1,
    max: 1024,
    default: 64,
  },
  ...CUT_PARAMETERS,
  ...GUIDANCE_PARAMETERS,
];

export function gdlUctKind(context: GdlSearchContext): PlayerKind {
  return searchingKind(
    context,
    {
      name: "uct",
      summary: "Monte Carlo tree search (UCT); decoupled UCT for simultaneous moves",
      parameters: UCT_PARAMETERS,
    },
    (regions, values, seed) => new GdlUctSearch(context, regions, values, seed),
  );
}

/** The results of the trees and the chosen move. */
interface Found {
  readonly trees: readonly UctResult[];
  readonly merged: readonly RootMove[];
  readonly move: Move;
  readonly value: number;
  readonly proven: boolean;
}

/** What another search knows of the root. */
export interface Advice {
  /** Its choice. */
  readonly move: Move;
  /** From 0 to 1. */
  readonly value: number;
  /** Whether its value is proven: its choice is made, unless this search has proven it wrong. */
  readonly isProven: boolean;
  /** Moves that are proven losses. */
  readonly losing: ReadonlySet<Move>;
}

interface Tree {
  readonly workspace: PropnetWorkspace;
  readonly search: UctSearch;
}

export class GdlUctSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: GdlSearchContext;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #trees: readonly Tree[];
  readonly #guidance: Guidance;
  readonly #cut: PlayoutCut;
  readonly #bytes: number;
  /** The trees of the current search. */
  #active: readonly Tree[] = [];
  #legal: readonly Move[] = [];
  #isSimultaneous = false;
  #actor: Actor = FIRST;

  constructor(context: GdlSearchContext, regions: Regions, parameters: OptionValues, seed: number) {
    this.#context = context;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.milliseconds = tighter(parameters.ms);
    this.#bytes = context.rules.initial().length;
    this.state = regions.allocate(this.#bytes);
    this.#trees = Array.from({ length: Number(parameters.trees) }, () => {
      const workspace = new PropnetWorkspace(context.reasoner.placed, regions);
      const chanceRole = chanceRoleOf(context.reasoner.roles);
      return { workspace, search: new UctSearch(workspace, regions, Number(parameters.tree) * 2 ** 20, chanceRole) };
    });
    const workspaces = this.#trees.map(({ workspace }) => workspace);
    this.#guidance = new Guidance(context.reasoner, parameters, workspaces, context.learners);
    this.#cut = new PlayoutCut(context.reasoner, regions, workspaces, parameters);
    for (const workspace of workspaces) workspace.seed(Number(this.#random.word() & 0x7fff_ffffn));
  }

  async ready(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    await this.#cut.ready(milliseconds, signal);
    await this.#guidance.ready(milliseconds, signal);
  }

  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const began = performance.now();
    await this.#cut.prepare(milliseconds, signal);
    const left = milliseconds === undefined ? undefined : Math.max(0, milliseconds - (performance.now() - began));
    await this.#guidance.prepare(left, signal);
  }

  close(): void {
    this.#guidance.close();
  }

  request(limits: Limits, actor: Actor): readonly (readonly KernelCall[])[] {
    const { rules, kernel } = this.#context;
    const position = kernel.memory.bytes(this.state, this.#bytes).slice();
    this.#actor = actor;
    this.#legal = rules.moves(position, actor);
    this.#isSimultaneous = rules.actors(position).length > 1;
    this.#active = [];
    if (this.#legal.length === 1) return [];
    this.#guidance.beginSearch(actor);
    const { c, threshold, lanes, proofs, reuse, expansion, untried } = this.#parameters;
    const steps = tighter(this.#parameters.steps, limits.nodes);
    const limited = steps !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const playouts = tighter(this.#parameters.playouts, limits.playouts) ?? (limited ? undefined : DEFAULT_PLAYOUTS);
    // Each tree needs a share of at least 1 of each limit.
    const count = tighter(this.#trees.length, playouts, steps) as number;
    this.#active = this.#trees.slice(0, count);
    const facts = this.#context.facts(position);
    return this.#active.map(({ workspace, search }, i) => {
      const own = playouts === undefined ? 0 : shareOfLimit(playouts, count, i);
      const ownSteps = steps === undefined ? 0 : shareOfLimit(steps, count, i);
      workspace.startWith(facts);
      search.setRequest({
        playouts: own,
        steps: ownSteps,
        c: Number(c),
        threshold: Number(threshold),
        lanes: tighter(lanes, own || undefined, ownSteps || undefined) as number,
        proofs: proofs !== "no",
        reuse: reuse !== "no",
        expansion: expansion === "playout" ? "playout" : "move",
        untried: untried === "features" ? "features" : "random",
        cut: this.#cut.in(i),
      });
      return [kernel.calls.searchUct(search.record)];
    });
  }

  answer(milliseconds: number, position: Position, advice?: Advice): Choice {
    this.#guidance.endSearch();
    const trees = this.#active.map(({ search }) => search.result());
    const merged = mergeTrees(trees.map(({ rootMoves }) => rootMoves.filter(({ role }) => role === this.#actor)));
    const sound = advice
      ? merged.filter(({ move }) => !advice.losing.has(this.#context.moveOf(this.#actor, move)))
      : merged;
    const best = chooseMove(sound, this.#isSimultaneous ? this.#random : null);
    if (advice && (!best || (advice.isProven && !this.#isRefuted(advice.move, best.move, merged)))) {
      const { move, value, isProven } = advice;
      return { move, info: this.#info({ trees, merged, move, value, proven: isProven }, milliseconds, position) };
    }
    if (!best) {
      const move = this.#random.pick(this.#legal);
      return { move, info: { value: null, unit: UNIT, pv: [move], ...workOf(trees, milliseconds) } };
    }
    const move = this.#context.moveOf(this.#actor, best.move);
    return { move, info: this.#info({ ...best, trees, merged, move }, milliseconds, position) };
  }

  /** Whether this search has proven that its own move wins, or that the advised one loses and its own does not. */
  #isRefuted(advised: Move, own: number, moves: readonly RootMove[]): boolean {
    const provenOf = (move: Move): number | null =>
      moves.find((each) => this.#context.moveOf(this.#actor, each.move) === move)?.proven ?? null;
    const ownProof = provenOf(this.#context.moveOf(this.#actor, own));
    return ownProof === BEST_GOAL || (provenOf(advised) === 0 && ownProof !== 0);
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const trees = this.#active.map(({ search }) => search.result());
    const merged = mergeTrees(trees.map(({ rootMoves }) => rootMoves.filter(({ role }) => role === this.#actor)));
    const best = chooseMove(merged, null);
    if (!best || trees.every(({ playouts }) => playouts === 0)) return null;
    const move = this.#context.moveOf(this.#actor, best.move);
    return this.#info({ ...best, trees, merged, move }, milliseconds, position);
  }

  #info({ trees, merged, move, value, proven }: Found, milliseconds: number, position: Position): SearchInfo {
    const actor = this.#actor;
    const pvs = this.#isSimultaneous
      ? []
      : trees.map(({ pv }) => pv.map((each) => this.#context.moveOf(each.role, each.move)));
    const pv = pvs
      .filter(([first]) => first === move)
      .reduce((longest, each) => (each.length > longest.length ? each : longest), [move]);
    const scoredMoves = (): ScoredMove[] =>
      rankedMoves(merged).map(({ move: number, ...rest }) => ({ move: this.#context.moveOf(actor, number), ...rest }));
    const moves = this.#context.pvOfActors(position, pv);
    const strategies = this.#isSimultaneous && {
      strategies: this.#context.rules.actors(position).map((role) => this.#strategy(trees, role as PlayerNumber)),
    };
    return withCandidates(
      { value, unit: UNIT, proven, pv: moves, ...workOf(trees, milliseconds), ...strategies },
      () => [
        ...candidateMoves(this.#context.rules, position, scoredMoves()),
        ...this.#guidance.candidates(actor, this.#context.facts(position)),
      ],
    );
  }

  #strategy(trees: readonly UctResult[], actor: PlayerNumber): MixedStrategy {
    const merged = mergeTrees(trees.map(({ rootMoves }) => rootMoves.filter(({ role }) => role === actor)));
    const moves = strategyOf(merged).map((each) => ({ ...each, move: this.#context.moveOf(actor, each.move) }));
    return { actor, moves };
  }
}

function workOf(
  trees: readonly UctResult[],
  milliseconds: number,
): Pick<SearchInfo, "nodes" | "playouts" | "milliseconds" | "depth"> {
  const sum = (of: (answer: UctResult) => number): number => trees.reduce((total, answer) => total + of(answer), 0);
  return { nodes: sum(({ steps }) => steps), playouts: sum(({ playouts }) => playouts), milliseconds, depth: null };
}
