/** The player `rat`: plans, and a highly selective search that confirms or refutes them. */
import { yieldToEventLoop } from "#platform/yield";
import { sameBytes } from "../../../engine/contracts/bytes.ts";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { OpenGame } from "../../../engine/contracts/game.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import type { Candidate, Limits, Player, PlayerKind, SearchInfo } from "../../../engine/contracts/player.ts";
import { playerText, withDefaults } from "../../../engine/search/parameters.ts";
import { presetKind } from "../../../engine/search/preset.ts";
import { reportInfo } from "../../../engine/search/info-reporter.ts";
import type { Board, Turn } from "../board.ts";
import { PLAYING, PUSH } from "../layout.ts";
import { TurnPlayer, type ChosenTurn, type TurnRequest } from "../turn-player.ts";
import { rounded } from "./describe.ts";
import { RatKernel, stepsIn } from "./rat-kernel.ts";
import { type Knowledge, loadKnowledge } from "./knowledge.ts";
import { fallbackTurn, movesIfLegal, shortestEquivalent, nodeOf } from "./legal-turn.ts";
import type { SearchNode } from "./search-node.ts";
import { type SearchedTurn, PlanSearch, type TriedPlan } from "./search.ts";
import { setupMoves } from "./setup.ts";

/** More than the turns of all plans together: every plan is tried. */
export const ALL_TURNS = 1_000;

export const RAT_PARAMETERS: readonly OptionSpec[] = [
  {
    name: "best",
    kind: "integer",
    min: 1,
    max: 9,
    default: 3,
    summary: "moves of each category that are searched",
  },
  {
    name: "plies",
    kind: "integer",
    min: 1,
    max: 2,
    default: 2,
    summary: "turns searched by plans, before the quiescence search of captures",
  },
  {
    name: "graphs",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
    summary: "whether directed position graphs suggest plans",
  },
  {
    name: "patterns",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
    summary: "whether local patterns evaluate traps",
  },
  {
    name: "patience",
    kind: "integer",
    min: 1,
    max: ALL_TURNS,
    default: 1,
    summary:
      "whole turns to search before a plan that no reply refutes is accepted (1: the first such plan, as in the paper)",
  },
  {
    name: "extensions",
    kind: "choice",
    choices: ["auto", "yes", "no"],
    default: "auto",
    summary:
      "what the paper does not have: goal defence as a plan, forced goals, positional penalties of whole boards, further graphs; auto: if patience is over 1",
  },
  {
    name: "milliseconds",
    kind: "integer",
    min: 1,
    max: 3_600_000,
    default: null,
    summary: "time for a turn; without it the search ends by patience",
  },
];

export interface RatSettings {
  readonly keep: number;
  readonly plies: number;
  readonly patience: number;
  readonly extensions: boolean;
  readonly milliseconds: number | null;
  readonly knowledge: Knowledge;
  readonly seed: number;
}

export function ratSettings(parameters: OptionValues, seed: number): RatSettings {
  const milliseconds = parameters["milliseconds"];
  const patience = Number(parameters["patience"]);
  const extensions = parameters["extensions"] === "auto" ? patience > 1 : parameters["extensions"] === "yes";
  const graphs = parameters["graphs"] === "no" ? "none" : extensions ? "all" : "paper";
  return {
    keep: Number(parameters["best"]),
    plies: Number(parameters["plies"]),
    patience,
    extensions,
    milliseconds: typeof milliseconds === "number" ? milliseconds : null,
    knowledge: loadKnowledge(graphs, parameters["patterns"] === "yes"),
    seed,
  };
}

/** The settings of `rat-extended`. */
export const EXTENDED: OptionValues = { patience: 10 };

/** `rat`, as the paper describes it, and `rat-extended`. */
export function ratKinds(rules: OpenGame, board: Board): readonly PlayerKind[] {
  const rat = ratKind(rules, board);
  const summary = "rat with further checks and graphs, which compares ten turns before it is content with a plan";
  return [rat, presetKind("rat-extended", summary, rat, EXTENDED)];
}

function ratKind(rules: OpenGame, board: Board): PlayerKind {
  return {
    name: "rat",
    summary:
      "plans from an analysis of the position, few moves of each, confirmed by a selective search, as in paper 004",
    parameters: RAT_PARAMETERS,
    create: async (given, seed): Promise<Player> => {
      const parameters = withDefaults(RAT_PARAMETERS, given);
      const rat = new Rat(rules, board, ratSettings(parameters, seed));
      return new TurnPlayer(
        playerText("rat", RAT_PARAMETERS, parameters),
        board,
        (request) => rat.choose(request),
        async () => rat.close(),
      );
    },
  };
}

/** The result of a search. */
export interface SearchReport {
  readonly best: SearchedTurn | null;
  readonly plans: readonly TriedPlan[];
  readonly nodes: number;
  readonly turnsSearched: number;
  /** Moves of plans, whole turns or parts, of the side to move. */
  readonly ownMoves: number;
}

export class Rat {
  readonly #rules: OpenGame;
  readonly #board: Board;
  readonly #settings: RatSettings;
  /** Recent turns with the positions in which they were chosen. */
  readonly #last: { readonly position: Position; readonly turn: Turn }[] = [];
  #kernel: RatKernel | null = null;
  #closed = false;

  constructor(rules: OpenGame, board: Board, settings: RatSettings) {
    this.#rules = rules;
    this.#board = board;
    this.#settings = settings;
  }

  /** The chosen turn, with the search report for measurements. */
  async choose(request: TurnRequest): Promise<ChosenTurn & { readonly report: SearchReport }> {
    const { position, limits, forbidden } = request;
    const started = performance.now();
    if (this.#rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    if (position[PLAYING] === 0) return { ...setupChoice(setupMoves(this.#board, position)), report: NO_SEARCH };
    if (this.#closed) throw new GameloreError("interrupted", "the player was closed");
    const node = nodeOf(this.#kernelOf(), position);
    const plies = Math.min(this.#settings.plies, limits.depth ?? this.#settings.plies);
    // A pending push must be completed before planning.
    const report = position[PUSH] === 0 ? await this.#search(node, request, plies, started) : NO_SEARCH;
    if (this.#closed) throw new GameloreError("interrupted", "the player was closed");
    const { best } = report;
    const planned =
      best && (movesIfLegal(this.#board, position, best.turn) ?? this.#byShortestTurn(node, position, best));
    const moves = planned ?? fallbackTurn(node, position, this.#settings.seed, forbidden);
    const value = planned ? rounded(best.value) : null;
    return { moves, info: infoOf(report, value, moves, plies, started), report };
  }

  #kernelOf(): RatKernel {
    this.#kernel ??= new RatKernel(this.#board);
    return this.#kernel;
  }

  #byShortestTurn(node: SearchNode, position: Position, best: SearchedTurn): Move[] | null {
    const turn = shortestEquivalent(node, best.turn);
    return turn === null ? null : movesIfLegal(this.#board, position, turn);
  }

  /** Yields to the event loop between moves, so that signals are received. */
  async #search(node: SearchNode, request: TurnRequest, plies: number, started: number): Promise<SearchReport> {
    const { position, limits, signal, forbidden, onInfo } = request;
    const { knowledge, keep, seed, patience, extensions } = this.#settings;
    const until = started + timeFor(limits, this.#settings.milliseconds);
    const stopped = (nodes: number): boolean =>
      this.#closed ||
      signal?.aborted === true ||
      nodes >= (limits.nodes ?? Number.POSITIVE_INFINITY) ||
      performance.now() >= until;
    const repeated = this.#repeated(request.position);
    const search = new PlanSearch({ knowledge, keep, seed, plies, patience, extensions, forbidden, repeated, stopped });
    const plans = search.plansOf(node);
    let best = null as SearchedTurn | null;
    const results = search.search(node, plans);
    const currentInfo = (): SearchInfo => {
      const { nodes, turnsSearched, ownMoves } = search;
      const report = { best, plans, nodes, turnsSearched, ownMoves };
      const moves = best && movesIfLegal(this.#board, position, best.turn);
      return infoOf(report, best && rounded(best.value), moves ?? [], plies, started);
    };
    const tryAll = async (): Promise<void> => {
      for (let next = results.next(); ; next = results.next()) {
        best = next.value;
        if (next.done) break;
        await yieldToEventLoop();
        if (this.#closed) break;
      }
    };
    await reportInfo(onInfo, currentInfo, tryAll);
    if (best) this.#remember(request.position, best.turn);
    if (best === null && !this.#closed) best = search.searchWithoutPlan(node);
    const final = best && !this.#closed ? search.useRemainingSteps(node, shortest(node, best)) : best;
    const { nodes, turnsSearched, ownMoves } = search;
    return { best: final, plans, nodes, turnsSearched, ownMoves };
  }

  /**
   * Turns chosen twice recently: instead of shuffling, another plan is tried. A repeated query in the same position gives the same
   * turn.
   */
  #repeated(position: Position): Set<Turn> {
    const turns = this.#last.filter((each) => !sameBytes(each.position, position)).map(({ turn }) => turn);
    return new Set(turns.filter((turn, index) => turns.indexOf(turn) !== index));
  }

  #remember(position: Position, turn: Turn): void {
    if (this.#last.some((each) => sameBytes(each.position, position))) return;
    this.#last.push({ position: position.slice(), turn });
    if (this.#last.length > MAX_REMEMBERED) this.#last.shift();
  }

  close(): void {
    this.#closed = true;
    this.#kernel?.close();
    this.#kernel = null;
  }
}

/** A sequence of plans may waste steps; saved steps can be used otherwise. */
function shortest(node: SearchNode, best: SearchedTurn): SearchedTurn {
  const turn = shortestEquivalent(node, best.turn);
  return turn === null || stepsIn(turn) >= best.steps ? best : { ...best, turn, steps: stepsIn(turn) };
}

const MAX_REMEMBERED = 10;
const NO_SEARCH: SearchReport = { best: null, plans: [], nodes: 0, turnsSearched: 0, ownMoves: 0 };

function timeFor({ milliseconds }: Limits, own: number | null): number {
  return Math.min(milliseconds ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY);
}

function infoOf(
  report: SearchReport,
  value: number | null,
  pv: readonly Move[],
  depth: number,
  started: number,
): SearchInfo {
  const milliseconds = performance.now() - started;
  return { value, unit: "rabbits", pv, nodes: report.nodes, milliseconds, depth, candidates: candidatesOf(report) };
}

function setupChoice(moves: readonly Move[]): ChosenTurn {
  return { moves, info: { value: null, unit: "none", pv: moves, nodes: 1, milliseconds: 0, depth: null } };
}

/** The plans in the order of the search; those of the chosen turn are marked. */
function candidatesOf({ plans, best }: SearchReport): Candidate[] {
  return plans.map(({ plan, value, turns }) => {
    const chosen = best?.plans.includes(plan.name) ? "chosen: " : "";
    const later = plan.demoted === null ? "" : ` (later, since ${plan.demoted})`;
    return {
      kind: "plan",
      text: plan.name,
      reason: `${chosen}${plan.reason}${later}`,
      value: value === null ? null : rounded(value),
      count: turns,
    };
  });
}
