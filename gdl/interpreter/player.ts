/** The player `uct` of games that the interpreter plays. It thinks on the calling thread, a state at a time. */
import { yieldToEventLoop } from "#platform/yield";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Actor, Move, Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import { candidateMoves, withCandidates } from "../../engine/search/candidates.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import { legalMovesOf } from "../../engine/search/legal.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "../../engine/search/parameters.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { Facts } from "../reasoner.ts";
import type { Interpreter } from "./interpreter.ts";
import { InterpreterUct, type MoveStatistics } from "./uct.ts";

/** Some seconds in large games. */
const DEFAULT_STEPS = 2_000;
/** Longest work before other tasks of the thread run. */
const SLICE_MS = 20;
const UNIT = "expected points, from 0 to 1";

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", "playouts per move", 1e15),
  limitSpec("steps", `states visited per move (${DEFAULT_STEPS} if no other limit is given)`, 1e15),
  MILLISECONDS,
  { name: "c", summary: "exploration constant of UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  {
    name: "depth",
    summary: "states of a playout before it is cut off",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 60,
  },
];

export interface InterpreterContext {
  readonly rules: OpenGame;
  readonly interpreter: Interpreter;
  readonly facts: (position: Position) => Facts;
  readonly moveOf: (role: Actor, move: number) => Move;
}

export function interpreterUctKind(context: InterpreterContext): PlayerKind {
  return {
    name: "uct",
    summary: "Monte Carlo tree search (UCT) by the slow interpreter; decoupled UCT for simultaneous moves",
    parameters: PARAMETERS,
    create: async (given, seed) => {
      const values = withDefaults(PARAMETERS, given);
      return new InterpreterPlayer(context, playerText("uct", PARAMETERS, values), values, new SeededRandom(seed));
    },
  };
}

class InterpreterPlayer implements Player {
  readonly text: string;
  readonly #context: InterpreterContext;
  readonly #values: OptionValues;
  readonly #random: SeededRandom;
  readonly #closed: AbortController = new AbortController();

  constructor(context: InterpreterContext, text: string, values: OptionValues, random: SeededRandom) {
    this.text = text;
    this.#context = context;
    this.#values = values;
    this.#random = random;
  }

  async choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const { rules, interpreter, facts } = this.#context;
    const { onInfo } = options;
    const signal = AbortSignal.any([this.#closed.signal, ...(options.signal ? [options.signal] : [])]);
    const legal = legalMovesOf(rules, position, options.actor);
    const role = options.actor ?? (rules.actors(position)[0] as Actor);
    const began = performance.now();
    const random = this.#random;
    const [c, playoutSteps] = [Number(this.#values.c), Number(this.#values.depth)];
    const search = new InterpreterUct(interpreter, facts(position), { c, playoutSteps, random });
    if (search.root.ended !== null)
      throw new GameloreError("bad-rules", "a role has no legal move in this state, so the game cannot continue");
    const infoNow = (): SearchInfo => this.#info(position, role, search, performance.now() - began);
    if (legal.length > 1) await reportInfo(onInfo, infoNow, () => this.#search(search, limits, began, signal));
    if (this.#closed.signal.aborted || (signal.aborted && search.playouts === 0))
      throw new GameloreError("interrupted", "interrupted");
    const info = infoNow();
    return { move: info.pv[0] as Move, info };
  }

  async close(): Promise<void> {
    this.#closed.abort();
  }

  async #search(search: InterpreterUct, limits: Limits, began: number, signal: AbortSignal): Promise<void> {
    const milliseconds = tighter(this.#values.ms, limits.milliseconds);
    const playouts = tighter(this.#values.playouts, limits.playouts);
    const isLimited = milliseconds !== undefined || playouts !== undefined;
    const steps = tighter(this.#values.steps, limits.nodes) ?? (isLimited ? undefined : DEFAULT_STEPS);
    const end = began + (milliseconds ?? Number.POSITIVE_INFINITY);
    const isOver = (): boolean =>
      search.states >= (steps ?? Number.POSITIVE_INFINITY) || performance.now() >= end || signal.aborted;
    let sliceEnd = performance.now() + SLICE_MS;
    while (!isOver() && search.playouts < (playouts ?? Number.POSITIVE_INFINITY)) {
      search.simulate(isOver);
      if (performance.now() < sliceEnd) continue;
      await yieldToEventLoop();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }

  #info(position: Position, role: Actor, search: InterpreterUct, milliseconds: number): SearchInfo {
    const { rules, moveOf } = this.#context;
    const ranked = (search.root.moves[role] ?? []).toSorted((a, b) => b.visits - a.visits || meanOf(b) - meanOf(a));
    const best = ranked[0] as MoveStatistics;
    const moves = ranked.map((each) => ({
      move: moveOf(role, each.move),
      value: each.visits === 0 ? null : meanOf(each),
      count: each.visits,
    }));
    const info = {
      value: best.visits === 0 ? null : meanOf(best),
      unit: UNIT,
      pv: [moveOf(role, best.move)],
      nodes: search.states,
      playouts: search.playouts,
      milliseconds,
      depth: null,
    };
    return withCandidates(info, () => candidateMoves(rules, position, moves));
  }
}

function meanOf({ visits, total }: MoveStatistics): number {
  return visits === 0 ? 0 : total / visits;
}
