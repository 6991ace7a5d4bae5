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
  DEFENCES,
  featuresOf,
  LEARNER,
  learnInTime,
  newLearner,
  runsSpec,
  sharedLearner,
  type SharedLearners,
  WITHOUT,
} from "./learned.ts";
import { followProbabilities, GiflPolicy, DEFAULT_POLICY, MIN_TEMPERATURE, type PlacedPolicy } from "./policy.ts";

export const GUIDANCE_PARAMETERS: readonly OptionSpec[] = [
  runsSpec("random games for learning features before the first move (GIFL), which guide playouts; 0 for none", 0),
  LEARNER,
  DEFENCES,
  WITHOUT,
  {
    name: "choice",
    summary:
      "among suggested moves: the best, or random with probability proportional to e^(value / temperature), values up to 1 (scaled)",
    kind: "choice",
    choices: ["best", "scaled"],
    default: DEFAULT_POLICY.choice,
  },
  {
    name: "temperature",
    summary: "temperature of choice=scaled",
    kind: "number",
    min: MIN_TEMPERATURE,
    max: 100,
    default: DEFAULT_POLICY.temperature,
  },
  {
    name: "own",
    summary: "probability that the player itself follows features in playouts, from 0 to 1",
    kind: "number",
    min: 0,
    max: 1,
    default: 1,
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
  #isPrepared = false;
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

  /** Before a search: until the features are there, the search is plain UCT. */
  async ready(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const learner = this.#learner ?? this.#needsLearning();
    if (!learner) return;
    // Without a time limit, a player that has had its time before the first move uses what it has learned.
    const mayUse =
      (milliseconds === undefined && this.#isPrepared) ||
      (await learnInTime(learner, this.#runs, milliseconds, signal));
    if (mayUse || this.#studies) this.#updatePolicy();
  }

  /** Learns until the time or the number of games is reached, and compiles the features. */
  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const learner = this.#needsLearning();
    const seconds = milliseconds === undefined ? undefined : milliseconds / 1000;
    const runs = this.#studies && milliseconds !== undefined ? Infinity : this.#runs;
    if (learner) await learner.learn({ runs, seconds, signal });
    this.#isPrepared = true;
    if (this.#isLearned || this.#studies) this.#updatePolicy();
  }

  get #runs(): number {
    return Number(this.#parameters.gifl);
  }

  get #isLearned(): boolean {
    return this.#learner !== null && this.#learner.runs >= this.#runs;
  }

  /** The learner if there is something left to learn. A player that continues to learn has its own. */
  #needsLearning(): FeatureLearner | null {
    if (this.#runs === 0 || (this.#isLearned && !this.#studies)) return null;
    this.#learner ??= this.#studies
      ? newLearner(this.#reasoner, this.#parameters)
      : sharedLearner(this.#reasoner, this.#parameters, this.#shared);
    return this.#learner;
  }

  #updatePolicy(): void {
    const learner = this.#learner;
    if (learner && (this.#policySize < 0 || learner.features.size > REBUILD_FACTOR * this.#policySize))
      this.#buildPolicy(learner);
  }

  /** Sets who follows the features in a search of the role. */
  beginSearch(role: number): void {
    const learner = this.#learner;
    if (!learner) return;
    const { others, own } = this.#parameters;
    const probabilities = followProbabilities(this.#reasoner.roles.length, role, Number(others), Number(own));
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
    const { choice, temperature, cost } = this.#parameters;
    const features = featuresOf(learner, this.#parameters);
    const policy = new GiflPolicy(this.#reasoner.placed, features, {
      choice: choice === "scaled" ? "scaled" : "best",
      temperature: Number(temperature),
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
