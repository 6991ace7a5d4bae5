/** Features of a player: learned before its first move or during its searches, and used as a policy in its playouts. */
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Candidate } from "../../engine/contracts/player.ts";
import { MAX_CANDIDATES } from "../../engine/search/candidates.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { valueOf, type Feature } from "./feature.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { FeatureLearner } from "./learner.ts";
import {
  costSpec,
  featuresOf,
  learned,
  LEARNER,
  newLearner,
  runsSpec,
  sharedLearner,
  type SharedLearners,
  WITHOUT,
} from "./learned.ts";
import { followProbabilities, GiflPolicy, DEFAULT_POLICY, type PlacedPolicy } from "./policy.ts";

export const GUIDANCE_PARAMETERS: readonly OptionSpec[] = [
  runsSpec("random games for learning features before the first move (GIFL), which guide playouts; 0 for none", 0),
  LEARNER,
  WITHOUT,
  {
    name: "choice",
    summary:
      "among suggested moves: the best, or random with probability proportional to e^(2 × value), values up to 1 (scaled)",
    kind: "choice",
    choices: ["best", "scaled"],
    default: DEFAULT_POLICY.choice,
  },
  {
    name: "others",
    summary: "probability that other players follow features in playouts, from 0 to 1",
    kind: "number",
    min: 0,
    max: 1,
    default: 0.5,
  },
  costSpec(DEFAULT_POLICY.maxCost),
  {
    name: "study",
    summary: "whether it continues to learn during its searches",
    kind: "choice",
    choices: ["no", "yes"],
    default: "no",
  },
];

const BEST_GOAL = 100;
/** The policy is rebuilt when the features have grown by this factor. */
const REBUILD_FACTOR = 1.1;

export class Guidance {
  readonly #reasoner: PropnetReasoner;
  readonly #parameters: OptionValues;
  readonly #workspaces: readonly PropnetWorkspace[];
  readonly #shared: SharedLearners;
  #learner: FeatureLearner | null = null;
  #placed: readonly PlacedPolicy[] = [];
  /** Number of features when the policy was built, and the features in it. */
  #policySize = -1;
  #features: readonly Feature[] = [];
  #study: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;

  constructor(
    reasoner: PropnetReasoner,
    parameters: OptionValues,
    workspaces: readonly PropnetWorkspace[],
    shared: SharedLearners,
  ) {
    this.#reasoner = reasoner;
    this.#parameters = parameters;
    this.#workspaces = workspaces;
    this.#shared = shared;
  }

  get #studies(): boolean {
    return this.#parameters.study === "yes";
  }

  /** Learns the features required before the first move. */
  async ready(signal?: AbortSignal): Promise<void> {
    const runs = Number(this.#parameters.gifl);
    if (this.#learner || runs === 0) return;
    this.#learner = await (this.#studies
      ? learned(this.#reasoner, this.#parameters, signal)
      : sharedLearner(this.#reasoner, this.#parameters, this.#shared));
  }

  /** Learns until the time or the number of games is reached. */
  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const runs = Number(this.#parameters.gifl);
    if (runs === 0) return;
    this.#learner ??= newLearner(this.#reasoner, this.#parameters);
    const seconds = milliseconds === undefined ? undefined : milliseconds / 1000;
    await this.#learner.learn({ runs: this.#studies ? Infinity : runs, seconds, signal });
  }

  /** Places the current policy for a search of the role. */
  beginSearch(role: number): void {
    const learner = this.#learner;
    if (!learner) return;
    if (this.#policySize < 0 || learner.features.size > REBUILD_FACTOR * this.#policySize) this.#buildPolicy(learner);
    const probabilities = followProbabilities(this.#reasoner.roles.length, role, Number(this.#parameters.others));
    for (const placed of this.#placed) placed.setFollowProbabilities(probabilities);
    if (!this.#studies) return;
    const stop = new AbortController();
    this.#study = { stop, done: learner.learn({ runs: Infinity, signal: stop.signal }) };
  }

  /** The features of the policy that match a state, for moves of the role, by level. */
  candidates(role: number, facts: Iterable<number>): Candidate[] {
    const holds = new Set(facts);
    return this.#features
      .filter((feature) => feature.role === role && feature.facts.every((fact) => holds.has(fact)))
      .toSorted((a, b) => a.level - b.level || b.seen - a.seen)
      .slice(0, MAX_CANDIDATES)
      .map((feature) => ({
        kind: "feature",
        text: `${feature.kind}: ${this.#reasoner.moveText(feature.move, role)}`,
        reason: `if ${feature.facts.map((fact) => this.#reasoner.factText(fact)).join(" ")}`,
        value: (feature.kind === "avoid" ? -1 : 1) * (valueOf(feature) / BEST_GOAL),
        count: feature.seen,
      }));
  }

  /** Stops learning in the background. */
  endSearch(): void {
    this.#study?.stop.abort();
    this.#study = null;
  }

  close(): void {
    this.endSearch();
    for (const placed of this.#placed) placed.free();
    this.#placed = [];
  }

  #buildPolicy(learner: FeatureLearner): void {
    const { choice, cost } = this.#parameters;
    const features = featuresOf(learner, this.#parameters);
    const policy = new GiflPolicy(this.#reasoner.placed, features, {
      choice: choice === "scaled" ? "scaled" : "best",
      maxCost: Number(cost),
    });
    for (const placed of this.#placed) placed.free();
    this.#placed = this.#workspaces.map((workspace) =>
      policy.place(
        workspace,
        this.#reasoner.roles.map(() => 1),
      ),
    );
    this.#policySize = learner.features.size;
    this.#features = features.slice(0, policy.used);
  }
}
