/** Goal in this turn, and defence against a goal in the next: both exact. */
import { bestOf, type ScoredTurn } from "../category.ts";
import { stepsIn } from "../rat-kernel.ts";
import { type PlanContext, type PlanKind, stepsText } from "../plan.ts";
import { landingScore } from "../evaluate.ts";

export const goal: PlanKind = {
  name: "goal",
  category: "goals",
  about: "a rabbit reaches its goal with the steps that are left",
  consider: ({ analysis }) => {
    const turn = analysis.goal;
    if (turn === null) return null;
    const steps = stepsIn(turn);
    return {
      reason: `a rabbit reaches goal in ${stepsText(steps)}`,
      moves: () => [{ turn, steps, orderScore: 0 }],
    };
  },
};

export const goalDefence: PlanKind = {
  name: "goal defence",
  category: "goal defences",
  about: "the other side would reach goal in its next turn",
  consider: (context) => {
    const { analysis, extensions } = context;
    if (!extensions || analysis.goal !== null || analysis.enemyGoal === null) return null;
    return {
      reason: `the other side would reach goal in ${stepsText(stepsIn(analysis.enemyGoal))}`,
      moves: () => goalDefences(context),
    };
  },
};

/** The turns after which there is no goal, ordered by landing score. */
function goalDefences({ analysis, keep, seed, extensions }: PlanContext): ScoredTurn[] {
  const { node } = analysis;
  const turns = new Set(node.kernel.goalDefences(node.position, node.side, node.steps));
  const options = { keep, seed, extensions, sacrifices: true };
  return turns.size === 0
    ? []
    : bestOf(node, (outcome) => (turns.has(outcome.turn) ? landingScore(outcome) : null), options);
}
