/**
 * Learns features from random walks. A won walk is processed backwards from its end: the winner's last move gives an offensive feature, the
 * replies that would have prevented it defensive ones, and moves that established facts of a feature give features of the next
 * level.
 */
import { yieldToEventLoop } from "#platform/yield";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import { FeatureSet, selected, type Feature, type Pattern } from "./feature.ts";
import {
  afterEach,
  allows,
  canReach,
  forces,
  holdsAll,
  not,
  neededFacts,
  reaches,
  type Action,
  type GeneralisationOptions,
  type Test,
} from "./generalise.ts";
import type { Symmetry } from "../propnet/symmetry.ts";
import { LaneStates } from "./lane-states.ts";
import { findSymmetries, imageOf } from "./symmetry.ts";
import { RandomWalks, type Walk } from "./random-walks.ts";

export interface LearnerOptions extends GeneralisationOptions {
  readonly seed: number;
  /** The highest level; 0 learns only at the end of games. */
  readonly levels: number;
  /**
   * Which replies are defensive: those that break a feature which holds after the other replies ("standing"), or all after which it does not
   * hold, even if the actual reply established it ("any").
   */
  readonly threats: "standing" | "any";
  /**
   * Which defensive replies are learned: all, or one per threat, as the paper's counts suggest: any reply after which the feature does not hold and,
   * at the end of the game, the opponent has no winning move.
   */
  readonly defences: "all" | "one";
  /** A reply that established the opponent's feature gives a feature to avoid. */
  readonly blunders: boolean;
  /** Learns also from games in which the loser moved last: its move is to avoid, and a move that forced it is offensive. */
  readonly loserLast: boolean;
  /** Adds the images of a feature under the symmetries of the board. */
  readonly symmetry: boolean;
}

/** As in the paper, with defensive replies as in its examples and counts. */
export const PAPER_LEARNER: LearnerOptions = {
  seed: 1,
  levels: 3,
  threats: "standing",
  defences: "all",
  blunders: false,
  loserLast: false,
  pairs: false,
  returning: "kept",
  symmetry: false,
};

export const DEFAULT_LEARNER: LearnerOptions = {
  ...PAPER_LEARNER,
  blunders: true,
  loserLast: true,
  pairs: true,
  returning: "tested",
  symmetry: true,
};

/** Statistics of the walks; won and lost by role. */
export interface WalkCounts {
  walks: number;
  steps: number;
  readonly won: number[];
  readonly lost: number[];
}

interface LearnLimits {
  /** Total number of walks, including earlier calls. */
  readonly runs: number;
  readonly seconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((runs: number, features: number) => void) | undefined;
}

/** Time between two yields to the event loop. */
const SLICE_MS = 20;

export class FeatureLearner {
  readonly features: FeatureSet;
  readonly options: LearnerOptions;
  readonly counts: WalkCounts;
  readonly #reasoner: PropnetReasoner;
  readonly #lanes: LaneStates;
  readonly #walks: RandomWalks;
  readonly #historyLength: number;
  /** By role: moves made as the only legal move while another role had a choice. */
  readonly #idle: readonly Set<number>[];
  #runs: number;
  #symmetries: readonly Symmetry[] | null = null;
  /** The call that learns now; the next one continues after it. */
  #learning: Promise<void> = Promise.resolve();

  constructor(
    reasoner: PropnetReasoner,
    options: Partial<LearnerOptions> = {},
    known: { readonly features: FeatureSet; readonly runs: number; readonly counts: WalkCounts } | null = null,
  ) {
    this.options = { ...DEFAULT_LEARNER, ...options };
    this.#reasoner = reasoner;
    this.#lanes = new LaneStates(reasoner.placed);
    this.#walks = new RandomWalks(reasoner, this.#lanes);
    const none = (): number[] => reasoner.roles.map(() => 0);
    this.counts = known?.counts ?? { walks: 0, steps: 0, won: none(), lost: none() };
    this.features = known?.features ?? new FeatureSet();
    this.#runs = known?.runs ?? 0;
    this.#historyLength = Math.max(2, reasoner.roles.length) * (this.options.levels + 1) + 1;
    this.#idle = reasoner.roles.map(() => new Set());
  }

  get runs(): number {
    return this.#runs;
  }

  /** Symmetries of the board, found before the first walk. */
  get symmetries(): readonly Symmetry[] {
    for (const _ of this.#prepareSymmetries());
    return this.#symmetries as readonly Symmetry[];
  }

  *#prepareSymmetries(): Generator<void> {
    this.#symmetries ??= this.options.symmetry ? yield* findSymmetries(this.#reasoner, this.#lanes) : [];
  }

  /** Learns until the number of walks or the time is reached, or the signal is aborted; another call continues. */
  learn(limits: LearnLimits): Promise<void> {
    const until = performance.now() + 1000 * (limits.seconds ?? Infinity);
    const learned = this.#learning.then(() => this.#learnUntil(until, limits));
    this.#learning = learned.catch(() => {});
    return learned;
  }

  async #learnUntil(until: number, { runs, signal, onProgress }: LearnLimits): Promise<void> {
    if (signal?.aborted || performance.now() >= until) return;
    let shown = performance.now();
    for (const _ of this.#slices(runs)) {
      const now = performance.now();
      if (signal?.aborted || now >= until) return;
      if (now - shown < SLICE_MS) continue;
      onProgress?.(this.#runs, this.features.size);
      await yieldToEventLoop();
      shown = performance.now();
    }
  }

  walksOf(batch: number): (Walk | null)[] {
    return this.#walks.batch(this.#seedOf(batch), this.#historyLength);
  }

  *#slices(runs: number): Generator<void> {
    yield* this.#prepareSymmetries();
    while (this.#runs < runs) {
      const batch = Math.floor(this.#runs / LANE_COUNT);
      const first = this.#runs % LANE_COUNT;
      // Outcomes of a batch are recorded once, at its start.
      const walks =
        first > 0
          ? this.walksOf(batch)
          : this.#walks.batch(this.#seedOf(batch), this.#historyLength, (moves, holds, winner) =>
              moves.forEach((move, role) => this.features.recordOutcome(role, move, winner, holds)),
            );
      yield;
      for (let lane = first; lane < LANE_COUNT && this.#runs < runs; lane++) {
        const walk = walks[lane];
        if (walk) this.learnFrom(walk);
        this.#runs++;
        yield;
      }
    }
  }

  #seedOf(batch: number): number {
    return (Math.imul(this.options.seed, 0x85ebca6b) + batch) | 0;
  }

  learnFrom(walk: Walk): void {
    const { winner, states, moves, winnerGoal } = walk;
    this.counts.walks++;
    this.counts.steps += walk.length;
    if (winner < 0) return;
    this.counts.won[winner]!++;
    this.counts.lost.forEach((_, role) => role !== winner && this.counts.lost[role]!++);
    const at = moves.length - 1;
    if (at < 0 || moves.some((made) => made.includes(-1))) return;
    const movers = this.#movers(walk);
    const won = reaches(winnerGoal);
    if (movers[at]?.includes(winner)) {
      this.#learnHigherLevels(walk, movers, at, this.#learn("offensive", 0, this.#action(walk, at, winner), won, []));
      return;
    }
    if (!this.options.loserLast) return;
    for (const role of movers[at] ?? []) this.#learn("avoid", 0, this.#action(walk, at, role), won, []);
    const [loser, ...more] = movers[at] ?? [];
    if (loser === undefined || more.length > 0 || at === 0 || !movers[at - 1]?.includes(winner)) return;
    const forced = forces(loser, moves[at] as number[], winnerGoal);
    this.#lanes.setState(states[at] as Int32Array);
    if (forced(this.#lanes)[0]) {
      const action = this.#action(walk, at - 1, winner);
      this.#learnHigherLevels(walk, movers, at - 1, this.#learn("offensive", 0, action, forced, []));
    }
  }

  /** Learns features of higher levels from a feature that holds at a state of the walk. */
  #learnHigherLevels(walk: Walk, movers: readonly (readonly number[])[], from: number, end: Pattern): void {
    const { states, winner } = walk;
    let below = end;
    let belowAt = from;
    let at = from;
    this.#learnDefences(walk, movers, at, below);
    for (let level = 1; level <= this.options.levels; level++) {
      at = movers.slice(0, at).findLastIndex((roles) => roles.includes(winner));
      if (at < 0) return;
      const carried = below.facts.filter((fact) =>
        states.slice(at + 1, belowAt + 1).every((each) => each.includes(fact)),
      );
      const before = states[at] as Int32Array;
      if (carried.every((fact) => before.includes(fact))) continue;
      below = this.#learn("offensive", level, this.#action(walk, at, winner), holdsAll(carried), []);
      belowAt = at;
      this.#learnDefences(walk, movers, at, below);
    }
  }

  /** Learns defensive replies of the opponents before the winner's move at a state. */
  #learnDefences(walk: Walk, movers: readonly (readonly number[])[], at: number, feature: Pattern): void {
    const state = walk.states[at - 1];
    if (state === undefined) return;
    const { facts, role: winner, move, level } = feature;
    const standing = facts.filter((fact) => state.includes(fact));
    const coming = facts.filter((fact) => !state.includes(fact));
    const isThere = allows(facts, winner, move);
    for (const role of movers[at - 1] ?? []) {
      if (role === winner) continue;
      const action = this.#action(walk, at - 1, role);
      this.#lanes.setState(state);
      this.#lanes.computeLegal();
      const replies = this.#lanes.legalMoves(role, 0);
      const [come = [], there = []] = afterEach(this.#lanes, action, replies, [holdsAll(coming), isThere]);
      const isOne = this.options.defences === "one";
      const isAny = isOne || this.options.threats === "any";
      if (!isAny && !come.every(Boolean)) {
        if (this.options.blunders && level === 0) this.#learn("avoid", 0, action, isThere, []);
        continue;
      }
      const broken = not(isAny ? isThere : allows(standing, winner, move));
      const breaking = replies.filter((_, i) => !there[i]);
      const learned = isOne ? this.#oneDefence(walk, at, action, breaking, level) : breaking;
      for (const reply of learned) {
        const other = { ...action, moves: action.moves.with(role, reply) };
        this.#learn("defensive", level, other, broken, standing);
      }
    }
  }

  /** One of the replies that break a threat, another one in each run. */
  #oneDefence(
    { moves, winner, winnerGoal }: Walk,
    at: number,
    action: Action,
    breaking: readonly number[],
    level: number,
  ): readonly number[] {
    const wins = canReach(winner, moves[at] as number[], winnerGoal);
    const lost = level > 0 ? [] : (afterEach(this.#lanes, action, breaking, [wins])[0] ?? []);
    const saving = breaking.filter((_, i) => !lost[i]);
    return saving.length === 0 ? [] : [saving[this.#runs % saving.length] as number];
  }

  #learn(kind: Pattern["kind"], level: number, action: Action, test: Test, known: readonly number[]): Pattern {
    const needed = neededFacts(this.#lanes, action, test, this.options);
    const facts = [...new Set([...needed, ...known])].toSorted((a, b) => a - b);
    const pattern = { kind, role: action.role, move: action.moves[action.role] as number, facts, level };
    this.features.add(pattern);
    // A feature that is its own image counts once.
    const images = this.symmetries.map((symmetry) => imageOf(pattern, symmetry));
    const distinct = new Map(images.map((image) => [`${image.move} ${image.facts.join()}`, image]));
    distinct.delete(`${pattern.move} ${pattern.facts.join()}`);
    for (const image of distinct.values()) this.features.add(image);
    return pattern;
  }

  #action({ states, moves }: Walk, at: number, role: number): Action {
    return { state: states[at] as Int32Array, role, moves: moves[at] as number[] };
  }

  /** By state: the roles that moved. If no role had a choice, the roles whose move is not a waiting move. */
  #movers({ states, moves }: Walk): number[][] {
    this.#lanes.setStates(states);
    this.#lanes.computeLegal();
    const choices = moves.map((made, at) => made.map((_, role) => this.#lanes.legalMoves(role, at).length));
    choices.forEach((own, at) =>
      own.forEach((count, role) => {
        if (count === 1 && own.some((other) => other > 1)) this.#idle[role]?.add(moves[at]?.[role] as number);
      }),
    );
    return choices.map((own, at) => {
      const choosing = [...own.keys()].filter((role) => (own[role] as number) > 1);
      if (choosing.length > 0) return choosing;
      return [...own.keys()].filter((role) => !this.#idle[role]?.has(moves[at]?.[role] as number));
    });
  }
}

/** Features for a policy, best first, without those that were tried often enough and are not better than the base rate. */
export function usefulFeatures(
  { features, counts }: Pick<FeatureLearner, "features" | "counts">,
  minTried = 20,
): Feature[] {
  const share = (list: readonly number[]): number[] => list.map((count) => count / Math.max(1, counts.walks));
  return selected(features, { minTried, won: share(counts.won), lost: share(counts.lost) });
}
