/** A rabbit into the goal in this turn, and the other side's kept out of it: both exact. */
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
    const { analysis } = context;
    // In a turn under way the threat was looked at when the turn began.
    if (analysis.goal !== null || analysis.enemyGoal === null) return null;
    return {
      reason: `the other side would reach goal in ${stepsText(stepsIn(analysis.enemyGoal))}`,
      moves: () => goalDefences(context),
    };
  },
};

/** All turns after which there is no goal, the best by where the pieces land. */
function goalDefences({ analysis, keep, seed }: PlanContext): ScoredTurn[] {
  const { node: scene } = analysis;
  const turns = new Set(scene.kernel.goalDefences(scene.position, scene.side, scene.steps));
  const options = { keep, seed, sacrifices: true };
  return turns.size === 0
    ? []
    : bestOf(scene, (outcome) => (turns.has(outcome.turn) ? landingScore(outcome) : null), options);
}
