/** Player parameters for features, and learners shared by the players of a game. */
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { selected, type Feature } from "./feature.ts";
import { FeatureLearner, type LearnerOptions, PAPER_LEARNER, DEFAULT_LEARNER, usefulFeatures } from "./learner.ts";

export function runsSpec(summary: string, runs: number): OptionSpec {
  return { name: "gifl", summary, kind: "integer", min: 0, max: 1e9, default: runs };
}

export const LEARNER: OptionSpec = {
  name: "learner",
  summary:
    "how features are learned: as in paper 002, or also from the loser's last moves, pairs of facts and symmetries",
  kind: "choice",
  choices: ["usual", "paper"],
  default: "usual",
};

export const DEFENCES: OptionSpec = {
  name: "defences",
  summary:
    "defensive moves learned for a threat: all that break a standing one, or one that leaves the opponent no winning move, as in paper 002",
  kind: "choice",
  choices: ["all", "one"],
  default: "all",
};

export const WITHOUT: OptionSpec = {
  name: "without",
  summary: "a part of the usual learner to omit, for ablation",
  kind: "choice",
  choices: ["nothing", "pairs", "symmetry", "loser-last", "blunders", "dropping"],
  default: "nothing",
};

const ABLATIONS: Readonly<Record<string, Partial<LearnerOptions>>> = {
  pairs: { pairs: false },
  symmetry: { symmetry: false },
  "loser-last": { loserLast: false },
  blunders: { blunders: false },
};

export function costSpec(cost: number): OptionSpec {
  return {
    name: "cost",
    summary: "maximum cost of features relative to a step without them; features beyond it are dropped",
    kind: "number",
    min: 0,
    max: 1e6,
    default: cost,
  };
}

/** By options: learning is deterministic. Players continue what others have begun. */
export type SharedLearners = Map<string, FeatureLearner>;

export function newLearner(reasoner: PropnetReasoner, { learner, defences, without }: OptionValues): FeatureLearner {
  const base = learner === "paper" ? PAPER_LEARNER : { ...DEFAULT_LEARNER, ...ABLATIONS[String(without)] };
  return new FeatureLearner(reasoner, defences === "one" ? { ...base, defences } : base);
}

/** The learner of all players of a game with these options. */
export function sharedLearner(
  reasoner: PropnetReasoner,
  parameters: OptionValues,
  shared: SharedLearners,
): FeatureLearner {
  const key = `${parameters.learner} ${parameters.defences ?? "all"} ${parameters.without} ${parameters.gifl}`;
  const learner = shared.get(key) ?? newLearner(reasoner, parameters);
  shared.set(key, learner);
  return learner;
}

/** With a time limit: the share of a move's time that goes into learning, if that is worth beginning. */
export const LEARNING_SHARE = 0.25;
const MIN_LEARNING_MS = 100;
/** Time for compiling features into gates, estimated generously. */
const COMPILE_MS_PER_FEATURE = 0.04;

/**
 * Learns before a search, and tells whether features can be used in it: all games are learned from, and there is time to compile
 * them. Without a time limit the player must be reproducible and learns from all games first; with one, a share of the time goes into learning.
 */
export async function learnInTime(
  learner: FeatureLearner,
  runs: number,
  milliseconds: number | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const share = milliseconds === undefined ? Infinity : LEARNING_SHARE * milliseconds;
  const until = performance.now() + share;
  if (learner.runs < runs && (milliseconds ?? Infinity) >= MIN_LEARNING_MS)
    await learner.learn({ runs, seconds: share / 1000, signal });
  return learner.runs >= runs && until - performance.now() >= COMPILE_MS_PER_FEATURE * learner.features.size;
}

/** Useful features, best first. The paper's learner drops none. */
export function featuresOf(learner: FeatureLearner, parameters: OptionValues): Feature[] {
  const keepsAll = parameters.learner === "paper" || parameters.without === "dropping";
  return keepsAll ? selected(learner.features, null) : usefulFeatures(learner);
}
