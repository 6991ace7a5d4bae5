/** What a player has learned of a game, as data: a thread that is restarted continues with it. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { GdlSearchContext } from "../search-context.ts";
import { FeatureSet, type Feature } from "../gifl/feature.ts";
import { FeatureLearner, type LearnerOptions, type WalkCounts } from "../gifl/learner.ts";
import { sharedComparison, type ComparisonResult } from "../hybrid/comparison.ts";
import { GdlRules } from "../rules.ts";

export interface LearnedState {
  readonly learners: readonly {
    readonly key: string;
    readonly options: LearnerOptions;
    readonly runs: number;
    readonly counts: WalkCounts;
    readonly features: readonly Feature[];
  }[];
  readonly comparison: ComparisonResult;
}

function contextOf(rules: OpenGame): GdlSearchContext | null {
  return rules instanceof GdlRules ? rules.context : null;
}

/** A number that grows with what is learned; null for a game in which nothing is. */
export function learnedAmount(rules: OpenGame): number | null {
  const context = contextOf(rules);
  if (!context) return null;
  const runs = [...context.learners.values()].reduce((sum, learner) => sum + learner.runs, 0);
  const scores = Object.values(sharedComparison(context).result);
  return scores.reduce((sum, { games }) => sum + games, runs);
}

export function learnedState(rules: OpenGame): LearnedState | null {
  const context = contextOf(rules);
  if (!context) return null;
  const learners = Array.from(context.learners, ([key, { options, runs, counts, features }]) => {
    return { key, options, runs, counts, features: [...features] };
  });
  return { learners, comparison: sharedComparison(context).result };
}

/** For the same rulesheet: facts and moves are numbered alike. */
export function restoreLearned(rules: OpenGame, { learners, comparison }: LearnedState): void {
  const context = contextOf(rules);
  if (!context) return;
  for (const { key, options, runs, counts, features } of learners) {
    const set = new FeatureSet();
    for (const feature of features) set.add(feature, feature.seen, feature.tried, feature.right);
    context.learners.set(key, new FeatureLearner(context.reasoner, options, { features: set, runs, counts }));
  }
  sharedComparison(context).result = comparison;
}
