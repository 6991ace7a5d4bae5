/** The player `alphabeta` for games from rulesheets in which two roles take turns. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Actor, Move } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { candidateMoves, withCandidates, type ScoredMove } from "../../engine/search/candidates.ts";
import { ENDED_BY_PROOF, MAX_DEPTH } from "../../engine/search/constants.ts";
import { MAX_EVALUATION } from "../../engine/search/values.ts";
import { limitSpec, MILLISECONDS, tighter, transpositionTableSpec } from "../../engine/search/parameters.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import {
  costSpec,
  featuresOf,
  LEARNER,
  learnInTime,
  LEARNING_SHARE,
  runsSpec,
  sharedLearner,
  WITHOUT,
} from "../gifl/learned.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { searchingKind, type GdlSearchContext } from "../search-context.ts";
import type { Advice } from "../uct/player.ts";
import { VALUE_OF_POINT, WHOLE_WIN } from "./constants.ts";
import { EVALUATIONS, FeatureEvaluation, placeEvaluation, type EvaluationName } from "./evaluation.ts";
import { MIN_PIECES_MS, pieceLearner, type PieceValue } from "./material.ts";
import { type AlphabetaResult, type RoleMove, AlphabetaSearch } from "./search.ts";

const DEFAULT_DEPTH = 4;
/** Converts a value to expected points, roughly. */
const POINTS_PER_LOGIT = 1_000;
const DEFAULT_RUNS = 500;
const DEFAULT_PIECE = 300;
const UNIT = "points of features or moves";
/** Features are evaluated once for all moves of a state, so they may cost more than in playouts. */
const DEFAULT_COST = 1;

/** Size of the transposition table while features are learned. */
const INTERIM_TT_MB = 1;

export const ALPHABETA_PARAMETERS: readonly OptionSpec[] = [
  limitSpec("depth", `search depth in plies (${DEFAULT_DEPTH} if no other limit is given)`, MAX_DEPTH),
  limitSpec("nodes", "positions searched per move", 1e15),
  MILLISECONDS,
  {
    name: "eval",
    summary:
      "evaluation: learned features of both sides with the values of pieces, the values of pieces only, mobility, goal values before the end, or none",
    kind: "choice",
    choices: EVALUATIONS,
    default: "features",
  },
  {
    name: "piece",
    summary: "value of the most valuable piece, with values learned from random games; 0 for none",
    kind: "integer",
    min: 0,
    max: 10_000,
    default: DEFAULT_PIECE,
  },
  runsSpec("random games for learning features before the first move (GIFL), for eval=features", DEFAULT_RUNS),
  LEARNER,
  WITHOUT,
  costSpec(DEFAULT_COST),
  transpositionTableSpec(16),
];

/** Whether the game has two roles that do not both choose in the initial state. */
export function takesTurns({ reasoner }: GdlSearchContext): boolean {
  if (reasoner.roles.length !== 2) return false;
  return reasoner.legal(reasoner.initial()).some((moves) => moves.length < 2);
}

export function gdlAlphabetaKind(context: GdlSearchContext): PlayerKind {
  return searchingKind(
    context,
    {
      name: "alphabeta",
      summary: "alpha-beta with iterative deepening and learned features as its evaluation",
      parameters: ALPHABETA_PARAMETERS,
    },
    (regions, values, seed) => new GdlAlphabetaSearch(context, regions, values, seed),
  );
}

export class GdlAlphabetaSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: GdlSearchContext;
  readonly #regions: Regions;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #workspace: PropnetWorkspace;
  readonly #bytes: number;
  #search: AlphabetaSearch | null = null;
  /** Whether the search has the evaluation of its parameters. */
  #isFinal = false;
  #isRefused = false;
  /** The only legal move, if there is no choice. */
  #only: Move | null = null;

  constructor(context: GdlSearchContext, regions: Regions, parameters: OptionValues, seed: number) {
    this.#context = context;
    this.#regions = regions;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.milliseconds = tighter(parameters.ms);
    this.#bytes = context.rules.initial().length;
    this.state = regions.allocate(this.#bytes);
    this.#workspace = new PropnetWorkspace(context.reasoner.placed, regions);
  }

  /** Until features are learned, a search with a time limit evaluates mobility. */
  async ready(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    if (this.#isFinal) return;
    const name = this.#parameters.eval as EvaluationName;
    if (!this.#isLearned) return this.#use(name, null, Number(this.#parameters.tt));
    const { reasoner, learners } = this.#context;
    const pieces = await this.#pieces(milliseconds === undefined ? undefined : LEARNING_SHARE * milliseconds, signal);
    const runs = name === "features" ? Number(this.#parameters.gifl) : 0;
    const learner = sharedLearner(reasoner, this.#parameters, learners);
    if (pieces && (runs === 0 || (await learnInTime(learner, runs, milliseconds, signal)))) {
      const features = runs === 0 ? [] : featuresOf(learner, this.#parameters);
      const { cost, piece, tt } = this.#parameters;
      const evaluation = new FeatureEvaluation(reasoner, features, Number(cost), pieces, Number(piece));
      this.#use(name, evaluation, Number(tt));
    } else if (!this.#search) this.#use("mobility", null, INTERIM_TT_MB);
  }

  /** Null if their values are not known yet. */
  async #pieces(milliseconds: number | undefined, signal?: AbortSignal): Promise<readonly PieceValue[] | null> {
    if (this.#parameters.piece === 0) return [];
    const learner = pieceLearner(this.#context.reasoner);
    if ((milliseconds ?? Infinity) >= MIN_PIECES_MS) await learner.learn(milliseconds, signal);
    return learner.values;
  }

  get #isLearned(): boolean {
    return this.#parameters.eval === "features" || this.#parameters.eval === "pieces";
  }

  #use(name: EvaluationName, features: FeatureEvaluation | null, megabytes: number): void {
    const record = placeEvaluation(this.#workspace, this.#regions, name, features);
    this.#search = new AlphabetaSearch(this.#workspace, this.#regions, record, megabytes * 2 ** 20);
    this.#isFinal = name === this.#parameters.eval;
  }

  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const began = performance.now();
    const left = (): number | undefined =>
      milliseconds === undefined ? undefined : Math.max(0, milliseconds - (performance.now() - began));
    // The rest is learned during searches.
    if (this.#isLearned && !(await this.#pieces(left(), signal))) return;
    if (this.#parameters.eval === "features") {
      const runs = Number(this.#parameters.gifl);
      const time = left();
      const learner = sharedLearner(this.#context.reasoner, this.#parameters, this.#context.learners);
      await learner.learn({ runs, seconds: time === undefined ? undefined : time / 1000, signal });
      if (learner.runs < runs) return;
    }
    await this.ready(undefined, signal);
  }

  request(limits: Limits, actor: Actor): readonly (readonly KernelCall[])[] {
    const { rules, kernel } = this.#context;
    const position = kernel.memory.bytes(this.state, this.#bytes).slice();
    if (rules.actors(position).length > 1) throw bothChoose(this.#context);
    const [first, ...others] = rules.moves(position, actor);
    this.#only = others.length === 0 ? (first as Move) : null;
    if (this.#only !== null) return [];
    const depth = tighter(this.#parameters.depth, limits.depth);
    const nodes = tighter(this.#parameters.nodes, limits.nodes);
    const limited = nodes !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    this.#workspace.startWith(this.#context.facts(position));
    const search = this.#search as AlphabetaSearch;
    search.setRequest({
      depth: depth ?? (limited ? MAX_DEPTH : DEFAULT_DEPTH),
      nodes: nodes ?? 0,
      seed: this.#random.word(),
    });
    return [[kernel.calls.searchAlphabeta(search.record)]];
  }

  answer(milliseconds: number): Choice {
    if (this.#only !== null) {
      const info = { value: null, unit: UNIT, pv: [this.#only], nodes: 0, milliseconds, depth: null };
      return { move: this.#only, info };
    }
    const found = (this.#search as AlphabetaSearch).result();
    if (found.isBroken) throw bothChoose(this.#context);
    return { move: this.#moveOf(found.best), info: this.#info(found, milliseconds) };
  }

  /** Whether it has the evaluation of its parameters. */
  get isReady(): boolean {
    return this.#isFinal;
  }

  /** Moves are simultaneous in some state: the player cannot play this game. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The result for another search; null if there is none. */
  advice(): Advice | null {
    const found = this.#only === null ? this.#search?.result() : null;
    if (!found) return null;
    if (found.isBroken) {
      this.#isRefused = true;
      return null;
    }
    const isProven = found.value > MAX_EVALUATION || found.ended === ENDED_BY_PROOF;
    const losing = found.rootMoves.filter(({ value }) => value < -MAX_EVALUATION);
    return {
      move: this.#moveOf(found.best),
      value: isProven ? provenPoints(found.value) : 1 / (1 + Math.exp(-found.value / POINTS_PER_LOGIT)),
      isProven,
      losing: new Set(losing.map((each) => this.#moveOf(each))),
    };
  }

  currentInfo(milliseconds: number): SearchInfo | null {
    const found = this.#only === null ? this.#search?.result() : null;
    return !found || found.depth === 0 ? null : this.#info(found, milliseconds);
  }

  #info({ value, depth, nodes, pv, rootMoves }: AlphabetaResult, milliseconds: number): SearchInfo {
    const { rules, kernel } = this.#context;
    const position = kernel.memory.bytes(this.state, this.#bytes).slice();
    const moves = this.#context.pvOfActors(
      position,
      pv.map((each) => this.#moveOf(each)),
    );
    const info = { value, unit: UNIT, pv: moves, nodes, milliseconds, depth };
    const scoredMoves = (): ScoredMove[] =>
      rootMoves.map((each) => ({
        move: this.#moveOf(each),
        value: each.value,
        ...(each.isExact ? {} : { reason: "no better than this" }),
      }));
    return withCandidates(info, () => candidateMoves(rules, position, scoredMoves()));
  }

  #moveOf({ role, move }: RoleMove): Move {
    return this.#context.moveOf(role, move);
  }
}

/** Expected points of a proven value, from 0 to 1. */
function provenPoints(value: number): number {
  if (Math.abs(value) > MAX_EVALUATION) return value > 0 ? 1 : 0;
  return 0.5 + value / (2 * WHOLE_WIN * VALUE_OF_POINT);
}

function bothChoose({ rules }: GdlSearchContext): GameloreError {
  return new GameloreError(
    "bad-player",
    `alphabeta: ${rules.game.id} has simultaneous moves in some states, but alpha-beta needs alternating turns; use uct instead`,
  );
}
