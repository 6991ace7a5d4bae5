/**
 * The player `hybrid` for two roles that take turns. Short games before the first move decide whether UCT or alpha-beta leads. If UCT leads, alpha-beta
 * searches the same position on another thread, and what it proves counts; if alpha-beta leads, it searches alone.
 */
import type { Actor, Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, Limits, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { limitSpec, MILLISECONDS, tighter, withDefaults } from "../../engine/search/parameters.ts";
import { ALPHABETA_PARAMETERS, GdlAlphabetaSearch } from "../alphabeta/player.ts";
import { pieceLearner } from "../alphabeta/material.ts";
import { searchingKind, type GdlSearchContext } from "../search-context.ts";
import { GdlUctSearch, UCT_PARAMETERS } from "../uct/player.ts";
import { sharedComparison } from "./comparison.ts";

const LEADERS = ["learned", "uct", "alphabeta"] as const;
/** Positions of alpha-beta for each playout, if playouts limit a search: both take about as long. */
const NODES_PER_PLAYOUT = 10;
const DEFAULT_PLAYOUTS = 10_000;
/** Steps of playouts that end early. */
const CUT = 8;
/** Share of the time before the first move for learning features; the rest is for comparing. */
const LEARNING_SHARE = 0.4;
/** Share for learning the values of pieces, which rarely takes a second. */
const PIECES_SHARE = 0.15;

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts of UCT per move (${DEFAULT_PLAYOUTS} if no other limit is given)`, 1e15),
  MILLISECONDS,
  {
    name: "leader",
    summary:
      "who chooses where nothing is proven: uct, alphabeta, or the winner of short games between them before the first move (uct without time for them)",
    kind: "choice",
    choices: LEADERS,
    default: "learned",
  },
  {
    name: "gifl",
    summary: "random games for learning features before the first move (GIFL)",
    kind: "integer",
    min: 0,
    max: 1e9,
    default: 1000,
  },
];

export function gdlHybridKind(context: GdlSearchContext): PlayerKind {
  return searchingKind(
    context,
    {
      name: "hybrid",
      summary:
        "UCT with alpha-beta beside it on another thread, whose proofs count; or alpha-beta alone where it is stronger",
      parameters: PARAMETERS,
    },
    (regions, values, seed) => new GdlHybridSearch(context, regions, values, seed),
  );
}

class GdlHybridSearch implements KernelSearch {
  readonly state: Address;
  readonly milliseconds: number | undefined;
  readonly #context: GdlSearchContext;
  readonly #parameters: OptionValues;
  readonly #bytes: number;
  /** UCT with playouts to the end, and with playouts that end early. */
  readonly #whole: GdlUctSearch;
  readonly #cut: GdlUctSearch;
  /** Alpha-beta with both evaluations. */
  readonly #features: GdlAlphabetaSearch;
  readonly #pieces: GdlAlphabetaSearch;
  /** Whether alpha-beta searches too. */
  #isAdvised = false;

  constructor(context: GdlSearchContext, regions: Regions, parameters: OptionValues, seed: number) {
    this.#context = context;
    this.#parameters = parameters;
    this.milliseconds = tighter(parameters.ms);
    this.#bytes = context.rules.initial().length;
    this.state = regions.allocate(this.#bytes);
    const { gifl } = parameters;
    const guided = { gifl: Number(gifl), choice: "scaled", others: 1 };
    const uct = (given: OptionValues): GdlUctSearch =>
      new GdlUctSearch(context, regions, withDefaults(UCT_PARAMETERS, given), seed);
    this.#whole = uct(guided);
    this.#cut = uct({ cut: CUT });
    const learning = { gifl: Number(gifl), ...(gifl === 0 && { eval: "mobility" }) };
    const alphabeta = (given: OptionValues): GdlAlphabetaSearch =>
      new GdlAlphabetaSearch(context, regions, withDefaults(ALPHABETA_PARAMETERS, given), seed);
    this.#features = alphabeta(learning);
    this.#pieces = alphabeta({ eval: "pieces" });
  }

  async ready(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    await this.#uct.ready(milliseconds, signal);
    await this.#alphabeta.ready(milliseconds, signal);
  }

  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const began = performance.now();
    const left = (share: number): number | undefined =>
      milliseconds === undefined ? undefined : Math.max(1, share * milliseconds - (performance.now() - began));
    await this.#pieces.prepare(left(PIECES_SHARE), signal);
    await this.#cut.prepare(left(PIECES_SHARE), signal);
    // UCT and alpha-beta use the same features.
    await this.#whole.prepare(left(LEARNING_SHARE), signal);
    await this.#features.prepare(left(LEARNING_SHARE), signal);
    await this.#features.ready(1, signal);
    const time = left(1);
    if (time === undefined || this.#parameters.leader !== "learned" || !this.#features.isReady) return;
    const hasPieces = this.#pieces.isReady && (pieceLearner(this.#context.reasoner).values?.length ?? 0) > 0;
    const withPieces = hasPieces ? { uct: this.#cut, alphabeta: this.#pieces } : null;
    const players = { uct: this.#whole, features: this.#features, withPieces };
    await sharedComparison(this.#context).compare(players, time, signal);
  }

  get #uct(): GdlUctSearch {
    return sharedComparison(this.#context).cutLeads ? this.#cut : this.#whole;
  }

  get #alphabeta(): GdlAlphabetaSearch {
    return sharedComparison(this.#context).piecesLead ? this.#pieces : this.#features;
  }

  close(): void {
    this.#whole.close();
    this.#cut.close();
  }

  request(limits: Limits, actor: Actor): readonly (readonly KernelCall[])[] {
    const { memory } = this.#context.kernel;
    const position = memory.bytes(this.state, this.#bytes).slice();
    const isTimed = tighter(this.milliseconds, limits.milliseconds) !== undefined;
    const given = tighter(this.#parameters.playouts, limits.playouts);
    const playouts = given ?? (isTimed || limits.nodes !== undefined ? undefined : DEFAULT_PLAYOUTS);
    const own: Limits = { ...limits, ...(playouts !== undefined && { playouts }) };
    const nodes = tighter(limits.nodes, playouts === undefined ? undefined : NODES_PER_PLAYOUT * playouts);
    memory.bytes(this.#uct.state, this.#bytes).set(position);
    const uct = this.#uct.request(own, actor);
    const isAlternating = this.#context.rules.actors(position as Position).length === 1;
    this.#isAdvised = uct.length > 0 && isAlternating && !this.#alphabeta.isRefused;
    if (!this.#isAdvised) return uct;
    memory.bytes(this.#alphabeta.state, this.#bytes).set(position);
    const alphabeta = this.#alphabeta.request(nodes === undefined ? limits : { ...limits, nodes }, actor);
    // A leading alpha-beta needs no help: UCT would only take its time.
    return this.#leads ? alphabeta : [...uct, ...alphabeta];
  }

  answer(milliseconds: number, position: Position): Choice {
    if (!this.#isAdvised) return this.#uct.answer(milliseconds, position);
    const advice = this.#alphabeta.advice();
    return advice && this.#leads
      ? this.#alphabeta.answer(milliseconds)
      : this.#uct.answer(milliseconds, position, advice ?? undefined);
  }

  currentInfo(milliseconds: number, position: Position): SearchInfo | null {
    return this.#isAdvised && this.#leads
      ? this.#alphabeta.currentInfo(milliseconds)
      : this.#uct.currentInfo(milliseconds, position);
  }

  /** Whether alpha-beta chooses. */
  get #leads(): boolean {
    const { leader } = this.#parameters;
    return leader === "alphabeta" || (leader === "learned" && sharedComparison(this.#context).alphabetaLeads);
  }
}
