/**
 * Learns features from random walks. A walk that somebody won is gone back from its end: the winner's last move is an offensive feature,
 * what the other side could have done a move before is defensive, and moves that brought about the facts of a feature are features a level
 * higher.
 */
import { yieldToEventLoop } from "#platform/yield.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { LANE_COUNT } from "../propnet/layout.ts";
import { FeatureSet, selected, type Feature, type Pattern } from "./feature.ts";
import {
  afterEach,
  allows,
  forces,
  holdsAll,
  not,
  neededFacts,
  reaches,
  type Action,
  type GeneralisationOptions,
  type Test,
} from "./generalise.ts";
import { LaneStates } from "./lane-states.ts";
import { imageOf, symmetriesOf, type Symmetry } from "./symmetry.ts";
import { RandomWalks, type Walk } from "./random-walks.ts";

export interface LearnerOptions extends GeneralisationOptions {
  readonly seed: number;
  /** The highest level; 0 learns at the end of games only. */
  readonly levels: number;
  /**
   * Which replies are defensive: those that break a feature which is there whatever is replied («standing»), or all after which it is not
   * there, also where the reply that was made has brought it about («any»).
   */
  readonly threats: "standing" | "any";
  /** A reply that brought the other side's feature about is one to avoid. */
  readonly blunders: boolean;
  /** Also from games in which the loser moved last: its move is one to avoid, and a move that left it no other is offensive. */
  readonly loserLast: boolean;
  /** Features are learned together with their images in the symmetries of the board. */
  readonly symmetry: boolean;
}

/** As the paper has it, with the replies read as its examples and its counts have them. */
export const PAPER_LEARNER: LearnerOptions = {
  seed: 1,
  levels: 3,
  threats: "standing",
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

/** What walks came to, by role. */
export interface WalkCounts {
  walks: number;
  steps: number;
  readonly won: number[];
  readonly lost: number[];
}

export interface LearnLimits {
  /** Walks in all, those of earlier calls among them. */
  readonly runs: number;
  readonly seconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((runs: number, features: number) => void) | undefined;
}

/** How long others wait for their turn. */
const SLICE_MS = 20;

export class FeatureLearner {
  readonly features: FeatureSet;
  readonly options: LearnerOptions;
  readonly counts: WalkCounts;
  readonly symmetries: readonly Symmetry[];
  readonly #lanes: LaneStates;
  readonly #walks: RandomWalks;
  readonly #last: number;
  /** By role: moves that were its only one while another had a choice. */
  readonly #idle: readonly Set<number>[];
  #runs: number;

  constructor(
    reasoner: PropnetReasoner,
    options: Partial<LearnerOptions> = {},
    known: { readonly features: FeatureSet; readonly runs: number; readonly counts: WalkCounts } | null = null,
  ) {
    this.options = { ...DEFAULT_LEARNER, ...options };
    this.#lanes = new LaneStates(reasoner.placed);
    this.#walks = new RandomWalks(reasoner, this.#lanes);
    const none = (): number[] => reasoner.roles.map(() => 0);
    this.counts = known?.counts ?? { walks: 0, steps: 0, won: none(), lost: none() };
    this.features = known?.features ?? new FeatureSet();
    this.#runs = known?.runs ?? 0;
    this.#last = Math.max(2, reasoner.roles.length) * (this.options.levels + 1) + 1;
    this.symmetries = this.options.symmetry ? symmetriesOf(reasoner, this.#lanes) : [];
    this.#idle = reasoner.roles.map(() => new Set());
  }

  get runs(): number {
    return this.#runs;
  }

  /** Learns until there have been so many walks, or the time is over, or the signal comes; can be called again to go on. */
  async learn({ runs, seconds, signal, onProgress }: LearnLimits): Promise<void> {
    const until = performance.now() + 1000 * (seconds ?? Infinity);
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

  /** The walks of a batch, for those who want to see what is learned from. */
  walksOf(batch: number): (Walk | null)[] {
    return this.#walks.batch(this.#seedOf(batch), this.#last);
  }

  *#slices(runs: number): Generator<void> {
    while (this.#runs < runs) {
      const batch = Math.floor(this.#runs / LANE_COUNT);
      const first = this.#runs % LANE_COUNT;
      // A batch is judged once, when it is begun.
      const walks =
        first > 0
          ? this.walksOf(batch)
          : this.#walks.batch(this.#seedOf(batch), this.#last, (moves, holds, winner) =>
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
      this.#climb(walk, movers, at, this.#learn("offensive", 0, this.#action(walk, at, winner), won, []));
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
      this.#climb(walk, movers, at - 1, this.#learn("offensive", 0, action, forced, []));
    }
  }

  /** From a feature that holds at a state of the walk, up. */
  #climb(walk: Walk, movers: readonly (readonly number[])[], from: number, end: Pattern): void {
    const { states, winner } = walk;
    let below = end;
    let belowAt = from;
    let at = from;
    this.#defend(walk, movers, at, below);
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
      this.#defend(walk, movers, at, below);
    }
  }

  /** What the others could have done before the winner's move at a state. */
  #defend(walk: Walk, movers: readonly (readonly number[])[], at: number, feature: Pattern): void {
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
      const isAny = this.options.threats === "any";
      if (!isAny && !come.every(Boolean)) {
        if (this.options.blunders && level === 0) this.#learn("avoid", 0, action, isThere, []);
        continue;
      }
      const broken = not(isAny ? isThere : allows(standing, winner, move));
      replies.forEach((reply, i) => {
        if (there[i]) return;
        const other = { ...action, moves: action.moves.with(role, reply) };
        this.#learn("defensive", level, other, broken, standing);
      });
    }
  }

  #learn(kind: Pattern["kind"], level: number, action: Action, test: Test, known: readonly number[]): Pattern {
    const needed = neededFacts(this.#lanes, action, test, this.options);
    const facts = [...new Set([...needed, ...known])].toSorted((a, b) => a - b);
    const pattern = { kind, role: action.role, move: action.moves[action.role] as number, facts, level };
    this.features.add(pattern);
    // A feature that is its own image was seen once.
    const images = this.symmetries.map((symmetry) => imageOf(pattern, symmetry));
    const distinct = new Map(images.map((image) => [`${image.move} ${image.facts.join()}`, image]));
    distinct.delete(`${pattern.move} ${pattern.facts.join()}`);
    for (const image of distinct.values()) this.features.add(image);
    return pattern;
  }

  #action({ states, moves }: Walk, at: number, role: number): Action {
    return { state: states[at] as Int32Array, role, moves: moves[at] as number[] };
  }

  /** By state: who moved there. Where nobody had a choice, those whose move is not the one they make while they wait. */
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

/** What became of learning: the features, and all that it takes to go on with them. */
export async function learnFeatures(
  reasoner: PropnetReasoner,
  limits: LearnLimits,
  options: Partial<LearnerOptions> = {},
): Promise<FeatureLearner> {
  const learner = new FeatureLearner(reasoner, options);
  await learner.learn(limits);
  return learner;
}

/** The features of a learner for a policy, best first; those that were tried often enough and are no better than chance left out. */
export function usefulFeatures(
  { features, counts }: Pick<FeatureLearner, "features" | "counts">,
  minTried = 20,
): Feature[] {
  const share = (list: readonly number[]): number[] => list.map((count) => count / Math.max(1, counts.walks));
  return selected(features, { minTried, won: share(counts.won), lost: share(counts.lost) });
}
