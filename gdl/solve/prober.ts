/** Exact values of positions of a general game, from its solved states or proven outcomes. The first probe solves the game. */
import { fail, GameloreError, ok, type Result, throwIfAborted } from "../../engine/contracts/errors.ts";
import {
  type Actor,
  CHANCE,
  type Move,
  type PlayerNumber,
  type Position,
  type Scores,
} from "../../engine/contracts/position.ts";
import { formatPlies, plural } from "../../engine/contracts/quantities.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type {
  Probe,
  ProbedMove,
  Prober,
  ProbeProgress,
  ProbeValue,
  ProofBounds,
  ProofRun,
  ProofSummary,
} from "../../engine/contracts/table.ts";
import { type FoundState, type GameSolver, LONG_PROOF_BOUNDS, type PositionToProve } from "./game-solver.ts";
import type { StateValue } from "./solved-states.ts";

/** A game that is too large must not delay the search that replaces its exact values: waiting is limited to this part of the time. */
const WAITING_PART = 0.05;
const BEST_GOAL = 100;
/** A score is the goal difference times this, minus the plies of a win or plus those of a loss. */
const SCORE_STEP = 1_000;

export class SolvedGameProber implements Prober {
  readonly name = "retrograde analysis";
  readonly isFast: true = true;
  readonly #rules: OpenGame;
  /** Null if the game has no propnet. */
  readonly #solver: GameSolver | null;
  /** Milliseconds that probes may still wait, and when that was computed. */
  #credit = Number.POSITIVE_INFINITY;
  #creditAt = performance.now();
  #isClosed = false;
  /** When the whole game was first tried. */
  #startedAt: number | null = null;

  constructor(rules: OpenGame, solver: GameSolver | null) {
    this.#rules = rules;
    this.#solver = solver;
    solver?.use();
  }

  start(): void {
    this.#startedAt ??= performance.now();
    // The next probe reports an error.
    this.#solver?.solveWhole().catch(() => {});
  }

  refresh(): void {
    this.#solver?.refresh();
  }

  get revision(): number {
    return this.#solver?.revision ?? 0;
  }

  get progress(): ProbeProgress | null {
    return this.#solver?.progress ?? null;
  }

  /** An empty text is the initial position. */
  parsePosition(text: string): Result<Position> {
    return text.trim() === "" ? ok(this.#rules.initial()) : this.#rules.parsePosition(text);
  }

  async probe(
    position: Position,
    signal?: AbortSignal,
    patience: number = Number.POSITIVE_INFINITY,
  ): Promise<Result<Probe>> {
    throwIfAborted(signal);
    const { id } = this.#rules.game;
    const solver = this.#solver;
    if (!solver) return fail("not-in-table", `${id} is not solved: ${this.#rules.whyNoEvaluators ?? "no propnet"}`);
    const actors = this.#rules.actors(position);
    if (actors.length === 0) return fail("not-in-table", "the game has ended");
    const found = solver.find(position) ?? (await this.#solve(solver, position, signal, patience));
    if (found) return ok(this.#probe(position, found));
    const proven = this.#proven(solver, position);
    if (proven) return ok(proven);
    const { unsolved } = solver;
    if (!unsolved) return fail("not-in-table", `${id} is not solved yet`);
    const part = solver.unsolvedPart(position);
    return fail(
      "not-in-table",
      [
        `${id} cannot be solved: ${unsolved.reason}`,
        ...(part && part !== unsolved ? [`from this position: ${part.reason}`] : []),
        ...this.#whyUnproven(solver, position),
      ].join("; "),
    );
  }

  /** The position's own outcome may be proven while that of a move is not. */
  #whyUnproven(solver: GameSolver, position: Position): string[] {
    const why = solver.whyUnproven(position);
    if (!why) return [];
    const own = solver.outcomeOf(position);
    if (own === null) return [`proof of its outcome: ${why}`];
    const { text } = provenValue(own, this.#moverOf(position), false);
    return [`the position is proven, a ${text}; proof of the outcome of a move: ${why}`];
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#solver?.release();
    await this.#rules.close();
  }

  /** Solves the whole game, or if it is too large the part from a position; null if that takes longer than `patience`. */
  async #solve(
    solver: GameSolver,
    position: Position,
    signal: AbortSignal | undefined,
    patience: number,
  ): Promise<FoundState | null> {
    if (!solver.unsolved) {
      this.#startedAt ??= performance.now();
      const left = patience - (performance.now() - this.#startedAt);
      await this.#wait(solver.solveWhole(), Math.min(this.#allowance(patience), left), signal);
    }
    const found = solver.find(position);
    // A position that is set up may be unreachable in a solved game.
    const isPart = solver.unsolved ? solver.unsolved.isTooLarge : solver.isSolved;
    if (found || !isPart || this.#proven(solver, position)) return found;
    const given = this.#toProve(position);
    if (patience !== Number.POSITIVE_INFINITY) {
      const isHopeless = solver.unsolvedPart(position) && (!solver.canProve || solver.whyUnproven(position));
      if (!isHopeless) await this.#wait(solver.startPart(given), this.#allowance(patience), signal);
      return solver.find(position);
    }
    if (solver.provesFirst) {
      await solver.prove(given, undefined, { signal });
      if (this.#proven(solver, position)) return null;
    }
    if (!solver.unsolvedPart(position)) await solver.solvePart(position, undefined, { signal });
    if (!solver.find(position) && solver.canProve && !solver.provesFirst)
      await solver.prove(given, undefined, { signal });
    return solver.find(position);
  }

  get proofBounds(): ProofBounds | null {
    return this.#solver && this.#rules.players.length === 2 ? LONG_PROOF_BOUNDS : null;
  }

  isProvable(position: Position): boolean {
    if (!this.#solver || !isTurn(this.#rules.actors(position))) return false;
    return this.#solver.isProvable(position, () => this.#toProve(position));
  }

  async prove(position: Position, run: ProofRun): Promise<Result<ProofSummary>> {
    const { id } = this.#rules.game;
    const solver = this.#solver;
    if (!solver || !this.proofBounds || !isTurn(this.#rules.actors(position)))
      return fail("bad-usage", `${id}: only positions of two players who take turns are proven`);
    const { why, states } = await solver.proveNow(this.#toProve(position), run);
    const outcome = solver.outcomeOf(position);
    if (outcome === null || why !== null)
      return fail("too-large", `not proven: ${why ?? "not supported"} (${plural(states, "state")} expanded)`);
    return ok({ outcome: provenValue(outcome, this.#moverOf(position), false).outcome ?? "draw", states });
  }

  #toProve(position: Position): PositionToProve {
    return { position, next: this.#nextOf(position).flatMap(({ state, scores }) => (scores ? [] : [state])) };
  }

  /** The moves of the mover with their next states; scores if the game ends there. */
  #nextOf(position: Position): { readonly move: Move; readonly state: Position; readonly scores: Scores | null }[] {
    const rules = this.#rules;
    return rules.moves(position, this.#moverOf(position)).map((move) => {
      const state = rules.play(position, [move]);
      return { move, state, scores: rules.result(state) };
    });
  }

  #moverOf(position: Position): PlayerNumber {
    const mover = this.#rules.actors(position)[0];
    if (mover === undefined || mover === CHANCE) throw new Error("no player is to move");
    return mover;
  }

  /** From the proven outcomes of the position and all of its moves; null if one is missing. Distances are not known. */
  #proven(solver: GameSolver, position: Position): Probe | null {
    const rules = this.#rules;
    const own = solver.outcomeOf(position);
    if (own === null) return null;
    const mover = this.#moverOf(position);
    const moves: ProbedMove[] = [];
    for (const { move, state, scores } of this.#nextOf(position)) {
      const outcome = scores ? Math.sign((scores[0] as number) - (scores[1] as number)) : solver.outcomeOf(state);
      if (outcome === null) return null;
      moves.push({ move, text: rules.formatMove(position, move), after: provenValue(outcome, mover, scores !== null) });
    }
    moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
    const value = provenValue(own, mover, false);
    return { table: "proof-number search", position: rules.formatPosition(position), value, moves };
  }

  /** Waits for a result or until the time is over; the work continues. */
  async #wait(work: Promise<unknown>, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const start = performance.now();
    // It continues without its caller, and reports errors to the next one.
    const settled = work.then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
      },
    );
    settled.catch(() => {});
    if (milliseconds <= 0) return;
    const { promise: timeout, resolve: stop } = Promise.withResolvers<void>();
    const onAbort = (): void => stop();
    const timer = Number.isFinite(milliseconds) ? setTimeout(stop, milliseconds) : null;
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([settled, timeout]);
    } finally {
      if (timer) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.#credit -= performance.now() - start;
    }
    throwIfAborted(signal);
  }

  /** How long a probe may wait: at most `most`, and on average a small part of the time. */
  #allowance(most: number): number {
    if (most === Number.POSITIVE_INFINITY) return most;
    const now = performance.now();
    this.#credit = Math.min(most, this.#credit + WAITING_PART * (now - this.#creditAt));
    this.#creditAt = now;
    return Math.max(0, this.#credit);
  }

  #probe(position: Position, { solved, index }: FoundState): Probe {
    const rules = this.#rules;
    const mover = this.#moverOf(position);
    const valueFor = (value: StateValue, player: PlayerNumber): ProbeValue =>
      rules.players.length === 1 ? puzzleValue(value) : outcomeValue(value, player);
    const moves = rules.moves(position, mover).map((move): ProbedMove => {
      const after = solved.find(rules.play(position, [move]));
      if (after < 0) throw new Error(`${rules.game.id}: a state after a move is not among the solved ones`);
      return { move, text: rules.formatMove(position, move), after: valueFor(solved.value(after), mover) };
    });
    moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
    return {
      position: rules.formatPosition(position),
      value: valueFor(solved.value(index), mover),
      moves,
    };
  }
}

/** One player, not chance, is to move. */
function isTurn([actor, ...others]: readonly Actor[]): boolean {
  return actor !== undefined && actor !== CHANCE && others.length === 0;
}

/** `outcome` is for the first role: 1, 0 or -1. A win at once is better than one at an unknown distance. */
function provenValue(outcome: number, player: PlayerNumber, isAtOnce: boolean): ProbeValue {
  const own = player === 0 ? outcome : 0 - outcome;
  const text = own > 0 ? "win" : own < 0 ? "loss" : "draw";
  return {
    text: `${text}${isAtOnce && own !== 0 ? " at once" : ""}`,
    score: own * (SCORE_STEP * BEST_GOAL + (isAtOnce ? 1 : 0)),
    parts: { goal: BEST_GOAL * (own > 0 ? 1 : own < 0 ? 0 : 0.5), ...(isAtOnce && own !== 0 && { plies: 0 }) },
    exact: true,
    outcome: text,
  };
}

function distance(plies: number | null): string {
  return plies === null ? "" : plies === 0 ? " at once" : ` in ${formatPlies(plies)}`;
}

function puzzleValue({ goals, plies }: StateValue): ProbeValue {
  const goal = goals?.[0];
  if (goal === undefined) {
    const score = -SCORE_STEP * BEST_GOAL;
    return { text: "no end can be reached", score, parts: { goal: 0 }, exact: true, outcome: "loss" };
  }
  const outcome = goal >= BEST_GOAL ? "win" : goal <= 0 ? "loss" : null;
  return {
    text: `${outcome === "win" ? "solved" : `${goal} of ${BEST_GOAL} points`}${distance(plies)}`,
    score: SCORE_STEP * goal - (plies ?? 0),
    parts: { goal, plies },
    exact: true,
    ...(outcome && { outcome }),
  };
}

/** For one of two roles. */
function outcomeValue({ goals, plies }: StateValue, player: PlayerNumber): ProbeValue {
  if (goals === null)
    return { text: "draw by endless play", score: 0, parts: { goal: BEST_GOAL / 2 }, exact: true, outcome: "draw" };
  const [own, other] = (player === 0 ? goals : goals.toReversed()) as [number, number];
  if (own === other) return { text: "draw", score: 0, parts: { goal: own }, exact: true, outcome: "draw" };
  const outcome = own > other ? "win" : "loss";
  const isWhole = Math.abs(own - other) >= BEST_GOAL;
  return {
    text: `${outcome}${distance(plies)}${isWhole ? "" : `, ${own} of ${BEST_GOAL} points`}`,
    score: SCORE_STEP * (own - other) + (outcome === "win" ? -1 : 1) * (plies ?? 0),
    parts: { goal: own, plies },
    exact: true,
    outcome,
  };
}
