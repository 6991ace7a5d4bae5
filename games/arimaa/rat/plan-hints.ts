/** Turns of Rat's plans as hints for the move ordering of another search. */
import type { Board } from "../board.ts";
import { STEP_COUNT } from "../layout.ts";
import { Analysis } from "./analysis.ts";
import { RatKernel } from "./rat-kernel.ts";
import { type Knowledge, loadKnowledge } from "./knowledge.ts";
import { listPlans } from "./plan-list.ts";
import { SearchNode } from "./search-node.ts";
import type { Hints } from "../search/players.ts";

const KEEP = 3;

/** The moves of all plans, in order. A partial turn counts as a whole one. */
export function planHints(board: Board): Hints {
  let kernel: RatKernel | null = null;
  let knowledge: Knowledge | null = null;
  return (position, stopped) => {
    if (position[STEP_COUNT] !== 0) return [];
    kernel ??= new RatKernel(board);
    knowledge ??= loadKnowledge("all", true);
    const analysis = new Analysis(new SearchNode(kernel, position));
    // Not ply 0: at the root Rat also searches for forced wins, which the other search finds faster.
    const plans = listPlans({ analysis, ply: 1, knowledge, keep: KEEP, seed: 1, extensions: true, stopped });
    return plans.flatMap((plan) => (stopped() ? [] : plan.moves().map(({ turn }) => turn)));
  };
}
