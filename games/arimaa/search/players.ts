/** The players `alphabeta` (full width to a number of steps) and `best` (selective, by time) over the kernel's turn search. */
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import type {
  Candidate,
  ForbiddenPositions,
  Limits,
  PlayerKind,
  SearchInfo,
} from "../../../engine/contracts/player.ts";
import { threadCount } from "../../../engine/kernel/threads.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "../../../engine/search/parameters.ts";
import { presetKind } from "../../../engine/search/preset.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import { reportInfo } from "../../../engine/search/info-reporter.ts";
import type { Board, Turn } from "../board.ts";
import { stepsInTurn } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { PLAYING, STEP_COUNT } from "../layout.ts";
import { TurnPlayer, type ChosenTurn, type TurnRequest } from "../turn-player.ts";
import { formatTurn, movesOfTurn, playMoves } from "../turns.ts";
import { MAX_DEPTH, MAX_EXCLUDED } from "./constants.ts";
import { Searcher, type SearcherOptions, type SearchResult } from "./searcher.ts";
import { chooseSetup } from "./setup.ts";
import { LEAST_WIN, WIN } from "./terms.ts";
import { EVALUATIONS, weightsOf } from "./weights.ts";

/** Legal turns to search first, as many as are found before `stopped`. */
export type Hints = (position: Position, stopped: () => boolean) => readonly Turn[];

/** Time of a search in the first round of a MultiPV analysis. */
const FIRST_SLICE_MS = 15;
const DEFAULT_MILLISECONDS = 2_000;
/** Milliseconds reserved for everything but the search. */
const MOVE_OVERHEAD = 8;
const MIN_MS_FOR_PLANS = 1_500;
const TIME_SHARE_FOR_PLANS = 0.05;
const PER_CENTIRABBIT = 10;
const UNIT = "centi-rabbits";

const EVAL: OptionSpec = {
  name: "eval",
  summary:
    "weights of the evaluation: fitted to recorded play, written by hand, or material and a few positional terms",
  kind: "choice",
  choices: EVALUATIONS,
  default: "fitted",
};
const STRATEGIC_EVAL: OptionSpec = {
  ...EVAL,
  summary: "weights of the evaluation: fitted to scores of another program's search, and the ones of alphabeta",
  default: "strategic",
};

const ALPHABETA: readonly OptionSpec[] = [
  {
    name: "steps",
    summary: "search depth in steps: 4 is one turn, 8 a turn and its reply",
    kind: "integer",
    min: 1,
    max: 16,
    default: 8,
  },
  limitSpec("nodes", "node limit for a turn", 1e15),
  MILLISECONDS,
  {
    name: "hash",
    summary: "megabytes for the transposition table",
    kind: "integer",
    resource: "megabytes",
    min: 1,
    max: 1024,
    default: 32,
  },
  EVAL,
  {
    name: "goals",
    summary: "whether a goal within a turn is detected before it is played, also at leaves",
    kind: "choice",
    choices: ["yes", "no"],
    default: "yes",
  },
];

const BEST: readonly OptionSpec[] = [
  limitSpec("steps", "maximum search depth in steps", MAX_DEPTH),
  limitSpec("nodes", "node limit for a turn", 1e15),
  { ...MILLISECONDS, summary: `milliseconds for a turn (default ${DEFAULT_MILLISECONDS} if there is no other limit)` },
  {
    name: "threads",
    summary: "threads if time limits the search (default: all cores); searches limited by steps or nodes alone use one",
    kind: "integer",
    resource: "threads",
    min: 1,
    max: 64,
    default: null,
  },
  {
    name: "hash",
    summary: "megabytes for the transposition table",
    kind: "integer",
    resource: "megabytes",
    min: 1,
    max: 1024,
    default: 64,
  },
  STRATEGIC_EVAL,
  {
    name: "check-goals",
    summary: "whether turns that would be chosen are checked for a goal that the opponent can force in two turns",
    kind: "choice",
    choices: ["yes", "no"],
    default: "no",
  },
  {
    name: "plans",
    summary: `whether to search turns of Rat's plans early; takes a tenth of a second, so only for turns of ${MIN_MS_FOR_PLANS} milliseconds or more`,
    kind: "choice",
    choices: ["yes", "no"],
    default: "no",
  },
];

/** `alphabeta`, and `p1` and `p2` after the bots of 2009 that search one and two turns (paper 004). */
export function alphabetaKinds(board: Board): readonly PlayerKind[] {
  const kind = alphabetaKind(board);
  const preset = (name: string, turns: string, steps: number): PlayerKind => {
    const summary = `alpha-beta of ${turns} with a simple evaluation, without goal search or captures played out, like bots of 2009`;
    return presetKind(name, summary, kind, { steps, eval: "simple", goals: "no" });
  };
  return [kind, preset("p1", "one turn", 4), preset("p2", "two turns", 8)];
}

function alphabetaKind(board: Board): PlayerKind {
  return kindOf("alphabeta", "full-width alpha-beta over steps, to a fixed depth", ALPHABETA, board, (values) => ({
    selective: false,
    goalSearch: values.goals !== "no",
    checkGoals: false,
    threads: 1,
    hash: Number(values.hash),
    weights: weightsOf(String(values.eval)),
  }));
}

export function bestKind(board: Board, hints: Hints = () => []): PlayerKind {
  return kindOf(
    "best",
    "selective alpha-beta on all cores, as deep as the time allows",
    BEST,
    board,
    (values) => ({
      selective: true,
      goalSearch: true,
      checkGoals: values["check-goals"] === "yes",
      threads: Number(values.threads ?? threadCount()),
      hash: Number(values.hash),
      weights: weightsOf(String(values.eval)),
    }),
    hints,
  );
}

function kindOf(
  name: string,
  summary: string,
  parameters: readonly OptionSpec[],
  board: Board,
  optionsOf: (values: OptionValues) => SearcherOptions,
  hints: Hints = () => [],
): PlayerKind {
  return {
    name,
    summary,
    parameters,
    create: async (given, seed) => {
      const values = withDefaults(parameters, given);
      const player = new SearchPlayer(board, optionsOf(values), values, seed, hints);
      return new TurnPlayer(
        playerText(name, parameters, values),
        board,
        (request) => player.choose(request),
        () => player.close(),
      );
    },
  };
}

interface RankOptions {
  readonly limits: Limits;
  /** In milliseconds of `performance.now()`. */
  readonly until: number | undefined;
  readonly lines: number;
  readonly signal: AbortSignal;
  readonly forbidden: ForbiddenPositions | undefined;
}

class SearchPlayer {
  readonly #board: Board;
  readonly #searcher: Searcher;
  readonly #values: OptionValues;
  readonly #random: SeededRandom;
  readonly #hints: Hints;
  readonly #closing = new AbortController();
  /** Positions after this player's turns: only these can be forbidden to it. */
  readonly #made: Position[] = [];
  #busy: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(board: Board, options: SearcherOptions, values: OptionValues, seed: number, hints: Hints) {
    this.#board = board;
    this.#searcher = new Searcher(board, options);
    this.#values = values;
    this.#random = new SeededRandom(seed);
    this.#hints = hints;
  }

  /** One turn at a time: the kernel memory is shared. */
  choose(request: TurnRequest): Promise<ChosenTurn> {
    const turn = this.#busy.then(() => this.#choose(request));
    this.#busy = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#busy;
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#searcher.close();
  }

  async #choose({ position, limits, signal, forbidden, lines, onInfo }: TurnRequest): Promise<ChosenTurn> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const started = performance.now();
    if (position[PLAYING] === 0) {
      const moves = chooseSetup(this.#board, position, this.#random);
      return { moves, info: { value: null, unit: UNIT, pv: moves, nodes: 1, milliseconds: 0, depth: null } };
    }
    if (this.#board.states.result(position) !== null) throw new GameloreError("bad-position", "the game has ended");
    const own = this.#limits(limits);
    const until = own.milliseconds === undefined ? undefined : started + own.milliseconds - MOVE_OVERHEAD;
    const excluded = forbidden ? this.#made.filter((made) => forbidden(made)) : [];
    const hints = this.#hinted(position, own.milliseconds, started);
    const signals = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    const chosen = (found: SearchResult): ChosenTurn =>
      this.#chosen(position, found, own.depth, performance.now() - started);
    const currentResult = (): SearchInfo | null => {
      const found = this.#searcher.currentResult();
      return found && chosen(found).info;
    };
    if (lines !== undefined) {
      const found = await this.#rankTurns(
        position,
        { limits: own, until, lines, signal: signals, forbidden },
        (all) => {
          const [first] = all;
          if (first) onInfo?.(withLines(chosen(first).info, position, all));
        },
      );
      const [first] = found;
      if (!first) throw new GameloreError("bad-position", "there is no legal turn");
      const turn = chosen(first);
      return { ...turn, info: withLines(turn.info, position, found) };
    }
    let best: SearchResult | null = null;
    while (true) {
      const left = until === undefined ? {} : { milliseconds: Math.max(1, until - performance.now()) };
      const request = { position, limits: { ...own, ...left }, signal: signals, excluded, hints };
      const found = await reportInfo(onInfo, currentResult, () => this.#searcher.search(request));
      // Every turn is forbidden: any turn loses.
      if (found.turn === 0) break;
      best = found;
      const after = this.#after(position, found.turn);
      if (!forbidden?.(after) || excluded.length === MAX_EXCLUDED) break;
      excluded.push(after);
    }
    if (best === null) throw new GameloreError("bad-position", "there is no legal turn");
    this.#made.push(this.#after(position, best.turn));
    return chosen(best);
  }

  /**
   * MultiPV: the best turns, best first. Each is found by a search that excludes those before it; the time of a search doubles from
   * round to round, and the transposition table carries what was found. Turns that repeat a position once too often are left out.
   */
  async #rankTurns(
    position: Position,
    { limits, until, lines, signal, forbidden }: RankOptions,
    onRound: (found: readonly SearchResult[]) => void,
  ): Promise<readonly SearchResult[]> {
    const nodes = limits.nodes === undefined ? {} : { nodes: Math.max(1, Math.floor(limits.nodes / lines)) };
    let best: readonly SearchResult[] = [];
    let spent = 0;
    const illegal: Position[] = [];
    for (let slice = FIRST_SLICE_MS; ; slice *= 2) {
      const found: SearchResult[] = [];
      while (found.length < lines) {
        const left = until === undefined ? Number.POSITIVE_INFINITY : until - performance.now();
        const time = until === undefined ? {} : { milliseconds: Math.max(1, Math.min(slice, left)) };
        const excluded = [...illegal, ...found.map(({ turn }) => this.#after(position, turn))];
        const next = await this.#searcher.search({
          position,
          limits: { ...limits, ...nodes, ...time },
          signal,
          excluded,
          hints: [],
        });
        spent += next.nodes;
        if (next.turn === 0) break;
        const after = this.#after(position, next.turn);
        if (forbidden?.(after)) {
          illegal.push(after);
          if (illegal.length < MAX_EXCLUDED) continue;
          break;
        }
        found.push({ ...next, nodes: spent });
        const isOver = signal.aborted || (until !== undefined && performance.now() >= until);
        // An unfinished round counts only if it is the first.
        if (isOver) return best.length > 0 ? best : found;
      }
      best = found.toSorted((a, b) => b.value - a.value);
      const isSingle = until === undefined || limits.nodes !== undefined;
      if (isSingle || best.every(({ value }) => Math.abs(value) >= LEAST_WIN)) return best;
      onRound(best);
    }
  }

  /** Plans take a tenth of a second, so they need a long time limit; without one, the turn must be reproducible. */
  #hinted(position: Position, milliseconds: number | undefined, started: number): Position[] {
    if (this.#values.plans !== "yes" || milliseconds === undefined || milliseconds < MIN_MS_FOR_PLANS) return [];
    const until = started + milliseconds * TIME_SHARE_FOR_PLANS;
    return this.#hints(position, () => performance.now() > until).map((turn) => this.#after(position, turn));
  }

  #limits(limits: Limits): Limits {
    const { steps, nodes, ms } = this.#values;
    const depth = tighter(steps, limits.depth);
    const most = tighter(nodes, limits.nodes);
    const given = tighter(ms, limits.milliseconds);
    const milliseconds = given ?? (depth === undefined && most === undefined ? DEFAULT_MILLISECONDS : undefined);
    return {
      ...(depth === undefined ? {} : { depth }),
      ...(most === undefined ? {} : { nodes: most }),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    };
  }

  #after(position: Position, turn: Turn): Position {
    return playMoves(this.#board, position, remainingMoves(position, turn));
  }

  #chosen(position: Position, result: SearchResult, limit: number | undefined, milliseconds: number): ChosenTurn {
    const moves = remainingMoves(position, result.turn);
    // After an interrupted iteration, the other values are from the previous one.
    const others = result.candidates.filter(({ turn }) => turn !== result.turn);
    const isPartial = result.candidates[0]?.value !== result.value;
    const reason = isPartial ? `at most, by ${result.depth} steps` : "at most";
    const candidates = [result, ...others].map(({ turn, value }, i): Candidate => ({
      kind: "move",
      // The only remaining move of a turn in progress may be its end.
      text: formatTurn(this.#board, position, remainingMoves(position, turn)) || "end",
      value: reportedValue(value),
      ...(i === 0 ? {} : { reason }),
    }));
    const { nodes } = result;
    // Turns are searched whole, even if fewer steps are requested.
    const depth = Math.min(result.depth, limit ?? result.depth);
    const value = reportedValue(result.value);
    return { moves, info: { value, unit: UNIT, pv: moves, nodes, milliseconds, depth, candidates } };
  }
}

function withLines(info: SearchInfo, position: Position, found: readonly SearchResult[]): SearchInfo {
  const nodes = Math.max(...found.map((each) => each.nodes));
  const lines = found.map(({ turn, value }) => ({ value: reportedValue(value), pv: remainingMoves(position, turn) }));
  return { ...info, nodes, lines };
}

/** A ply of the contract is a step; the search counts whole turns. */
function reportedValue(value: number): number {
  if (Math.abs(value) < LEAST_WIN) return value / PER_CENTIRABBIT;
  return Math.sign(value) * (WIN_VALUE - MAX_STEPS * (WIN - Math.abs(value)));
}

/** The moves of a turn that are not made yet. */
function remainingMoves(position: Position, turn: Turn): Move[] {
  const made = position[STEP_COUNT] as number;
  return movesOfTurn(turn).slice(Math.min(made, stepsInTurn(turn).length));
}
