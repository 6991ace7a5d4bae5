/** Features as players ask for them: parameters, and learners that players of one game share. */
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
    "how features are learned: as paper 002 says, or also from the loser's last moves, pairs of facts and symmetry",
  kind: "choice",
  choices: ["usual", "paper"],
  default: "usual",
};

export const WITHOUT: OptionSpec = {
  name: "without",
  summary: "what the usual learner is to leave out, to see what it is worth",
  kind: "choice",
  choices: ["nothing", "pairs", "symmetry", "loser-last", "blunders", "dropping"],
  default: "nothing",
};

const LEFT_OUT: Readonly<Record<string, Partial<LearnerOptions>>> = {
  pairs: { pairs: false },
  symmetry: { symmetry: false },
  "loser-last": { loserLast: false },
  blunders: { blunders: false },
};

export function costSpec(cost: number): OptionSpec {
  return {
    name: "cost",
    summary: "what features may cost, as a share of a step's work; those past it are left out",
    kind: "number",
    min: 0,
    max: 1e6,
    default: cost,
  };
}

/** Learners that players of one game share: those of the same options learn the same. */
export type SharedLearners = Map<string, Promise<FeatureLearner>>;

export function newLearner(reasoner: PropnetReasoner, { learner, without }: OptionValues): FeatureLearner {
  const left = LEFT_OUT[String(without)] ?? {};
  return new FeatureLearner(reasoner, learner === "paper" ? PAPER_LEARNER : { ...DEFAULT_LEARNER, ...left });
}

/** A learner that has seen as many games as the parameters say. */
export async function learned(
  reasoner: PropnetReasoner,
  parameters: OptionValues,
  signal?: AbortSignal,
): Promise<FeatureLearner> {
  const learner = newLearner(reasoner, parameters);
  await learner.learn({ runs: Number(parameters.gifl), signal });
  return learner;
}

/** Nobody's signal ends what others wait for. */
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

/** Those worth using, the best first. The paper drops nothing. */
export function featuresOf(learner: FeatureLearner, parameters: OptionValues): Feature[] {
  const keepsAll = parameters.learner === "paper" || parameters.without === "dropping";
  return keepsAll ? selected(learner.features, null) : usefulFeatures(learner);
}
