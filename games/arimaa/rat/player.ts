/** The player `rat`: plans first, then a highly selective search that confirms or refutes them. */
import { yieldToEventLoop } from "#platform/yield.ts";
import { sameBytes } from "../../../engine/contracts/bytes.ts";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { Move, Position, Rules } from "../../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import type { Candidate, Limits, Player, PlayerKind, SearchInfo } from "../../../engine/contracts/player.ts";
import { tellWhile } from "../../../engine/search/telling.ts";
import type { Board, Turn } from "../board.ts";
import { PLAYING, PUSH } from "../layout.ts";
import { TurnPlayer, type ChosenTurn, type TurnRequest } from "../turn-player.ts";
import { rounded } from "./describe.ts";
import { RatKernel, stepsIn } from "./rat-kernel.ts";
import { type Knowledge, loadKnowledge } from "./knowledge.ts";
import { anyTurn, movesIfLegal, otherWay, sceneOf } from "./legal-turn.ts";
import type { SearchNode } from "./search-node.ts";
import { type SearchedTurn, PlanSearch, type TriedPlan } from "./search.ts";
import { setupMoves } from "./setup.ts";

/** More than all plans have together: every one is tried. */
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
    summary: "turns searched by plans, before captures alone",
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
    summary: "whether local patterns judge traps",
  },
  {
    name: "patience",
    kind: "integer",
    min: 1,
    max: ALL_TURNS,
    default: 10,
    summary: "whole turns to look at before it is content with a plan that no reply refutes (1: the first such plan)",
  },
  {
    name: "milliseconds",
    kind: "integer",
    min: 1,
    max: 3_600_000,
    default: null,
    summary: "time for a turn; without it the plans alone decide how long it takes",
  },
];

export interface RatSettings {
  readonly keep: number;
  readonly plies: number;
  readonly patience: number;
  readonly milliseconds: number | null;
  readonly knowledge: Knowledge;
  readonly seed: number;
}

export function ratSettings(parameters: OptionValues, seed: number): RatSettings {
  const milliseconds = parameters["milliseconds"];
  return {
    keep: Number(parameters["best"]),
    plies: Number(parameters["plies"]),
    patience: Number(parameters["patience"]),
    milliseconds: typeof milliseconds === "number" ? milliseconds : null,
    knowledge: loadKnowledge(parameters["graphs"] === "yes", parameters["patterns"] === "yes"),
    seed,
  };
}

export function ratKind(rules: Rules, board: Board): PlayerKind {
  return {
    name: "rat",
    summary: "plans from an analysis of the position, few moves of each, confirmed by a selective search (paper 004)",
    parameters: RAT_PARAMETERS,
    create: async (parameters, seed): Promise<Player> => {
      const rat = new Rat(rules, board, ratSettings(parameters, seed));
      return new TurnPlayer(
        ratText(parameters),
        board,
        (request) => rat.choose(request),
        async () => rat.close(),
      );
    },
  };
}

function ratText(parameters: OptionValues): string {
  const given = RAT_PARAMETERS.filter(({ name, default: usual }) => parameters[name] !== usual);
  return given.length === 0 ? "rat" : `rat(${given.map(({ name }) => `${name}=${parameters[name]}`).join(", ")})`;
}

/** What came of thinking, before it is made a choice. */
export interface SearchReport {
  readonly best: SearchedTurn | null;
  readonly plans: readonly TriedPlan[];
  readonly nodes: number;
  readonly turnsSearched: number;
}

export class Rat {
  readonly #rules: Rules;
  readonly #board: Board;
  readonly #settings: RatSettings;
  /** The last turns, with the positions in which they were chosen. */
  readonly #last: { readonly position: Position; readonly turn: Turn }[] = [];
  #ground: RatKernel | null = null;
  #closed = false;

  constructor(rules: Rules, board: Board, settings: RatSettings) {
    this.#rules = rules;
    this.#board = board;
    this.#settings = settings;
  }

  /** What is chosen, with the thinking behind it for those who measure it. */
  async choose(request: TurnRequest): Promise<ChosenTurn & { readonly thinking: SearchReport }> {
    const { position, limits, forbidden } = request;
    const started = performance.now();
    if (this.#rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    if (position[PLAYING] === 0) return { ...plainChoice(setupMoves(this.#board, position)), thinking: NO_THOUGHT };
    if (this.#closed) throw new GameloreError("interrupted", "the player was closed");
    const scene = sceneOf(this.#groundOf(), position);
    const plies = Math.min(this.#settings.plies, limits.depth ?? this.#settings.plies);
    // A push under way must be finished before anything is planned.
    const thinking = position[PUSH] === 0 ? await this.#think(scene, request, plies, started) : NO_THOUGHT;
    if (this.#closed) throw new GameloreError("interrupted", "the player was closed");
    const { best: line } = thinking;
    const planned =
      line && (movesIfLegal(this.#board, position, line.turn) ?? this.#inOtherOrder(scene, position, line));
    const moves = planned ?? anyTurn(scene, position, this.#settings.seed, forbidden);
    const value = planned ? rounded(line.value) : null;
    return { moves, info: thoughtOf(thinking, value, moves, plies, started), thinking };
  }

  #groundOf(): RatKernel {
    this.#ground ??= new RatKernel(this.#board);
    return this.#ground;
  }

  #inOtherOrder(scene: SearchNode, position: Position, line: SearchedTurn): Move[] | null {
    const turn = otherWay(scene, line.turn);
    return turn === null ? null : movesIfLegal(this.#board, position, turn);
  }

  /** The search lets others have their turn between moves, so that a signal can be heard. */
  async #think(scene: SearchNode, request: TurnRequest, plies: number, started: number): Promise<SearchReport> {
    const { position, limits, signal, forbidden, onInfo: tell } = request;
    const { knowledge, keep, seed, patience } = this.#settings;
    const until = started + timeFor(limits, this.#settings.milliseconds);
    const stopped = (looked: number): boolean =>
      this.#closed ||
      signal?.aborted === true ||
      looked >= (limits.nodes ?? Number.POSITIVE_INFINITY) ||
      performance.now() >= until;
    const worn = this.#worn(request.position);
    const search = new PlanSearch({ knowledge, keep, seed, plies, patience, forbidden, worn, stopped });
    const plans = search.plansOf(scene);
    let best = null as SearchedTurn | null;
    const lines = search.think(scene, plans);
    const soFar = (): SearchInfo => {
      const thinking = { line: best, plans, looked: search.nodes, turnsLooked: search.turnsSearched };
      const moves = best && movesIfLegal(this.#board, position, best.turn);
      return thoughtOf(thinking, best && rounded(best.value), moves ?? [], plies, started);
    };
    const tryAll = async (): Promise<void> => {
      for (let next = lines.next(); ; next = lines.next()) {
        best = next.value;
        if (next.done) break;
        await yieldToEventLoop();
        if (this.#closed) break;
      }
    };
    await tellWhile(tell, soFar, tryAll);
    if (best) this.#remember(request.position, best.turn);
    if (best === null && !this.#closed) best = search.withoutPlan(scene);
    const line = best && !this.#closed ? search.fillIn(scene, shortest(scene, best)) : best;
    return { best: line, plans, nodes: search.nodes, turnsSearched: search.turnsSearched };
  }

  /**
   * Turns that were chosen twice of late: going to and fro leads nowhere, and another plan shall have its turn. Who asks again in
   * the same position gets the same answer.
   */
  #worn(position: Position): Set<Turn> {
    const turns = this.#last.filter((each) => !sameBytes(each.position, position)).map(({ turn }) => turn);
    return new Set(turns.filter((turn, index) => turns.indexOf(turn) !== index));
  }

  #remember(position: Position, turn: Turn): void {
    if (this.#last.some((each) => sameBytes(each.position, position))) return;
    this.#last.push({ position: position.slice(), turn });
    if (this.#last.length > REMEMBERED) this.#last.shift();
  }

  close(): void {
    this.#closed = true;
    this.#ground?.close();
    this.#ground = null;
  }
}

/** Plans one after the other may go a long way round: the steps that are saved can be filled in. */
function shortest(scene: SearchNode, line: SearchedTurn): SearchedTurn {
  const turn = otherWay(scene, line.turn);
  return turn === null || stepsIn(turn) >= line.steps ? line : { ...line, turn, steps: stepsIn(turn) };
}

const REMEMBERED = 10;
const NO_THOUGHT: SearchReport = { best: null, plans: [], nodes: 0, turnsSearched: 0 };

function timeFor({ milliseconds }: Limits, own: number | null): number {
  return Math.min(milliseconds ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY);
}

function thoughtOf(
  thinking: SearchReport,
  value: number | null,
  line: readonly Move[],
  depth: number,
  started: number,
): SearchInfo {
  const milliseconds = performance.now() - started;
  const considered = consideredOf(thinking);
  return { value, unit: "rabbits", pv: line, nodes: thinking.nodes, milliseconds, depth, candidates: considered };
}

function plainChoice(moves: readonly Move[]): ChosenTurn {
  return { moves, info: { value: null, unit: "none", pv: moves, nodes: 1, milliseconds: 0, depth: null } };
}

/** The plans in the order in which they were tried; those that the chosen line is made of are said to be. */
function consideredOf({ plans, best: line }: SearchReport): Candidate[] {
  return plans.map(({ plan, value, turns: looked }) => {
    const chosen = line?.plans.includes(plan.name) ? "chosen: " : "";
    const later = plan.demoted === null ? "" : ` (later, since ${plan.demoted})`;
    return {
      kind: "plan",
      text: plan.name,
      reason: `${chosen}${plan.reason}${later}`,
      value: value === null ? null : rounded(value),
      count: looked,
    };
  });
}
