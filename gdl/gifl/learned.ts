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

/** By options: learning is deterministic. */
export type SharedLearners = Map<string, Promise<FeatureLearner>>;

export function newLearner(reasoner: PropnetReasoner, { learner, without }: OptionValues): FeatureLearner {
  const left = ABLATIONS[String(without)] ?? {};
  return new FeatureLearner(reasoner, learner === "paper" ? PAPER_LEARNER : { ...DEFAULT_LEARNER, ...left });
}

export async function learned(
  reasoner: PropnetReasoner,
  parameters: OptionValues,
  signal?: AbortSignal,
): Promise<FeatureLearner> {
  const learner = newLearner(reasoner, parameters);
  await learner.learn({ runs: Number(parameters.gifl), signal });
  return learner;
}

/** Without a signal: one player must not abort learning for the others. */
export function sharedLearner(
  reasoner: PropnetReasoner,
  parameters: OptionValues,
  shared: SharedLearners,
): Promise<FeatureLearner> {
  const key = `${parameters.learner} ${parameters.without} ${parameters.gifl}`;
  const known = shared.get(key) ?? learned(reasoner, parameters);
  shared.set(key, known);
  return known;
}

/** Useful features, best first. The paper's learner drops none. */
export function featuresOf(learner: FeatureLearner, parameters: OptionValues): Feature[] {
  const keepsAll = parameters.learner === "paper" || parameters.without === "dropping";
  return keepsAll ? selected(learner.features, null) : usefulFeatures(learner);
}
