/**
 * Selective alpha-beta over plans. A turn is composed of the moves of several plans while steps are left; a plan tried earlier in the turn is
 * not tried again. Leaves are evaluated by material and goal after a quiescence search of captures. So the search only confirms or refutes
 * the order of the plans: a later plan is chosen only if it wins more or loses less.
 */
import type { ForbiddenPositions } from "../../../engine/contracts/player.ts";
import { MAX_EVALUATION, WIN_VALUE } from "../../../engine/search/values.ts";
import type { Turn } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { Analysis } from "./analysis.ts";
import { bestOf, type ScoredTurn } from "./category.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Plan, PlanContext, PlanName } from "./plan.ts";
import { listPlans } from "./plan-list.ts";
import { goalPreparation } from "./plans/advances.ts";
import { capturedBy, captureScore } from "./plans/captures.ts";
import { TrapEvaluator } from "./plans/traps.ts";
import type { SearchNode } from "./search-node.ts";
import { positionalPenalty, landingScore, materialOf } from "./evaluate.ts";

export interface SearchOptions {
  readonly knowledge: Knowledge;
  /** Moves that a category keeps. */
  readonly keep: number;
  readonly seed: number;
  /** Turns searched before quiescence: 1 or 2. */
  readonly plies: number;
  /** Whole turns to search before the search may end with a plan that no reply refutes. */
  readonly patience: number;
  readonly extensions: boolean;
  readonly forbidden: ForbiddenPositions | undefined;
  /** Turns chosen repeatedly in recent turns: not chosen again unless they win. */
  readonly repeated: ReadonlySet<Turn>;
  /** True when the time or node limit is reached. */
  stopped(nodes: number): boolean;
}

/** A whole turn with its value for the side that makes it. */
export interface SearchedTurn {
  readonly value: number;
  readonly turn: Turn;
  readonly steps: number;
  readonly plans: readonly PlanName[];
}

/** A plan at the root with its search result. */
export interface TriedPlan {
  readonly plan: Plan;
  /** Its best value; null if it was not tried or has no move. */
  value: number | null;
  /** Whole turns searched for it. */
  turns: number;
}

const NOTHING_TRIED: ReadonlySet<PlanName> = new Set();
/** Depth of the quiescence search: one capturing turn of each side. */
const QUIESCENCE_TURNS = 2;
/** Within a turn, plans after the first contribute their best move only. */
const KEEP_LATER = 1;
/** Turns searched if no plan has a move. */
const WITHOUT_PLAN = 8;
const FILLER_COST = 0.1;
/** The row from which forced goals are searched: from farther away they are rare. */
const RUNNING_ROW = 5;
const EPSILON = 1e-6;
/** By how many points a later turn of equal value must lower the positional penalty to be preferred. */
const PENALTY_MARGIN = 0.2;

export class PlanSearch {
  /** Moves made in the whole tree; those of the side to move at the root, whole turns or parts; and its whole turns. */
  nodes = 0;
  ownMoves = 0;
  turnsSearched = 0;
  readonly #options: SearchOptions;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** The plans of a position, for `search`. */
  plansOf(node: SearchNode): TriedPlan[] {
    if (this.#stopped()) return [];
    const plans = listPlans(this.#context(new Analysis(node), 0, this.#options.keep));
    return plans.map((plan) => ({ plan, value: null, turns: 0 }));
  }

  /**
   * Tries the plans in order and yields the best turn after each move, so that the caller can do other work. Turns whose search was
   * interrupted are dropped.
   */
  *search(node: SearchNode, plans: readonly TriedPlan[]): Generator<SearchedTurn | null, SearchedTurn | null> {
    let best: SearchedTurn | null = null;
    let penalty = Number.POSITIVE_INFINITY;
    let confirmed = false;
    for (const tried of plans) {
      const { plan } = tried;
      for (const candidate of plan.moves()) {
        if (this.#stopped()) return best;
        const before = this.turnsSearched;
        // Slightly below the best, so that ties are detected.
        const alpha = best === null ? -WIN_VALUE : best.value - 2 * EPSILON;
        const searched = this.#follow(node, plan.name, candidate, NOTHING_TRIED, 0, alpha, WIN_VALUE);
        tried.turns += this.turnsSearched - before;
        if (this.#stopped() && best !== null) return best;
        if (searched && (!this.#options.repeated.has(searched.turn) || searched.value > MAX_EVALUATION)) {
          tried.value = Math.max(tried.value ?? Number.NEGATIVE_INFINITY, searched.value);
          // The paper takes a later plan only if it wins more or loses less.
          const penaltyAfter = this.#options.extensions
            ? positionalPenalty(node.after(searched.turn, searched.steps).cells)
            : Number.POSITIVE_INFINITY;
          const gained = searched.value - (best?.value ?? Number.NEGATIVE_INFINITY);
          if (gained > EPSILON || (gained > -EPSILON && penaltyAfter < penalty - PENALTY_MARGIN)) {
            best = searched;
            penalty = penaltyAfter;
            confirmed = isConfirmed(node, candidate, searched);
          }
        }
        yield best;
        // No reply refutes it: later plans win no more, and can at best lower the positional penalty.
        if (confirmed && this.turnsSearched >= this.#options.patience) return best;
      }
    }
    return best;
  }

  #stopped(): boolean {
    return this.#options.stopped(this.nodes);
  }

  #context(analysis: Analysis, ply: number, keep: number): PlanContext {
    const { knowledge, seed, extensions } = this.#options;
    return { analysis, ply, knowledge, keep, seed, extensions, stopped: () => this.#stopped() };
  }

  /** One move of a plan, and the rest of the turn. Null if the turn is not legal. */
  #follow(
    node: SearchNode,
    plan: PlanName,
    candidate: ScoredTurn,
    tried: ReadonlySet<PlanName>,
    ply: number,
    alpha: number,
    beta: number,
  ): SearchedTurn | null {
    this.nodes++;
    if (ply === 0) this.ownMoves++;
    const after = node.after(candidate.turn, candidate.steps);
    const continues = after.steps > 0 && plan !== "goal";
    const rest = continues
      ? this.#rest(after, new Set([...tried, plan]), ply, alpha, beta)
      : this.#end(after, ply, alpha, beta);
    return rest && prepend(candidate, plan, rest);
  }

  /** The rest of a turn: further plans, or the end. The first confirmed one is taken. */
  #rest(node: SearchNode, tried: ReadonlySet<PlanName>, ply: number, alpha: number, beta: number): SearchedTurn | null {
    let best: SearchedTurn | null = null;
    const plans = listPlans(this.#context(new Analysis(node), ply, KEEP_LATER), tried);
    for (const plan of plans) {
      for (const candidate of plan.moves()) {
        if (this.#stopped()) return best ?? this.#end(node, ply, alpha, beta);
        const searched = this.#follow(
          node,
          plan.name,
          candidate,
          tried,
          ply,
          Math.max(alpha, best?.value ?? alpha),
          beta,
        );
        if (!searched) continue;
        if (best === null || searched.value > best.value + EPSILON) best = searched;
        if (best.value >= beta || isConfirmed(node, candidate, searched)) return best;
      }
    }
    const end = this.#end(node, ply, Math.max(alpha, best?.value ?? alpha), beta);
    return best === null || (end && end.value > best.value + EPSILON) ? end : best;
  }

  /** The turn ends here: the value by the replies. Null if it may not end here. */
  #end(node: SearchNode, ply: number, alpha: number, beta: number): SearchedTurn | null {
    if (!node.changed) return null;
    const next = node.endTurn();
    if (ply === 0) {
      this.turnsSearched++;
      if (this.#options.forbidden?.(next.position)) return null;
    }
    const value =
      terminalValue(node, ply) ??
      -(ply + 1 < this.#options.plies
        ? this.#reply(next, ply + 1, -beta, -alpha)
        : this.#quiescence(next, ply + 1, QUIESCENCE_TURNS, -beta, -alpha));
    return { value, turn: 0, steps: 0, plans: [] };
  }

  /**
   * The other side's best reply. The value of a reply that captures nothing is at most the material on the board, since we can stand pat too. So, goals
   * apart, quiet plans are tried only if we threaten something, which a null move of the other side shows.
   */
  #reply(node: SearchNode, ply: number, alpha: number, beta: number): number {
    if (node.goal() !== null) return winValue(ply, MAX_STEPS);
    const standPat = materialOf(node.cells);
    const analysis = new Analysis(node);
    if (this.#forcesGoal(analysis, ply)) return winValue(ply + 2, MAX_STEPS);
    const nullMove = -this.#quiescence(
      node.endTurn(),
      ply + 1,
      QUIESCENCE_TURNS,
      -standPat,
      -Math.min(alpha, standPat - EPSILON),
    );
    let best = Math.min(nullMove, standPat);
    for (const plan of listPlans(this.#context(analysis, ply, this.#options.keep))) {
      if (best >= beta || this.#stopped()) return best;
      if (plan.name !== "capture" && best >= standPat) continue;
      for (const { turn, steps } of plan.moves()) {
        this.nodes++;
        const after = node.after(turn, steps);
        const searched = this.#end(after, ply, Math.max(alpha, best), beta);
        if (searched) best = Math.max(best, searched.value);
        if (best >= beta || (plan.name !== "capture" && best >= standPat)) break;
      }
    }
    return best;
  }

  /** Whether a rabbit advance of the other side wins against every reply, whatever the material. */
  #forcesGoal(analysis: Analysis, ply: number): boolean {
    if (!this.#options.extensions || (analysis.rabbits[0]?.row ?? 0) < RUNNING_ROW || this.#stopped()) return false;
    return goalPreparation.consider(this.#context(analysis, ply, 1))?.wins?.() === true;
  }

  /** Quiescence search: captures only; the side to move may stand pat. */
  #quiescence(node: SearchNode, ply: number, left: number, alpha: number, beta: number): number {
    if (node.goal() !== null) return winValue(ply, MAX_STEPS);
    let best = materialOf(node.cells);
    if (left === 0 || best >= beta || this.#stopped()) return best;
    if (!node.captures()) return best;
    const { keep, seed, extensions } = this.#options;
    const candidates = bestOf(node, captureScore, {
      keep,
      seed,
      extensions,
      lists: "captures",
      sacrifices: true,
      key: capturedBy,
    });
    for (const { turn, steps } of candidates) {
      this.nodes++;
      const after = node.after(turn, steps);
      const bound = Math.max(alpha, best);
      const value = terminalValue(after, ply) ?? -this.#quiescence(after.endTurn(), ply + 1, left - 1, -beta, -bound);
      best = Math.max(best, value);
      if (best >= beta) return best;
    }
    return best;
  }

  /**
   * Uses the steps that the chosen turn has left: guards home traps and improves pieces, as long as the value does not
   * drop.
   */
  useRemainingSteps(node: SearchNode, searched: SearchedTurn): SearchedTurn {
    if (searched.steps >= node.steps || searched.plans.includes("goal") || this.#stopped()) return searched;
    const after = node.after(searched.turn, searched.steps);
    for (const candidate of this.#fillers(after, this.#options.keep)) {
      if (this.#stopped()) return searched;
      const end = this.#filled(after, candidate, searched.value - 1);
      if (end && end.value >= searched.value - EPSILON)
        return {
          ...searched,
          value: end.value,
          turn: (searched.turn | shifted(candidate.turn, searched.steps)) >>> 0,
          steps: searched.steps + candidate.steps,
        };
    }
    return searched;
  }

  /** If no plan has a legal move: the best positional turn. */
  searchWithoutPlan(node: SearchNode): SearchedTurn | null {
    let best: SearchedTurn | null = null;
    if (this.#stopped()) return best;
    for (const candidate of this.#fillers(node, WITHOUT_PLAN)) {
      if (this.#stopped()) return best;
      const end = this.#filled(node, candidate, best?.value ?? -WIN_VALUE);
      if (end && (best === null || end.value > best.value + EPSILON))
        best = { value: end.value, turn: candidate.turn, steps: candidate.steps, plans: [] };
    }
    return best;
  }

  #filled(node: SearchNode, { turn, steps }: ScoredTurn, alpha: number): SearchedTurn | null {
    this.nodes++;
    return this.#end(node.after(turn, steps), 0, alpha, WIN_VALUE);
  }

  #fillers(node: SearchNode, keep: number): ScoredTurn[] {
    const { knowledge, seed, extensions } = this.#options;
    const evaluators = [2, 3].map((trap) => new TrapEvaluator(knowledge.patterns, node.cells, trap));
    return bestOf(
      node,
      (outcome) => evaluators.reduce((sum, evaluator) => sum + evaluator.gain(outcome), landingScore(outcome)),
      { keep, seed, extensions, stepCost: FILLER_COST },
    );
  }
}

/** Whether the value is at least the material after the move: no reply refutes it. */
function isConfirmed(node: SearchNode, { turn, steps }: ScoredTurn, { value }: SearchedTurn): boolean {
  return value >= materialOf(node.after(turn, steps).cells) - EPSILON;
}

/** Shifts a turn behind `steps` other steps. */
function shifted(turn: Turn, steps: number): Turn {
  return steps >= MAX_STEPS ? 0 : (turn << (8 * steps)) >>> 0;
}

function prepend({ turn, steps }: ScoredTurn, plan: PlanName, rest: SearchedTurn): SearchedTurn {
  return {
    value: rest.value,
    turn: (turn | shifted(rest.turn, steps)) >>> 0,
    steps: steps + rest.steps,
    plans: [plan, ...rest.plans],
  };
}

/** The value for the side that has just moved, if the game has ended. */
function terminalValue(node: SearchNode, ply: number): number | null {
  const winner = node.kernel.winnerAfter(node.position, node.side);
  if (winner === null) return null;
  const won = winValue(ply, MAX_STEPS - node.steps);
  return winner === node.side ? won : -won;
}

/** Faster wins are higher: counts the steps of the turns before and of this one. */
function winValue(ply: number, steps: number): number {
  return WIN_VALUE - (MAX_STEPS * ply + steps);
}
