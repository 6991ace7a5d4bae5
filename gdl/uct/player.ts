/** The player `uct` of games from rulesheets: trees that are kept from move to move. */
import type { Actor, Move, Position } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { candidateMoves, withCandidates, type ScoredMove } from "../../engine/search/candidates.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter } from "../../engine/search/parameters.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { shareOfLimit } from "../../engine/search/root-parallel.ts";
import { Guidance, GUIDANCE_PARAMETERS } from "../gifl/guidance.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { searchingKind, type GdlSearchContext } from "../search-context.ts";
import { mergeTrees, chooseMove, rankedMoves } from "./root-choice.ts";
import { UctSearch, type UctResult, type RootMove } from "./search.ts";

const DEFAULT_PLAYOUTS = 10_000;
const MAX_LANES = 128;
const UNIT = "expected points, from 0 to 1";

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts for a move (${DEFAULT_PLAYOUTS} where nothing else limits the search)`, 1e15),
  limitSpec("steps", "states looked at for a move, in the tree and in playouts", 1e15),
  MILLISECONDS,
  { name: "c", summary: "weight of exploration in UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  {
    name: "threshold",
    summary: "playouts through a move before what follows it gets a node",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 2,
  },
  {
    name: "lanes",
    summary: "playouts under way at once; fewer are slower, and know more of each other",
    kind: "integer",
    min: 1,
    max: MAX_LANES,
    default: MAX_LANES,
  },
  {
    name: "trees",
    summary: "trees grown apart, on as many threads, which share the limits and are added up",
    kind: "integer",
    min: 1,
    max: 64,
    default: 1,
  },
  { name: "tree", summary: "megabytes for each tree", kind: "integer", min: 1, max: 1024, default: 64 },
  ...GUIDANCE_PARAMETERS,
];

export function gdlUctKind(context: GdlSearchContext): PlayerKind {
  return searchingKind(
    context,
    {
      name: "uct",
      summary: "Monte-Carlo tree search with UCB1, each role by its own visits where several move at once",
      parameters: PARAMETERS,
    },
    (regions, values, seed) => new GdlUctSearch(context, regions, values, seed),
  );
}

/** What the trees say, and the move that comes of it. */
interface Found {
  readonly trees: readonly UctResult[];
  readonly merged: readonly RootMove[];
  readonly move: Move;
  readonly value: number;
}

interface Tree {
  readonly workspace: PropnetWorkspace;
  readonly search: UctSearch;
}

class GdlUctSearch implements KernelSearch {
  readonly state: number;
  readonly milliseconds: number | undefined;
  readonly #context: GdlSearchContext;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #trees: readonly Tree[];
  readonly #guidance: Guidance;
  readonly #bytes: number;
  /** The trees of the choice that is being made. */
  #growing: readonly Tree[] = [];
  #legal: readonly Move[] = [];
  #isSimultaneous = false;
  #actor: Actor = 0;

  constructor(context: GdlSearchContext, regions: Regions, parameters: OptionValues, seed: number) {
    this.#context = context;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.milliseconds = tighter(parameters.ms);
    this.#bytes = context.rules.initial().length;
    this.state = regions.allocate(this.#bytes);
    this.#trees = Array.from({ length: Number(parameters.trees) }, () => {
      const workspace = new PropnetWorkspace(context.reasoner.placed, regions);
      return { workspace, search: new UctSearch(workspace, regions, Number(parameters.tree) * 2 ** 20) };
    });
    const workspaces = this.#trees.map(({ workspace }) => workspace);
    this.#guidance = new Guidance(context.reasoner, parameters, workspaces, context.learners);
    for (const workspace of workspaces) workspace.seed(Number(this.#random.word() & 0x7fff_ffffn));
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.#guidance.ready(signal);
  }

  prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    return this.#guidance.prepare(milliseconds, signal);
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
    this.#growing = [];
    if (this.#legal.length === 1) return [];
    this.#guidance.beginSearch(actor);
    const { c, threshold, lanes } = this.#parameters;
    const steps = tighter(this.#parameters.steps, limits.nodes);
    const limited = steps !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const playouts = tighter(this.#parameters.playouts, limits.playouts) ?? (limited ? undefined : DEFAULT_PLAYOUTS);
    // A tree without a share of a limit would have nothing to do.
    const count = tighter(this.#trees.length, playouts, steps) as number;
    this.#growing = this.#trees.slice(0, count);
    const facts = this.#context.facts(position);
    return this.#growing.map(({ workspace, search }, i) => {
      const own = playouts === undefined ? 0 : shareOfLimit(playouts, count, i);
      const ownSteps = steps === undefined ? 0 : shareOfLimit(steps, count, i);
      workspace.startWith(facts);
      search.setRequest({
        role: actor,
        playouts: own,
        steps: ownSteps,
        c: Number(c),
        threshold: Number(threshold),
        lanes: tighter(lanes, own || undefined, ownSteps || undefined) as number,
      });
      return [["searchUct", search.record]];
    });
  }

  answer(milliseconds: number, position: Position): Choice {
    this.#guidance.endSearch();
    const trees = this.#growing.map(({ search }) => search.result());
    const merged = mergeTrees(trees.map(({ rootMoves }) => rootMoves));
    const best = chooseMove(merged, this.#isSimultaneous ? this.#random : null);
    if (!best) {
      const move = this.#random.pick(this.#legal);
      return { move, info: { value: null, unit: UNIT, pv: [move], ...workOf(trees, milliseconds) } };
    }
    const move = this.#context.moveOf(this.#actor, best.move);
    return { move, info: this.#thought({ trees, merged, move, value: best.value }, milliseconds, position) };
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    const trees = this.#growing.map(({ search }) => search.result());
    const merged = mergeTrees(trees.map(({ rootMoves }) => rootMoves));
    const best = chooseMove(merged, null);
    if (!best || trees.every(({ playouts }) => playouts === 0)) return null;
    const move = this.#context.moveOf(this.#actor, best.move);
    return this.#thought({ trees, merged, move, value: best.value }, milliseconds, position);
  }

  #thought({ trees, merged, move, value }: Found, milliseconds: number, position: Position): SearchInfo {
    const actor = this.#actor;
    const lines = this.#isSimultaneous
      ? []
      : trees.map(({ pv: line }) => line.map((each) => this.#context.moveOf(each.role, each.move)));
    const line = lines
      .filter(([first]) => first === move)
      .reduce((longest, each) => (each.length > longest.length ? each : longest), [move]);
    const weighed = (): ScoredMove[] =>
      rankedMoves(merged).map(({ move: number, ...rest }) => ({ move: this.#context.moveOf(actor, number), ...rest }));
    return withCandidates({ value, unit: UNIT, pv: line, ...workOf(trees, milliseconds) }, () => [
      ...candidateMoves(this.#context.rules, position, weighed()),
      ...this.#guidance.candidates(actor, this.#context.facts(position)),
    ]);
  }
}

function workOf(
  trees: readonly UctResult[],
  milliseconds: number,
): Pick<SearchInfo, "nodes" | "playouts" | "milliseconds" | "depth"> {
  const sum = (of: (answer: UctResult) => number): number => trees.reduce((total, answer) => total + of(answer), 0);
  return { nodes: sum(({ steps }) => steps), playouts: sum(({ playouts }) => playouts), milliseconds, depth: null };
}
