/** Turns that Rat's plans suggest, for the search to look at early and in full depth. */
import type { Board } from "../board.ts";
import { STEP_COUNT } from "../layout.ts";
import { Analysis } from "./analysis.ts";
import { RatKernel } from "./rat-kernel.ts";
import { type Knowledge, loadKnowledge } from "./knowledge.ts";
import { listPlans } from "./plan-list.ts";
import { SearchNode } from "./search-node.ts";
import type { Hints } from "../search/players.ts";

const KEPT = 3;

/** The moves of all plans, in their order; where they are shorter than a turn, the turn ends with them. */
export function planHints(board: Board): Hints {
  let ground: RatKernel | null = null;
  let knowledge: Knowledge | null = null;
  return (position, stopped) => {
    if (position[STEP_COUNT] !== 0) return [];
    ground ??= new RatKernel(board);
    knowledge ??= loadKnowledge(true, true);
    const analysis = new Analysis(new SearchNode(ground, position));
    // As if a turn had been made: at the root Rat also looks for wins that no reply stops, which the search finds sooner.
    const plans = listPlans({ analysis, ply: 1, knowledge, keep: KEPT, seed: 1, stopped });
    return plans.flatMap((plan) => (stopped() ? [] : plan.moves().map(({ turn }) => turn)));
  };
}
