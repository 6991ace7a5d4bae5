/**
 * Selective alpha-beta over plans. A turn is made of plans, one after the other, while steps are left; a plan that was tried higher up in
 * the turn is not tried again. Leaves are judged by material and goal alone, captures are searched on. So the search only confirms or
 * refutes what the order of the plans says: a later plan is chosen only where it wins more, or loses less.
 */

import type { ForbiddenPositions } from "../../../engine/contracts/player.ts";
import { MAX_EVALUATION, WIN_VALUE } from "../../../engine/search/values.ts";
import type { Turn } from "../board.ts";
import { MAX_STEPS } from "../layout.ts";
import { Analysis } from "./analysis.ts";
import { bestOf, type ScoredTurn } from "./category.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Plan, PlanContext, PlanName } from "./plan.ts";
import { listPlans } from "./plan-list.ts";
import { goalPreparation } from "./plans/advances.ts";
import { capturedBy, captureScore } from "./plans/captures.ts";
import { TrapJudge } from "./plans/traps.ts";
import type { SearchNode } from "./search-node.ts";
import { troubles, landingScore, materialOf } from "./evaluate.ts";

export interface SearchOptions {
  readonly knowledge: Knowledge;
  /** Moves that a category keeps. */
  readonly keep: number;
  readonly seed: number;
  /** Turns that are searched before captures alone are: 1 or 2. */
  readonly plies: number;
  /** Whole turns that are looked at before the search ends with a plan that no reply refutes. */
  readonly patience: number;
  readonly forbidden: ForbiddenPositions | undefined;
  /** Turns that led nowhere before: not chosen again unless they win. */
  readonly worn: ReadonlySet<Turn>;
  /** True when time, nodes or patience are at an end. */
  stopped(looked: number): boolean;
}

/** A whole turn with what it leads to, for the side that makes it. */
export interface SearchedTurn {
  readonly value: number;
  readonly turn: Turn;
  readonly steps: number;
  readonly plans: readonly PlanName[];
}

/** A plan at the root with what came of it. */
export interface TriedPlan {
  readonly plan: Plan;
  /** Its best value; null where it was not tried, or has no move. */
  value: number | null;
  /** Whole turns of ours looked at for it. */
  turns: number;
}

const NOTHING_TRIED: ReadonlySet<PlanName> = new Set();
/** Captures after the last searched turn: one of each side. */
const CAPTURE_TURNS = 2;
/** Within a turn, after the first plan, each further one offers its best move only. */
const KEPT_LATER = 1;
/** So many turns are looked at where no plan has one. */
const WITHOUT_PLAN = 8;
const FILLER_COST = 0.1;
/** Rabbits that are not so far up are no danger yet: unstoppable goals from farther away are rare. */
const RUNNING_ROW = 5;
const EQUAL = 1e-6;
/** By how many points of trouble less another line as good in material must leave to be preferred to one of an earlier plan. */
const CLEARLY_LESS = 0.2;

export class PlanSearch {
  /** Moves made in the whole tree, and whole turns of the side to move among them. */
  nodes = 0;
  turnsSearched = 0;
  readonly #options: SearchOptions;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** The plans of a position, to be given to `think`. */
  plansOf(scene: SearchNode): TriedPlan[] {
    if (this.#stopped()) return [];
    const plans = listPlans(this.#context(new Analysis(scene), 0, this.#options.keep));
    return plans.map((plan) => ({ plan, value: null, looked: 0 }));
  }

  /**
   * Tries the plans in order; what is best so far is given after each move, so that whoever waits may look up. Lines that were not finished when the
   * search was stopped are left out.
   */
  *think(scene: SearchNode, plans: readonly TriedPlan[]): Generator<SearchedTurn | null, SearchedTurn | null> {
    let best: SearchedTurn | null = null;
    let risk = Number.POSITIVE_INFINITY;
    let standing = false;
    for (const tried of plans) {
      const { plan } = tried;
      for (const candidate of plan.moves()) {
        if (this.#stopped()) return best;
        const before = this.turnsSearched;
        // A little less than the best, so that a line as good is known to be.
        const alpha = best === null ? -WIN_VALUE : best.value - 2 * EQUAL;
        const line = this.#follow(scene, plan.name, candidate, NOTHING_TRIED, 0, alpha, WIN_VALUE);
        tried.turns += this.turnsSearched - before;
        if (this.#stopped() && best !== null) return best;
        if (line && (!this.#options.worn.has(line.turn) || line.value > MAX_EVALUATION)) {
          tried.value = Math.max(tried.value ?? Number.NEGATIVE_INFINITY, line.value);
          const left = troubles(scene.after(line.turn, line.steps).cells);
          const gained = line.value - (best?.value ?? Number.NEGATIVE_INFINITY);
          if (gained > EQUAL || (gained > -EQUAL && left < risk - CLEARLY_LESS)) {
            best = line;
            risk = left;
            standing = stands(scene, candidate, line);
          }
        }
        yield best;
        // Nothing refutes it: what comes later in the list wins no more, and may at best leave less in trouble.
        if (standing && this.turnsSearched >= this.#options.patience) return best;
      }
    }
    return best;
  }

  #stopped(): boolean {
    return this.#options.stopped(this.nodes);
  }

  #context(analysis: Analysis, ply: number, keep: number): PlanContext {
    const { knowledge, seed } = this.#options;
    return { analysis, ply, knowledge, keep, seed, stopped: () => this.#stopped() };
  }

  /** One move of a plan, and what follows in the same turn. Null where the turn would not be legal. */
  #follow(
    scene: SearchNode,
    plan: PlanName,
    candidate: ScoredTurn,
    tried: ReadonlySet<PlanName>,
    ply: number,
    alpha: number,
    beta: number,
  ): SearchedTurn | null {
    this.nodes++;
    const after = scene.after(candidate.turn, candidate.steps);
    const goesOn = after.steps > 0 && plan !== "goal";
    const rest = goesOn
      ? this.#rest(after, new Set([...tried, plan]), ply, alpha, beta)
      : this.#end(after, ply, alpha, beta);
    return rest && joined(candidate, plan, rest);
  }

  /** The rest of a turn that has begun: further plans, or the end. The first that stands is taken. */
  #rest(scene: SearchNode, tried: ReadonlySet<PlanName>, ply: number, alpha: number, beta: number): SearchedTurn | null {
    let best: SearchedTurn | null = null;
    const plans = listPlans(this.#context(new Analysis(scene), ply, KEPT_LATER), tried);
    for (const plan of plans) {
      for (const candidate of plan.moves()) {
        if (this.#stopped()) return best ?? this.#end(scene, ply, alpha, beta);
        const line = this.#follow(scene, plan.name, candidate, tried, ply, Math.max(alpha, best?.value ?? alpha), beta);
        if (!line) continue;
        if (best === null || line.value > best.value + EQUAL) best = line;
        if (best.value >= beta || stands(scene, candidate, line)) return best;
      }
    }
    const end = this.#end(scene, ply, Math.max(alpha, best?.value ?? alpha), beta);
    return best === null || (end && end.value > best.value + EQUAL) ? end : best;
  }

  /** The turn ends here: what the other side makes of it. Null where it may not end here. */
  #end(scene: SearchNode, ply: number, alpha: number, beta: number): SearchedTurn | null {
    if (!scene.changed) return null;
    const next = scene.endTurn();
    if (ply === 0) {
      this.turnsSearched++;
      if (this.#options.forbidden?.(next.position)) return null;
    }
    const value =
      decided(scene, ply) ??
      -(ply + 1 < this.#options.plies
        ? this.#reply(next, ply + 1, -beta, -alpha)
        : this.#captures(next, ply + 1, CAPTURE_TURNS, -beta, -alpha));
    return { value, turn: 0, steps: 0, plans: [] };
  }

  /**
   * The other side's best reply. A turn that captures nothing leaves at best the material as it is, since we need not capture either: so, goals
   * apart, quiet plans are tried only where we threaten something, which shows when the other side is made to pass.
   */
  #reply(scene: SearchNode, ply: number, alpha: number, beta: number): number {
    if (scene.goal() !== null) return wonAfter(ply, MAX_STEPS);
    const still = materialOf(scene.cells);
    const analysis = new Analysis(scene);
    if (this.#forcesGoal(analysis, ply)) return wonAfter(ply + 2, MAX_STEPS);
    const passing = -this.#captures(scene.endTurn(), ply + 1, CAPTURE_TURNS, -still, -Math.min(alpha, still - EQUAL));
    let best = Math.min(passing, still);
    for (const plan of listPlans(this.#context(analysis, ply, this.#options.keep))) {
      if (best >= beta || this.#stopped()) return best;
      if (plan.name !== "capture" && best >= still) continue;
      for (const { turn, steps } of plan.moves()) {
        this.nodes++;
        const after = scene.after(turn, steps);
        const line = this.#end(after, ply, Math.max(alpha, best), beta);
        if (line) best = Math.max(best, line.value);
        if (best >= beta || (plan.name !== "capture" && best >= still)) break;
      }
    }
    return best;
  }

  /** Whether a plan of the other side's rabbits wins whatever we reply: no material makes up for that. */
  #forcesGoal(analysis: Analysis, ply: number): boolean {
    if ((analysis.rabbits[0]?.row ?? 0) < RUNNING_ROW || this.#stopped()) return false;
    return goalPreparation.consider(this.#context(analysis, ply, 1))?.wins?.() === true;
  }

  /** Captures alone: who is to move may also be content with things as they are. */
  #captures(scene: SearchNode, ply: number, left: number, alpha: number, beta: number): number {
    if (scene.goal() !== null) return wonAfter(ply, MAX_STEPS);
    let best = materialOf(scene.cells);
    if (left === 0 || best >= beta || this.#stopped()) return best;
    if (!scene.captures()) return best;
    const { keep, seed } = this.#options;
    const candidates = bestOf(scene, captureScore, {
      keep,
      seed,
      lists: "captures",
      sacrifices: true,
      key: capturedBy,
    });
    for (const { turn, steps } of candidates) {
      this.nodes++;
      const after = scene.after(turn, steps);
      const bound = Math.max(alpha, best);
      const value = decided(after, ply) ?? -this.#captures(after.endTurn(), ply + 1, left - 1, -beta, -bound);
      best = Math.max(best, value);
      if (best >= beta) return best;
    }
    return best;
  }

  /**
   * Steps that the chosen line has left are filled in afterwards: home traps guarded, pieces put where they stand well, as long as the line loses
   * nothing by it.
   */
  fillIn(scene: SearchNode, line: SearchedTurn): SearchedTurn {
    if (line.steps >= scene.steps || line.plans.includes("goal") || this.#stopped()) return line;
    const after = scene.after(line.turn, line.steps);
    for (const candidate of this.#fillers(after, this.#options.keep)) {
      if (this.#stopped()) return line;
      const end = this.#filled(after, candidate, line.value - 1);
      if (end && end.value >= line.value - EQUAL)
        return {
          ...line,
          value: end.value,
          turn: (line.turn | shifted(candidate.turn, line.steps)) >>> 0,
          steps: line.steps + candidate.steps,
        };
    }
    return line;
  }

  /** Where no plan has a move that may be made: what fills in best. */
  withoutPlan(scene: SearchNode): SearchedTurn | null {
    let best: SearchedTurn | null = null;
    if (this.#stopped()) return best;
    for (const candidate of this.#fillers(scene, WITHOUT_PLAN)) {
      if (this.#stopped()) return best;
      const end = this.#filled(scene, candidate, best?.value ?? -WIN_VALUE);
      if (end && (best === null || end.value > best.value + EQUAL))
        best = { value: end.value, turn: candidate.turn, steps: candidate.steps, plans: [] };
    }
    return best;
  }

  #filled(scene: SearchNode, { turn, steps }: ScoredTurn, alpha: number): SearchedTurn | null {
    this.nodes++;
    return this.#end(scene.after(turn, steps), 0, alpha, WIN_VALUE);
  }

  #fillers(scene: SearchNode, keep: number): ScoredTurn[] {
    const { knowledge, seed } = this.#options;
    const judges = [2, 3].map((trap) => new TrapJudge(knowledge.patterns, scene.cells, trap));
    return bestOf(
      scene,
      (outcome) => judges.reduce((sum, judge) => sum + judge.gain(outcome), landingScore(outcome)),
      // These steps are left over anyway.
      { keep, seed, stepCost: FILLER_COST },
    );
  }
}

/** A line that loses nothing of what its move won or found. */
function stands(scene: SearchNode, { turn, steps }: ScoredTurn, { value }: SearchedTurn): boolean {
  return value >= materialOf(scene.after(turn, steps).cells) - EQUAL;
}

/** Steps put behind so many others. */
function shifted(turn: Turn, steps: number): Turn {
  return steps >= MAX_STEPS ? 0 : (turn << (8 * steps)) >>> 0;
}

function joined({ turn, steps }: ScoredTurn, plan: PlanName, rest: SearchedTurn): SearchedTurn {
  return {
    value: rest.value,
    turn: (turn | shifted(rest.turn, steps)) >>> 0,
    steps: steps + rest.steps,
    plans: [plan, ...rest.plans],
  };
}

/** The value for who has just moved, where that has ended the game. */
function decided(scene: SearchNode, ply: number): number | null {
  const winner = scene.kernel.winnerAfter(scene.position, scene.side);
  if (winner === null) return null;
  const won = wonAfter(ply, MAX_STEPS - scene.steps);
  return winner === scene.side ? won : -won;
}

/** A win counts its steps: those of whole turns before, and of this one. */
function wonAfter(ply: number, steps: number): number {
  return WIN_VALUE - (MAX_STEPS * ply + steps);
}
